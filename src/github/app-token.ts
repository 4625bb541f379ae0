import { type AppAnswer, CountersignError } from '../core/index.ts';

/** Acts as the App, with a token that ends: whoever sends a request asks for the one of now. */
export interface AppToken {
	/** The first answer of the bot. */
	readonly answer: AppAnswer;
	/** @throws CountersignError where it has ended and no other is given. */
	readonly current: () => Promise<string>;
	/** Tells each token, those from before, too. */
	readonly tell: (listener: (token: string) => void) => void;
}

interface AppTokenOptions {
	readonly answer: AppAnswer;
	/** Gets another one; left out where nobody gives any. */
	readonly renew?: () => Promise<AppAnswer>;
	readonly now: () => Date;
}

/** An installation token ends after an hour, and a job may live longer. Milliseconds. */
const margin = 5 * 60_000;

export function createAppToken({ answer, renew, now }: AppTokenOptions): AppToken {
	const listeners: ((token: string) => void)[] = [];
	const given = [answer.token];
	let latest = answer;
	let renewing: Promise<void> | undefined;
	const left = (): number => Date.parse(latest.expires_at) - now().getTime();
	const another = async (ask: () => Promise<AppAnswer>): Promise<void> => {
		const next = await ask();
		requireSame(answer, next);
		latest = next;
		given.push(next.token);
		for (const listener of listeners) listener(next.token);
	};
	const current = async (): Promise<string> => {
		if (left() > margin || renew === undefined) return latest.token;
		renewing ??= another(renew).finally(() => {
			renewing = undefined;
		});
		try {
			await renewing;
		} catch (error) {
			// One that still lasts is as good.
			if (left() <= 0) throw error;
		}
		return latest.token;
	};
	const tell: AppToken['tell'] = (listener) => {
		for (const token of given) listener(token);
		listeners.push(listener);
	};
	return { answer, current, tell };
}

/** Threat: who answers for the bot in the middle of a job would let it go on in another place. */
function requireSame(first: AppAnswer, next: AppAnswer): void {
	const isSame =
		first.app.id === next.app.id &&
		first.app.user_id === next.app.user_id &&
		first.repository_id === next.repository_id &&
		first.public_key === next.public_key;
	if (isSame) return;
	throw new CountersignError({
		code: 'github-refused',
		message: "The App's bot answered for another App, key or repository than at the beginning of this job.",
		fix: 'Re-run the job: it goes on where it stopped.',
	});
}

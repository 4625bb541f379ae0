import { type AppAnswer, CountersignError } from '../../core/index.ts';

/** The App's token, which expires. The sender of each request asks for the current one. */
export interface AppToken {
	/** The first answer of the bot. */
	readonly answer: AppAnswer;
	/** Returns the current token. @throws CountersignError if it has expired and no new one is given. */
	readonly current: () => Promise<string>;
	/** Calls the listener with each token, including earlier ones. */
	readonly tell: (listener: (token: string) => void) => void;
}

interface AppTokenOptions {
	readonly answer: AppAnswer;
	/** Gets a new answer. Left out if nothing can give one. */
	readonly renew?: () => Promise<AppAnswer>;
	readonly now: () => Date;
}

/** How early a token is renewed. An installation token expires after an hour, and a job may run longer. Milliseconds. */
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
			// The old token may still be used while it is valid.
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

/** Throws if a new answer is for another App or repository. Threat: another server may answer as the bot in the middle of a job. */
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

import { type AppAnswer, CountersignError } from '../../core/index.ts';

/** The App's token. It expires during a long job, so each request asks for the current one. */
export interface AppToken {
	/** The first answer of the bot. */
	readonly answer: AppAnswer;
	/** Returns the current token, and renews it before it expires. @throws CountersignError if it has expired and could not be renewed. */
	readonly current: () => Promise<string>;
	/** Calls the listener with each token so far, and with each new one. */
	readonly tell: (listener: (token: string) => void) => void;
}

interface AppTokenOptions {
	readonly answer: AppAnswer;
	/** Gets a new answer from the bot. Undefined if the token cannot be renewed. */
	readonly renew?: () => Promise<AppAnswer>;
	readonly now: () => Date;
}

/** How long before its expiry a token is renewed. It expires after an hour, and a job may run longer. Milliseconds. */
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
			// While the old token is valid, the job can still use it.
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

/** @throws if a new answer is for another App, key or repository. Threat: during the job, another server may answer in place of the bot. */
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

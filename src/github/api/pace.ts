/**
 * Matches requests that create content, which GitHub shows to people and limits. It does not match requests for git objects and refs, of
 * which a checkpoint writes many at once, or GraphQL, which we use only to read.
 */
const write = /^(?:POST|PATCH|PUT|DELETE) (?!.*\/(git\/|graphql$))/;

/**
 * Limits from GitHub's REST best practices: a second between many writes, and at most 80 content writes a minute and 500 an hour.
 * Milliseconds.
 */
const windows = [
	{ length: 10_000, most: 10 },
	{ length: 60_000, most: 80 },
	{ length: 3_600_000, most: 500 },
] as const;

/** Limits how fast the whole job writes, because after many writes at once, GitHub applies a secondary rate limit. */
export interface Pace {
	/** Waits until a request to this route may be sent, and counts the request if it writes. */
	before(route: string): Promise<void>;
	/** Sends no write for this time, because GitHub asked us to wait. */
	hold(milliseconds: number): void;
}

export interface PaceOptions {
	readonly now: () => Date;
	readonly sleep: (milliseconds: number) => Promise<void>;
}

export function createPace({ now, sleep }: PaceOptions): Pace {
	let sent: readonly number[] = [];
	let heldUntil = 0;
	const before = async (route: string): Promise<void> => {
		if (!write.test(route)) return;
		const at = now().getTime();
		const due = Math.max(at, heldUntil, nextFree(sent));
		// The request is counted before its wait, so that a second request that comes meanwhile gets a later time.
		sent = [...sent.filter((time) => time > due - 3_600_000), due];
		if (due > at) await sleep(due - at);
	};
	return {
		before,
		hold: (milliseconds) => {
			heldUntil = Math.max(heldUntil, now().getTime() + milliseconds);
		},
	};
}

/** Returns the earliest time at which the limits allow the next request. `sent` are the times of the earlier requests. */
function nextFree(sent: readonly number[]): number {
	const full = windows.map(({ length, most }) => {
		const oldest = sent.at(-most);
		return oldest === undefined ? 0 : oldest + length;
	});
	return Math.max(0, ...full);
}

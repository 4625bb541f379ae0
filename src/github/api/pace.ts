/**
 * Requests that GitHub treats as content, because it shows them and notifies people. Git objects and refs, of which a checkpoint writes
 * many at once, are not included. Our GraphQL only reads.
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

/** Limits how fast the whole job writes, because GitHub answers many writes at once with a secondary rate limit. */
export interface Pace {
	/** Waits until a request to this route may be sent, and adds it to the number of writes. */
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
		// Added before the wait, so that two requests that come together are not sent together.
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

/** Returns when the next request may be sent, by the times of the earlier ones. */
function nextFree(sent: readonly number[]): number {
	const full = windows.map(({ length, most }) => {
		const oldest = sent.at(-most);
		return oldest === undefined ? 0 : oldest + length;
	});
	return Math.max(0, ...full);
}

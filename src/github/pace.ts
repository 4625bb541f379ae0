/** What GitHub counts as content: it shows and notifies. Git objects and refs, of which a checkpoint writes many at once, do not, and our GraphQL only reads. */
const write = /^(?:POST|PATCH|PUT|DELETE) (?!.*\/(git\/|graphql$))/;

/** GitHub's REST best practices: many writes at a second's distance, and content-creating ones at most 80 a minute and 500 an hour. Milliseconds. */
const windows = [
	{ length: 10_000, most: 10 },
	{ length: 60_000, most: 80 },
	{ length: 3_600_000, most: 500 },
] as const;

/** Keeps our writes apart, for the whole job: a burst of them is what GitHub answers with a secondary rate limit. */
export interface Pace {
	/** Waits until a request of this route may go out, and counts it. */
	before(route: string): Promise<void>;
	/** GitHub asks for patience: no such request goes out before. */
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
		// Counted before the wait, so that two that come together do not go out together.
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

/** When the next one may go out, by those that have; in their order. */
function nextFree(sent: readonly number[]): number {
	const full = windows.map(({ length, most }) => {
		const oldest = sent.at(-most);
		return oldest === undefined ? 0 : oldest + length;
	});
	return Math.max(0, ...full);
}

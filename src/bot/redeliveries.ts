import {
	type DeliveryAttempt,
	listAttempts,
	longestRedeliverable,
	type RequestPort,
	redeliver,
} from '../github/index.ts';

const minute = 60_000;
/** The wait after each attempt doubles up to an hour: GitHub's own log is the memory, so that replicas need none. Milliseconds. */
const longestWait = 60 * minute;
/** An attempt that is answered just now may not be in the log yet; half of the time between two looks, where that is less. Milliseconds. */
const shortestWait = minute;

/** What a look at the delivery log came to. */
interface Redelivered {
	/** Deliveries that failed and never arrived, of those that can be sent again. */
	readonly failed: number;
	/** Those that GitHub was asked to send again just now. */
	readonly asked: readonly DeliveryAttempt[];
}

/**
 * The last attempt of each delivery that has not arrived and whose wait is over, oldest first. `attempts` holds the failed ones, and those
 * that arrived since the oldest of them.
 */
export function dueRedeliveries(
	attempts: readonly DeliveryAttempt[],
	now: Date,
	every = 2 * minute,
): readonly DeliveryAttempt[] {
	const first = Math.min(shortestWait, every / 2);
	return failedOf(attempts).flatMap((tries) => {
		const last = tries.reduce((newest, one) => (one.at > newest.at ? one : newest));
		const wait = Math.min(longestWait, first * 2 ** (tries.length - 1));
		return now.getTime() - Date.parse(last.at) >= wait ? [last] : [];
	});
}

/**
 * Asks GitHub to send again what did not arrive. Sending twice is harmless: the run claims its command. `every`: the time between two looks,
 * milliseconds.
 */
export async function redeliverFailed(octokit: RequestPort, now: Date, every?: number): Promise<Redelivered> {
	const since = new Date(now.getTime() - longestRedeliverable);
	const failures = await listAttempts(octokit, { since, failed: true });
	const oldest = failures.map(({ at }) => at).sort()[0];
	if (oldest === undefined) return { failed: 0, asked: [] };
	const all = await listAttempts(octokit, { since: new Date(oldest), failed: false });
	const known = new Set(all.map(({ id }) => id));
	const attempts = [...all, ...failures.filter(({ id }) => !known.has(id))];
	const asked: DeliveryAttempt[] = [];
	for (const due of dueRedeliveries(attempts, now, every)) if (await redeliver(octokit, due.id)) asked.push(due);
	return { failed: failedOf(attempts).length, asked };
}

function failedOf(attempts: readonly DeliveryAttempt[]): readonly (readonly DeliveryAttempt[])[] {
	const deliveries = Map.groupBy(attempts, ({ guid }) => guid);
	const failed = [...deliveries.values()].filter((tries) => tries.every(({ arrived }) => !arrived));
	return failed.sort(([one], [other]) => ((one?.at ?? '') < (other?.at ?? '') ? -1 : 1));
}

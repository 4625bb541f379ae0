import {
	type DeliveryAttempt,
	listAttempts,
	longestRedeliverable,
	type RequestPort,
	redeliver,
} from '../github/index.ts';

const minute = 60_000;
/**
 * The longest wait between two attempts. The wait doubles after each attempt. GitHub's own log lists the attempts, so the bot need not
 * store them. Milliseconds.
 */
const longestWait = 60 * minute;
/**
 * The wait after the first attempt, because GitHub's log may not yet contain that attempt. If half of the time between two rounds is
 * shorter, that time is used. Milliseconds.
 */
const shortestWait = minute;

/** The result of a look at the delivery log. */
interface Redelivered {
	/** The number of deliveries of which no attempt has arrived, and that can be sent again. */
	readonly failed: number;
	/** The attempts that GitHub was now asked to send again. */
	readonly asked: readonly DeliveryAttempt[];
}

/**
 * Returns the last attempt of each delivery that has not arrived and need not wait any longer, oldest first. `attempts` contains the failed
 * attempts, and the successful ones since the oldest failure.
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
 * Asks GitHub to send the deliveries again that did not arrive. If a delivery arrives twice, its command still runs once, because a run
 * claims its command. `every` is the time between two rounds, in milliseconds.
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

/** How many requests run at the same time. GitHub treats a hundred as an attack, and other jobs use the same token. */
const atOnce = 8;

/** Does the work for each item, a few at the same time. Returns the results in the order of the items. */
export async function inTurns<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<readonly U[]> {
	const done: U[] = [];
	for (let start = 0; start < items.length; start += atOnce)
		done.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
	return done;
}

/** The highest number of an id that an answer can name. */
export const highestId = 999_999;

/** The last words of a request before its marker: no argument can stand there, so that none can speak of ids. */
export function withIds(body: string, first: number, count: number): string {
	return `${body}\n\n<!-- countersign:ids:${first}-${first + count - 1} -->`;
}

/** The first and the last number of the ids that a request of ours shows, or all of them. */
export function shownNumbers(body: string): readonly number[] {
	const line = /<!-- countersign:ids:([1-9]\d{0,5})-([1-9]\d{0,5}) -->\s*<!-- countersign:request:\S+ -->\s*$/.exec(
		body,
	);
	return line === null ? headingNumbers(body) : line.slice(1).map(Number);
}

/** Requests of earlier versions, and one that was cut, say it in their headings only; arguments stand in fences. */
function headingNumbers(body: string): readonly number[] {
	const numbers: number[] = [];
	let fence: string | undefined;
	for (const line of body.split('\n')) {
		const ticks = /^(`{3,})/.exec(line)?.[1];
		if (fence !== undefined) {
			if (ticks === line && ticks.length >= fence.length) fence = undefined;
			continue;
		}
		fence = ticks;
		const number = /^#### A([1-9]\d{0,5}) ·/.exec(line)?.[1];
		if (number !== undefined) numbers.push(Number(number));
	}
	return numbers;
}

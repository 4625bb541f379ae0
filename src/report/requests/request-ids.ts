/** The highest number of an id that an answer can name. */
export const highestId = 999_999;

/** Adds the ids to a request, directly before its marker. No argument of a call is printed there, so an argument cannot fake the ids. */
export function withIds(body: string, first: number, count: number): string {
	return `${body}\n\n<!-- countersign:ids:${first}-${first + count - 1} -->`;
}

/**
 * Returns the first and the last id number of a request of ours. If the line with the ids is missing, it returns every number in the
 * headings.
 */
export function shownNumbers(body: string): readonly number[] {
	const line = /<!-- countersign:ids:([1-9]\d{0,5})-([1-9]\d{0,5}) -->\s*<!-- countersign:request:\S+ -->\s*$/.exec(
		body,
	);
	return line === null ? headingNumbers(body) : line.slice(1).map(Number);
}

/** The most ids that one request can have. If a line claims more, a person wrote it, and it is not expanded. */
const mostIds = 100;

/** Returns every id number of a request of ours. */
export function allNumbers(body: string): readonly number[] {
	const shown = shownNumbers(body);
	const [first = 1, last = 0] = [shown[0], shown.at(-1)];
	const count = last - first + 1;
	return count > 0 && count <= mostIds ? Array.from({ length: count }, (_, index) => first + index) : shown;
}

/**
 * Returns, for each id, the binding digests that the request's comments show (the first 16 characters). An id has several if it is for
 * several calls.
 */
export function shownBindings(bodies: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
	const bindings = new Map<string, ReadonlySet<string>>();
	let id = '';
	for (const line of bodies.flatMap(linesOutsideFences)) {
		id = heading.exec(line)?.[1] ?? id;
		const [, digest] = boundTo.exec(line) ?? [];
		if (digest !== undefined) bindings.set(id, new Set([...(bindings.get(id) ?? []), digest]));
	}
	return bindings;
}

/** The line with a binding. In requests of earlier versions, it begins with `bound to`. */
const boundTo = /^<sub>(?:bound to |An approval is [^`(]*\()`([0-9a-f]{16})`/;

const heading = /^#### (A[1-9]\d{0,5}) ·/;

/** Returns the id numbers in the headings. Requests of earlier versions, and requests that were cut, have no line with the ids. */
function headingNumbers(body: string): readonly number[] {
	return linesOutsideFences(body)
		.flatMap((line) => heading.exec(line)?.[1]?.slice(1) ?? [])
		.map(Number);
}

/** Returns the lines outside fences. These are our own words, because arguments are always inside fences. */
function linesOutsideFences(body: string): readonly string[] {
	const lines: string[] = [];
	let fence: string | undefined;
	for (const line of body.split('\n')) {
		const ticks = /^(`{3,})/.exec(line)?.[1];
		if (fence !== undefined) {
			if (ticks === line && ticks.length >= fence.length) fence = undefined;
			continue;
		}
		fence = ticks;
		lines.push(line);
	}
	return lines;
}

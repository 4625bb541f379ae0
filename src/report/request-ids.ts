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

/** More than a reply's calls need: who claims more wrote it by hand. */
const mostIds = 100;

/** Every number of the ids that a request of ours shows. */
export function allNumbers(body: string): readonly number[] {
	const shown = shownNumbers(body);
	const [first = 1, last = 0] = [shown[0], shown.at(-1)];
	const count = last - first + 1;
	return count > 0 && count <= mostIds ? Array.from({ length: count }, (_, index) => first + index) : shown;
}

/** The beginnings of the digests that each id is bound to, one for each of its calls, as the comments of a request show them. */
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

/** Requests of earlier versions that still wait begin with `bound to`. */
const boundTo = /^<sub>(?:bound to |An approval is [^`(]*\()`([0-9a-f]{16})`/;

const heading = /^#### (A[1-9]\d{0,5}) ·/;

/** Requests of earlier versions, and one that was cut, say it in their headings only. */
function headingNumbers(body: string): readonly number[] {
	return linesOutsideFences(body)
		.flatMap((line) => heading.exec(line)?.[1]?.slice(1) ?? [])
		.map(Number);
}

/** What we say ourselves: arguments stand in fences. */
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

import type { CommentFacts } from '../../core/index.ts';

/*
 * Comments of earlier versions have no facts in their markers, so their words are read. Those comments do not change any more, and neither
 * do these patterns. Comments of this version are never read here, except to find ids in one whose facts are damaged.
 */

/** Returns the journal's head from the last line of a progress comment. The lines before it may contain the model's words. */
export function earlierHead(body: string): CommentFacts['head'] {
	const match = /journal (\d+) lines?, head `([0-9a-f]{64})`<\/sub>\s*<!-- \S+ -->\s*$/.exec(body);
	return match === null ? undefined : { count: Number(match[1]), hash: match[2] ?? '' };
}

/** The most ids that one request can have. A line with a longer range does not come from us, so only its two numbers count. */
const mostIds = 100;

/** Returns every id number of a request, from the line before the marker, or from the headings if there is no such line. */
export function earlierNumbers(body: string): readonly number[] {
	const line = /<!-- countersign:ids:([1-9]\d{0,5})-([1-9]\d{0,5}) -->\s*<!-- countersign:request:\S+ -->\s*$/.exec(
		body,
	);
	const [first = 1, last = 0] = line === null ? [] : line.slice(1).map(Number);
	const count = last - first + 1;
	if (count > 0 && count <= mostIds) return Array.from({ length: count }, (_, index) => first + index);
	if (line !== null) return [first, last];
	return linesOutsideFences(body)
		.flatMap(({ text }) => heading.exec(text)?.[1]?.slice(1) ?? [])
		.map(Number);
}

const heading = /^#### (A[1-9]\d{0,5}) ·/;
const boundTo = /^<sub>(?:bound to |An approval is [^`(]*\()`([0-9a-f]{16})`/;

/** Returns each binding that a comment of a request shows, with its id. */
export function earlierBindings(body: string): readonly (readonly [string, readonly string[]])[] {
	const bindings: (readonly [string, readonly string[]])[] = [];
	let id = '';
	for (const { text } of linesOutsideFences(body)) {
		id = heading.exec(text)?.[1] ?? id;
		const [, digest] = boundTo.exec(text) ?? [];
		if (digest !== undefined) bindings.push([id, [digest]]);
	}
	return bindings;
}

/** Returns whether a request was decided or replaced. A request that waits begins with its title. */
export function earlierState(body: string): CommentFacts['state'] {
	if (body.includes('<!-- countersign:decided -->') || body.startsWith('### Part of a request')) return 'decided';
	return body.startsWith('### ') ? undefined : 'replaced';
}

/** Returns the lines that help only on GitHub, and the last list of offered answers. */
export function earlierLines(body: string): NonNullable<CommentFacts['lines']> {
	const lines = linesOutsideFences(body);
	const github = lines.flatMap(({ text, at }) =>
		/^(The run that @\S+ started has stopped here\.|Who may answer: )/.test(text) ? [[at, at] as const] : [],
	);
	const begin = lines.findLast(({ text }) => text.startsWith('**Answer** with a new comment'))?.at;
	if (begin === undefined) return { github };
	const next = lines.find(({ text, at }) => at > begin && !text.startsWith('- '))?.at ?? begin + 1;
	return { github, answers: [[begin, next - 1]] };
}

/** Returns the lines outside fences. These are our own words, because arguments are always inside fences. */
function linesOutsideFences(body: string): readonly { readonly text: string; readonly at: number }[] {
	const lines: { readonly text: string; readonly at: number }[] = [];
	let fence: string | undefined;
	for (const [at, text] of body.split('\n').entries()) {
		const ticks = /^(`{3,})/.exec(text)?.[1];
		if (fence !== undefined) {
			if (ticks === text && ticks.length >= fence.length) fence = undefined;
			continue;
		}
		fence = ticks;
		lines.push({ text, at });
	}
	return lines;
}

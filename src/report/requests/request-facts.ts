import { type CommentFacts, markerIn } from '../../core/index.ts';
import { earlierBindings, earlierLines, earlierNumbers, earlierState } from '../text/earlier-comments.ts';
import { partName, requestName } from '../text/markers.ts';

/** The highest number of an id that an answer can name. */
export const highestId = 999_999;

/**
 * Returns the number of every id of a request of ours, in order. If the facts of the marker are damaged, it returns the numbers in the
 * headings, so that no id is used twice.
 */
export function allNumbers(body: string): readonly number[] {
	const marker = markerIn(body);
	if (marker?.kind !== 'facts') return earlierNumbers(body);
	return Object.keys(marker.facts.asks ?? {}).map((id) => Number(id.slice(1)));
}

/**
 * Returns, for each id, the bindings of its calls that the request's comments show (the first 16 characters). An id has several if it is
 * for several calls.
 */
export function shownBindings(bodies: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
	const bindings = new Map<string, ReadonlySet<string>>();
	for (const [id, own] of bodies.flatMap(bindingsIn)) bindings.set(id, new Set([...(bindings.get(id) ?? []), ...own]));
	return bindings;
}

function bindingsIn(body: string): readonly (readonly [string, readonly string[]])[] {
	const marker = markerIn(body);
	if (marker?.kind === 'facts') return Object.entries(marker.facts.asks ?? {});
	return marker?.kind === 'plain' ? earlierBindings(body) : [];
}

/** Returns what became of a request of ours, or of a part of one. Undefined while it waits. */
export function requestState(body: string): CommentFacts['state'] {
	const marker = markerIn(body);
	return marker?.kind === 'facts' ? marker.facts.state : earlierState(body);
}

/** Returns what the lines of a comment of ours are for. Lines are counted from 0. Empty for a comment that is no request. */
export function requestLines(body: string): NonNullable<CommentFacts['lines']> {
	const marker = markerIn(body);
	if (requestName(body) === undefined && partName(body) === undefined) return {};
	return (marker?.kind === 'facts' ? marker.facts.lines : earlierLines(body)) ?? {};
}

/** Returns the ids for the marker of a request that nobody can answer any more. */
export function keptAsks(body: string): Pick<CommentFacts, 'asks'> {
	const numbers = allNumbers(body);
	const bindings = shownBindings([body]);
	const asks = numbers.map((number) => [`A${number}`, [...(bindings.get(`A${number}`) ?? [])]] as const);
	return numbers.length === 0 ? {} : { asks: Object.fromEntries(asks) };
}

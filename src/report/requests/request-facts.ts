import { type CommentFacts, markerIn } from '../../core/index.ts';
import { earlierBindings, earlierLines, earlierNumbers, earlierState } from '../text/earlier-comments.ts';
import { partName, requestName } from '../text/markers.ts';

/** The highest number that an id can have. */
export const highestId = 999_999;

/**
 * Returns the numbers of all ids in a request of ours, in order. If the facts of the marker are damaged, it reads the numbers from the
 * headings, so that no id is used twice.
 */
export function allNumbers(body: string): readonly number[] {
	const marker = markerIn(body);
	if (marker?.kind !== 'facts') return earlierNumbers(body);
	return Object.keys(marker.facts.asks ?? {}).map((id) => Number(id.slice(1)));
}

/**
 * Returns the bindings (the first 16 characters) that the request's comments show, for each id. An id for several calls has several
 * bindings.
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

/** Returns whether a request of ours, or a part of one, was decided or replaced. Undefined while it waits. */
export function requestState(body: string): CommentFacts['state'] {
	const marker = markerIn(body);
	return marker?.kind === 'facts' ? marker.facts.state : earlierState(body);
}

/** Returns the roles of the lines in a request of ours. Lines are counted from 0. Empty for any other comment. */
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

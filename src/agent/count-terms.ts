import { eachWord, hashOf } from './each-word.ts';
import type { SearchTerm } from './search-terms.ts';

/** How often the terms are in a text, by their place in the list, and how many words it has. */
export interface TermCounts {
	readonly words: number;
	readonly times: ReadonlyMap<number, number>;
}

/**
 * Counts terms in texts in UTF-8. Case, underscores and the parts of identifiers are those of {@link eachWord}. Two words of one hash of 32
 * bits would count as one: that moves a rank, and nothing else depends on it.
 */
export function termCounter(terms: readonly SearchTerm[]): (bytes: Uint8Array) => TermCounts {
	const places = new Map(terms.map(({ word }, place) => [hashOf(word), place]));
	// Most words are no term, and this is quicker than a map at saying so.
	const isPossible = new Uint8Array(1 << 16);
	for (const hash of places.keys()) isPossible[hash & 0xffff] = 1;
	return (bytes) => {
		const times = new Map<number, number>();
		let words = 0;
		eachWord(bytes, (hash) => {
			words += 1;
			if (isPossible[hash & 0xffff] === 0) return;
			const place = places.get(hash);
			if (place !== undefined) times.set(place, (times.get(place) ?? 0) + 1);
		});
		return { words, times };
	};
}

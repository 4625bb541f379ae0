import { eachWord, hashOf } from './each-word.ts';
import type { SearchTerm } from './search-terms.ts';

/** The number of words in a text, and how often each term occurs in it, by the term's index in the list. */
export interface TermCounts {
	readonly words: number;
	readonly times: ReadonlyMap<number, number>;
}

/**
 * Counts terms in UTF-8 texts. {@link eachWord} says what a word is. Two words with the same 32-bit hash count as the same word, which can
 * only change a rank.
 */
export function termCounter(terms: readonly SearchTerm[]): (bytes: Uint8Array) => TermCounts {
	const places = new Map(terms.map(({ word }, place) => [hashOf(word), place]));
	// Most words are not terms, and this table shows that faster than a map.
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

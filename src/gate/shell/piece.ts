import type { Word as SyntaxWord } from 'unbash';
import type { Facts } from '../../core/index.ts';
import { limits, type State } from './state.ts';
import type { Stream, Word } from './word.ts';

/** A piece of a word, before the shell splits it into words. */
export interface Piece {
	readonly text: string;
	readonly known: boolean;
	/** Subject to splitting at blanks: an unquoted expansion. */
	readonly splits: boolean;
	readonly pattern: boolean;
	readonly secret?: string;
	readonly substitutes?: boolean;
	readonly fetched?: boolean;
	readonly stream?: Stream;
	/** A word ends here whatever stands beside it: an element of an array. */
	readonly ends?: boolean;
}

/** The sequences of pieces that one word may become: more than one for braces, and for defaults that may or may not be taken. */
export type Alternatives = readonly (readonly Piece[])[];

/** What folding asks of the world around the word. */
export interface Folding {
	readonly facts: Facts;
	readonly state: State;
	/** What each substitution of the command prints, by its source text. */
	readonly printed: ReadonlyMap<string, Stream>;
	/** The one word that a written word becomes where nothing is split. */
	readonly unsplit: (word: SyntaxWord) => Word;
}

export const literal = (text: string): Piece => ({ text, known: true, splits: false, pattern: false });
export const unknownPiece = (text: string): Piece => ({ text, known: false, splits: false, pattern: false });

/** A number can be no option and no way out of a directory: it counts as a pattern. */
export const number: Piece = { text: '*', known: true, splits: false, pattern: true };

/** Every combination of the alternatives of neighbouring parts, or one unknown piece where there are too many. */
export function combine(parts: readonly Alternatives[], source: string): Alternatives {
	let combined: Alternatives = [[]];
	for (const options of parts) {
		if (combined.length * options.length > limits.alternatives) return [[unknownPiece(source)]];
		combined = combined.flatMap((before) => options.map((option) => [...before, ...option]));
	}
	return combined;
}

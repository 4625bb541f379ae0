import type { Word as SyntaxWord } from 'unbash';
import type { Facts } from '../../core/index.ts';
import { limits, type State } from './state.ts';
import { isToken, type Stream, tokenWord, type Word } from './word.ts';

/** A piece of a word, before the shell splits it into words. */
export interface Piece {
	readonly text: string;
	readonly known: boolean;
	/** Subject to splitting at blanks: an unquoted expansion. */
	readonly splits: boolean;
	readonly pattern: boolean;
	readonly secret?: string;
	readonly told?: string;
	readonly substitutes?: boolean;
	readonly fetched?: boolean;
	readonly decoded?: boolean;
	readonly file?: string;
	readonly program?: string;
	readonly stream?: Stream;
	readonly many?: boolean;
	readonly loose?: boolean;
	readonly whole?: boolean;
	/** One of two ways to read an expansion, of which the other stands beside it. */
	readonly either?: boolean;
	/** Stands for several words of a list. */
	readonly several?: boolean;
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
	/** The pieces of a word inside an expansion. */
	readonly operand: (word: SyntaxWord, quoted: boolean) => Alternatives;
}

export const literal = (text: string): Piece => ({ text, known: true, splits: false, pattern: false });
export const unknownPiece = (text: string): Piece => ({ text, known: false, splits: false, pattern: false });

export const token: Piece = { text: tokenWord.text, known: true, splits: false, pattern: true };

/** One of the words of a list that cannot be told: one that may be fetched, a secret, or no more than a number. */
export function pieceOfAny(list: readonly Word[], unclear: Piece): Piece {
	if (list.length > 0 && list.every(isToken)) return token;
	const secret = list.flatMap((word) => word.secrets)[0] ?? unclear.secret;
	return { ...unclear, fetched: list.some((word) => word.fetched), ...(secret !== undefined && { secret }) };
}

/** Every combination of the alternatives of neighbouring parts, or one unknown piece where there are too many. */
export function combine(parts: readonly Alternatives[], source: string): Alternatives {
	let combined: Piece[][] = [[]];
	for (const options of parts) {
		const [only] = options;
		// The common case appends: a word of many parts must not be copied for each of them.
		if (options.length === 1 && only !== undefined) for (const before of combined) before.push(...only);
		else if (combined.length * options.length > limits.alternatives) return [[unknownPiece(source)]];
		else combined = combined.flatMap((before) => options.map((option) => [...before, ...option]));
	}
	return combined;
}

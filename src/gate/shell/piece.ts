import type { Word as SyntaxWord } from 'unbash';
import type { Facts } from '../../core/index.ts';
import { limits, type State } from './state.ts';
import { numberWord, type Stream, tokenWord, type Word } from './word.ts';

/** A piece of a word, before the shell splits it into words. */
export interface Piece {
	readonly text: string;
	readonly known: boolean;
	/** Subject to splitting at blanks: an unquoted expansion. */
	readonly splits: boolean;
	readonly pattern: boolean;
	readonly secret?: string;
	readonly partial?: boolean;
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
	readonly listed?: Word['listed'];
	readonly from?: Word['from'];
	readonly linkless?: boolean;
	readonly chosen?: boolean;
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

/** One unknown piece in place of others, which keeps what they hold of secrets and of other machines. */
export function lostPiece(source: string, pieces: readonly Piece[]): Piece {
	const secret = pieces.find((piece) => piece.secret !== undefined)?.secret;
	const partial = pieces.some((piece) => piece.partial === true);
	const [fetched, decoded] = [pieces.some((piece) => piece.fetched), pieces.some((piece) => piece.decoded)];
	const marks = { ...(fetched && { fetched }), ...(decoded && { decoded }), ...(partial && { partial }) };
	return { ...unknownPiece(source), ...marks, ...(secret !== undefined && { secret }) };
}

export const token: Piece = { text: tokenWord.text, known: true, splits: false, pattern: true };
export const numberPiece: Piece = { ...token, text: numberWord.text };

/** What stays true of a match, or of several. */
export function ofChosen({ chosen, many }: Word): Pick<Piece, 'chosen' | 'many'> {
	return chosen === true ? { chosen, ...(many === true && { many }) } : {};
}

/** Every combination of the alternatives of neighbouring parts, or one unknown piece where there are too many. */
export function combine(parts: readonly Alternatives[], source: string): Alternatives {
	let combined: Piece[][] = [[]];
	for (const options of parts) {
		const [only] = options;
		// The common case appends: a word of many parts must not be copied for each of them.
		if (options.length === 1 && only !== undefined) for (const before of combined) before.push(...only);
		else if (combined.length * options.length > limits.alternatives) return [[lostPiece(source, parts.flat(2))]];
		else combined = combined.flatMap((before) => options.map((option) => [...before, ...option]));
	}
	return combined;
}

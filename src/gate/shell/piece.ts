import type { Word as SyntaxWord } from 'unbash';
import type { Facts } from '../../core/index.ts';
import { limits, type State } from './state.ts';
import { numberWord, type Stream, tokenWord, type Word } from './word.ts';

/** A piece of a word, before the shell splits the word. */
export interface Piece {
	readonly text: string;
	readonly known: boolean;
	/** An unquoted expansion, which the shell splits at blanks. */
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
	readonly child?: boolean;
	readonly chosen?: boolean;
	/** One of two ways to read an expansion; the other way is another alternative. */
	readonly either?: boolean;
	/** May become several words of an array. */
	readonly several?: boolean;
	/** The word ends after this piece: an element of an array. */
	readonly ends?: boolean;
}

/** The sequences of pieces that one word may become. There are several for braces, and for defaults that may or may not apply. */
export type Alternatives = readonly (readonly Piece[])[];

/** The data and functions that folding needs from outside the word. */
export interface Folding {
	readonly facts: Facts;
	readonly state: State;
	/** The output of each substitution in the command, by its source text. */
	readonly printed: ReadonlyMap<string, Stream>;
	/** Returns the one word that a written word becomes without splitting. */
	readonly unsplit: (word: SyntaxWord) => Word;
	/** Returns the pieces of a word inside an expansion. */
	readonly operand: (word: SyntaxWord, quoted: boolean) => Alternatives;
}

export const literal = (text: string): Piece => ({ text, known: true, splits: false, pattern: false });
export const unknownPiece = (text: string): Piece => ({ text, known: false, splits: false, pattern: false });

/** Replaces several pieces by one unknown piece. Keeps whether they contain secrets, or text from another machine. */
export function lostPiece(source: string, pieces: readonly Piece[]): Piece {
	const secret = pieces.find((piece) => piece.secret !== undefined)?.secret;
	const partial = pieces.some((piece) => piece.partial === true);
	const [fetched, decoded] = [pieces.some((piece) => piece.fetched), pieces.some((piece) => piece.decoded)];
	const marks = { ...(fetched && { fetched }), ...(decoded && { decoded }), ...(partial && { partial }) };
	return { ...unknownPiece(source), ...marks, ...(secret !== undefined && { secret }) };
}

export const token: Piece = { text: tokenWord.text, known: true, splits: false, pattern: true };
export const numberPiece: Piece = { ...token, text: numberWord.text };

/** Returns the marks that a piece keeps from a match, or from several matches. */
export function ofChosen({ chosen, many }: Word): Pick<Piece, 'chosen' | 'many'> {
	return chosen === true ? { chosen, ...(many === true && { many }) } : {};
}

/** Returns every combination of the alternatives of adjacent parts, or one unknown piece if there are too many. */
export function combine(parts: readonly Alternatives[], source: string): Alternatives {
	let combined: Piece[][] = [[]];
	for (const options of parts) {
		const [only] = options;
		// Usually there is one alternative. Appending it avoids a copy of a long word for each part.
		if (options.length === 1 && only !== undefined) for (const before of combined) before.push(...only);
		else if (combined.length * options.length > limits.alternatives) return [[lostPiece(source, parts.flat(2))]];
		else combined = combined.flatMap((before) => options.map((option) => [...before, ...option]));
	}
	return combined;
}

import type { Candidate } from './choose-within.ts';
import { attribute, fenced, fencedVerbatim, maxCharacters } from './fence.ts';
import { visibleText } from './visible-text.ts';

/** A candidate with a function that writes it in the form for the model. */
export interface Piece extends Candidate {
	/** Returns the piece as text. `fence` is the word in this context's tags around untrusted texts. */
	readonly write: (fence: string) => string;
	/** The whole untrusted text, before anything is removed or cut. Anybody may have written it. The fence is a digest of all these texts. */
	readonly foreign?: string;
}

type Kind = Pick<Piece, 'category' | 'source' | 'score'> & Partial<Pick<Piece, 'always' | 'never'>>;

/** Returns a piece for a text of our own. It is always shown, unless it is empty. */
export function ownPiece(category: Piece['category'], source: string, text: string): readonly Piece[] {
	return text === '' ? [] : [{ category, source, text, score: 1, always: true, write: () => text }];
}

/** Returns a piece for a text that people wrote, without characters that readers on GitHub cannot see. */
export function foreignPiece(kind: Kind, text: string): Piece {
	return {
		...kind,
		text: text.slice(0, maxCharacters),
		foreign: text,
		write: (fence) => fenced(fence, kind.source, text),
	};
}

/** Returns a piece for code, up to `most` characters. Invisible characters are written as code points. */
export function codePiece(kind: Kind, code: string, most: number): Piece {
	const text = cut(code, most);
	return { ...kind, text, foreign: code, write: (fence) => fencedVerbatim(fence, kind.source, text) };
}

/** Returns a piece for a text of the default branch, such as instructions, in an element with this name. */
export function toldPiece(kind: Kind, element: string, told: string): Piece {
	const { text, removed } = visibleText(told);
	const note = removed === '' ? '' : ` removed="${removed}"`;
	const shown = cut(text.trim(), maxCharacters);
	const write = (): string => `<${element} source="${attribute(kind.source)}"${note}>\n${shown}\n</${element}>`;
	return { ...kind, text: shown, write };
}

function cut(text: string, most: number): string {
	const more = text.length - most;
	return more > 0 ? `${text.slice(0, most).toWellFormed()}\n[${more} more characters were cut]` : text;
}

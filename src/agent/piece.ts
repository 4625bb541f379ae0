import type { Candidate } from './choose-within.ts';
import { attribute, fenced, fencedVerbatim, maxCharacters } from './fence.ts';
import { visibleText } from './visible-text.ts';

/** A candidate that knows how it is written down. */
export interface Piece extends Candidate {
	/** `fence` is the word of this context's tags for untrusted text. */
	readonly write: (fence: string) => string;
	/** What anybody may have written, whole: the fence is derived from it. Threat: what is taken out of a text, or cut, moves what is shown. */
	readonly foreign?: string;
}

type Kind = Pick<Piece, 'category' | 'source' | 'score'> & Partial<Pick<Piece, 'always' | 'never'>>;

/** What our own code writes: always shown, and nothing where it is empty. */
export function ownPiece(category: Piece['category'], source: string, text: string): readonly Piece[] {
	return text === '' ? [] : [{ category, source, text, score: 1, always: true, write: () => text }];
}

/** What people wrote, without what readers of GitHub cannot see. */
export function foreignPiece(kind: Kind, text: string): Piece {
	return {
		...kind,
		text: text.slice(0, maxCharacters),
		foreign: text,
		write: (fence) => fenced(fence, kind.source, text),
	};
}

/** Code: up to `most` characters, and what cannot be seen is written as its code point. */
export function codePiece(kind: Kind, code: string, most: number): Piece {
	const text = cut(code, most);
	return { ...kind, text, foreign: code, write: (fence) => fencedVerbatim(fence, kind.source, text) };
}

/** Something that the default branch tells the model, in an element of its own. */
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

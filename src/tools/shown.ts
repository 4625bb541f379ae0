import { fenced, fencedVerbatim, fenceFor } from '../agent/index.ts';

/** A text that somebody else wrote, and whose it is. */
export interface Foreign {
	readonly source: string;
	readonly text: string;
	/** Code or a log: nothing is left out of it. */
	readonly verbatim?: boolean;
}

/** Characters of all texts of one answer. */
export const longestAnswer = 40_000;

/** Foreign texts as data, in the form that the context uses. Empty ones are left out. */
export function asData(texts: readonly Foreign[]): readonly string[] {
	const given = texts.filter(({ text }) => text.trim() !== '');
	const fence = fenceFor(given.map(({ text }) => text));
	return given.map(({ source, text, verbatim }) =>
		verbatim === true ? fencedVerbatim(fence, source, text) : fenced(fence, source, text),
	);
}

/** The last of the texts that fit one answer, and how many earlier ones did not. */
export function newest(texts: readonly Foreign[]): { readonly shown: readonly Foreign[]; readonly left: number } {
	let room = longestAnswer;
	const from = texts.findLastIndex(({ text }) => {
		room -= text.length;
		return room < 0;
	});
	// One text that is too long alone is cut by its fence.
	const begin = Math.min(from + 1, Math.max(0, texts.length - 1));
	return { shown: texts.slice(begin), left: begin };
}

/** The first of the texts that fit one answer, and how many later ones did not. */
export function first(texts: readonly Foreign[]): { readonly shown: readonly Foreign[]; readonly left: number } {
	let room = longestAnswer;
	const end = texts.findIndex(({ text }) => {
		room -= text.length;
		return room < 0;
	});
	const shown = end === -1 ? texts : texts.slice(0, end);
	return { shown, left: texts.length - shown.length };
}

/** What fits, and in words what was cut. */
export function capped(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return `${text.slice(0, longest).toWellFormed()}\n[${text.length - longest} more characters were cut]`;
}

/** The lines of an answer; empty ones are left out. */
export function joined(lines: readonly string[]): string {
	return lines.filter((line) => line !== '').join('\n');
}

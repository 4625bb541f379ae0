import { fenced, fencedVerbatim, fenceFor } from '../agent/index.ts';

/** A text that others wrote, and its source. */
export interface Foreign {
	readonly source: string;
	readonly text: string;
	/** True for code or a log. Then no part, such as an HTML comment, is removed. */
	readonly verbatim?: boolean;
}

/** The most characters of all texts in one answer. */
export const longestAnswer = 40_000;

/** Returns texts that others wrote in the form for data, as in the context. It leaves out empty texts. */
export function asData(texts: readonly Foreign[]): readonly string[] {
	const given = texts.filter(({ text }) => text.trim() !== '');
	const fence = fenceFor(given.map(({ text }) => text));
	return given.map(({ source, text, verbatim }) =>
		verbatim === true ? fencedVerbatim(fence, source, text) : fenced(fence, source, text),
	);
}

/** Returns the last texts that fit in one answer, and the number of earlier texts that did not fit. */
export function newest(texts: readonly Foreign[]): { readonly shown: readonly Foreign[]; readonly left: number } {
	let room = longestAnswer;
	const from = texts.findLastIndex(({ text }) => {
		room -= text.length;
		return room < 0;
	});
	// Show at least the last text. If it is too long alone, `fenced` cuts it.
	const begin = Math.min(from + 1, Math.max(0, texts.length - 1));
	return { shown: texts.slice(begin), left: begin };
}

/** Returns the first texts that fit in one answer, and the number of later texts that did not fit. */
export function first(texts: readonly Foreign[]): { readonly shown: readonly Foreign[]; readonly left: number } {
	let room = longestAnswer;
	const end = texts.findIndex(({ text }) => {
		room -= text.length;
		return room < 0;
	});
	const shown = end === -1 ? texts : texts.slice(0, end);
	return { shown, left: texts.length - shown.length };
}

/** Returns the text, or its beginning and a note about how much was cut. */
export function capped(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return `${text.slice(0, longest).toWellFormed()}\n[${text.length - longest} more characters were cut]`;
}

/** Joins the lines of an answer, without empty lines. */
export function joined(lines: readonly string[]): string {
	return lines.filter((line) => line !== '').join('\n');
}

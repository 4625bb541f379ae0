import type { CommentFacts, LineRole } from '../../core/index.ts';

/** A text for GitHub, with the roles of some of its lines. So a terminal can leave lines out without parsing the text. */
export interface MarkedText {
	readonly text: string;
	readonly marks: readonly Mark[];
}

interface Mark {
	readonly role: LineRole;
	/** The first and the last line, counted from 0. */
	readonly from: number;
	readonly to: number;
}

/** Returns a text without marks, or with one role for all its lines. */
export function marked(text: string, role?: LineRole): MarkedText {
	return { text, marks: role === undefined ? [] : [{ role, from: 0, to: lineBreaks(text) }] };
}

/** Joins texts with an empty line between them, and moves their marks to the new lines. */
export function joinedTexts(parts: readonly MarkedText[]): MarkedText {
	const marks: Mark[] = [];
	let line = 0;
	for (const { text, marks: own } of parts) {
		for (const { role, from, to } of own) marks.push({ role, from: line + from, to: line + to });
		line += lineBreaks(text) + 2;
	}
	return { text: parts.map(({ text }) => text).join('\n\n'), marks };
}

/** Returns the marks in the form for a comment's marker. */
export function lineFacts({ marks }: MarkedText): Pick<CommentFacts, 'lines'> {
	const byRole = Map.groupBy(marks, ({ role }) => role);
	const ranges = [...byRole].map(([role, own]) => [role, own.map(({ from, to }) => [from, to] as const)]);
	return ranges.length === 0 ? {} : { lines: Object.fromEntries(ranges) };
}

function lineBreaks(text: string): number {
	return text.split('\n').length - 1;
}

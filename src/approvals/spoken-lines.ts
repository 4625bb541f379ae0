import { isDelimiterRow, unfinishedInline } from './unfinished-inline.ts';

/** Where the markdown stands between two lines. */
interface Place {
	/** What the next line is in, whatever it holds. */
	readonly inside?: { readonly kind: 'fence'; readonly mark: string } | { readonly kind: 'comment' };
	/** Until a blank line the lines belong to a quote or a list, or to something that a line of the paragraph began. */
	readonly others: boolean;
	/** Indented lines may belong to a list's item. */
	readonly list: boolean;
}

const start: Place = { others: false, list: false };
const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const marker = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;

/** The lines of a comment, as GitHub's markdown ends them. */
export function linesOf(body: string): readonly string[] {
	return body.split(/\r\n|\r|\n/);
}

/**
 * The indexes of the lines that the author says in their own words: each in a paragraph outside lists, quotes, code and HTML, as
 * CommonMark 0.31.2 has it. What could be read in two ways is not said, and behind a line from which on the whole could, nothing is.
 */
export function spokenLines(lines: readonly string[]): readonly number[] {
	const spoken: number[] = [];
	let place = start;
	for (const [index, line] of lines.entries()) {
		const isHead = isDelimiterRow(lines[index + 1] ?? '');
		if (place.inside === undefined && !place.others && isOwn(line, place) && !isHead) spoken.push(index);
		const next = after(place, line);
		if (next === undefined) break;
		place = next;
	}
	return spoken;
}

/** Begins with words, not with another block; at the margin, or up to three blanks behind it where no list could own them. */
function isOwn(line: string, { list }: Place): boolean {
	const begins = list ? /^(?![>#<]|`{3}|~{3})\S/ : /^ {0,3}(?![>#<]|`{3}|~{3})\S/;
	return begins.test(line) && !marker.test(line);
}

/** Undefined where readers may go apart for good. */
function after(place: Place, line: string): Place | undefined {
	if (isOdd(line) && (place.inside?.kind !== 'fence' || line.trim() !== '')) return undefined;
	if (place.inside?.kind === 'fence') return closes(line, place.inside.mark) ? start : place;
	if (place.inside?.kind === 'comment') return afterComment(place, line);
	if (/^[ \t]*$/.test(line)) return { ...place, others: false };
	// What begins right at the margin stands outside of any list.
	const isOutside = !place.list || /^ ?[^ \t]/.test(line);
	const [, ticks, tildes] = (isOutside ? fence.exec(line) : undefined) ?? [];
	const mark = ticks ?? tildes;
	if (mark !== undefined) return { ...start, inside: { kind: 'fence', mark } };
	if (isOutside && /^ {0,3}<!--(?!-?>)/.test(line)) return afterComment(start, line.replace('<!--', ''));
	return afterText(place, line, isOutside);
}

function afterText(place: Place, line: string, isOutside: boolean): Place | undefined {
	const isItem = marker.test(line);
	const isQuote = /^ {0,3}>/.test(line);
	const list = isItem || (place.list && (!isOutside || (place.others && !isQuote)));
	// A fence in an item ends where the item does, and where that is depends on how deep it stands.
	if (list && (isItem || !isOutside) && /`{3}|~{3}/.test(line)) return undefined;
	const unfinished = unfinishedInline(line);
	if (unfinished === 'html') return undefined;
	return { others: place.others || isItem || isQuote || list || unfinished === 'paragraph', list };
}

/** HTML that shows nothing. Browsers also end a comment at `--!>`, and see a whole one in `<!-->`. */
function afterComment(place: Place, line: string): Place | undefined {
	if (line.includes('--!>')) return undefined;
	const end = line.indexOf('-->');
	if (end === -1) return { ...place, inside: { kind: 'comment' } };
	return line.includes('<', end) ? undefined : start;
}

/** A line that is blank, or a fence, only to who takes every white space for a blank. */
function isOdd(line: string): boolean {
	return /^(?:`{3,}|~{3,})?$/.test(line.trim()) && /[^ \t`~]/.test(line);
}

/** A closing fence is as long as the opening one, of the same kind, and has nothing behind it. */
function closes(line: string, mark: string): boolean {
	const found = closing.exec(line)?.[1];
	return found !== undefined && found[0] === mark[0] && found.length >= mark.length;
}

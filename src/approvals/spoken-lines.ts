import { codeSpans, withoutLinks } from '../core/index.ts';

/** The state of the markdown between two lines. */
interface Place {
	/** The code fence or HTML comment that contains the next line. */
	readonly inside?: { readonly kind: 'fence'; readonly mark: string } | { readonly kind: 'comment' };
	/** True if the lines up to the next blank line may belong to a quote, a list, or a construct that began earlier in the paragraph. */
	readonly isForeign: boolean;
	/** True if a list is open, so that indented lines may belong to a list item. */
	readonly list: boolean;
}

const start: Place = { isForeign: false, list: false };
const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const marker = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Splits a comment into lines, as GitHub's markdown does. */
export function linesOf(body: string): readonly string[] {
	return body.split(/\r\n|\r|\n/);
}

/**
 * Returns the indexes of the lines that are certainly the author's own words: lines of paragraphs outside lists, quotes, code and HTML, by
 * CommonMark 0.31.2. Markdown programs read some lines differently. A line that could be a quote, a list or code is left out. If a line
 * could change the meaning of all later lines, these are left out, too.
 */
export function spokenLines(lines: readonly string[]): readonly number[] {
	const spoken: number[] = [];
	let place = start;
	for (const [index, line] of lines.entries()) {
		const isHead = isDelimiterRow(lines[index + 1] ?? '');
		if (place.inside === undefined && !place.isForeign && isOwn(line, place) && !isHead) spoken.push(index);
		const next = after(place, line);
		if (next === undefined) break;
		place = next;
	}
	return spoken;
}

/**
 * Returns whether a line begins with words, and not with another block. If no list is open, up to three spaces before the words are
 * allowed.
 */
function isOwn(line: string, { list }: Place): boolean {
	const begins = list ? /^(?![>#<]|`{3}|~{3})\S/ : /^ {0,3}(?![>#<]|`{3}|~{3})\S/;
	return begins.test(line) && !marker.test(line);
}

/** Returns the state after a line, or undefined if markdown programs may read the rest differently. */
function after(place: Place, line: string): Place | undefined {
	if (isOdd(line) && (place.inside?.kind !== 'fence' || line.trim() !== '')) return undefined;
	if (place.inside?.kind === 'fence') return closes(line, place.inside.mark) ? start : place;
	if (place.inside?.kind === 'comment') return afterComment(place, line);
	if (/^[ \t]*$/.test(line)) return { ...place, isForeign: false };
	// A line that begins at the margin is outside of any list.
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
	const list = isItem || (place.list && (!isOutside || (place.isForeign && !isQuote)));
	// A fence in a list item ends with the item, whose end depends on the indentation.
	if (list && (isItem || !isOutside) && /`{3}|~{3}/.test(line)) return undefined;
	const unfinished = unfinishedInline(line);
	if (unfinished === 'html') return undefined;
	return { isForeign: place.isForeign || isItem || isQuote || list || unfinished === 'paragraph', list };
}

/** Returns the state after a line of an HTML comment. Undefined for `--!>`, because browsers also end a comment there. */
function afterComment(place: Place, line: string): Place | undefined {
	if (line.includes('--!>')) return undefined;
	const end = line.indexOf('-->');
	if (end === -1) return { ...place, inside: { kind: 'comment' } };
	return line.includes('<', end) ? undefined : start;
}

/**
 * Returns whether markdown programs may disagree about a line. Some programs treat every white space character as a space. So they see a
 * blank line or a fence where other programs see text.
 */
function isOdd(line: string): boolean {
	return /^(?:`{3,}|~{3,})?$/.test(line.trim()) && /[^ \t`~]/.test(line);
}

/** Returns whether a line closes a fence. A closing fence has the same character, is at least as long, and has nothing after it. */
function closes(line: string, mark: string): boolean {
	const found = closing.exec(line)?.[1];
	return found !== undefined && found[0] === mark[0] && found.length >= mark.length;
}

/**
 * Tags that are harmless in a quote, such as a quote of one of our comments. They end with the quote and cannot affect the text after it.
 */
const harmlessTag = /<\/?(?:details|summary|sub|sup|br|p|div)(?: open)?>/gi;
/** Addresses in angle brackets, which are not HTML. */
const autolink = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>`\\]*|[\w.+-]+@[\w.-]+)>/gi;
const html = /<[a-z/!?]/i;
/** Characters that may begin a link, a definition, a formula, struck text or an escape, which may continue on the next line. */
const opener = /[[\]\\$~]/;
const delimiterRow = /^(?=.*-)(?=.*[|:])[ \t|:-]+$/;

/**
 * Returns how much of the text after a line this line may affect. `html`: the rest of the comment, because tags may cross paragraphs.
 * `paragraph`: the rest of the paragraph.
 */
function unfinishedInline(line: string): 'html' | 'paragraph' | undefined {
	const isQuote = /^ {0,3}>/.test(line);
	const bare = (isQuote ? line.replace(harmlessTag, ' ') : line).replace(autolink, ' ');
	// The line may be a row of a table, which depends on the lines around it.
	const parts = codeSpans([bare], true)?.[0];
	const text = parts?.filter((_, index) => index % 2 === 0).join('\0') ?? bare;
	if (html.test(text)) return 'html';
	const isOpen = parts === undefined || opener.test(withoutLinks(text)) || isDelimiterRow(line);
	return isOpen ? 'paragraph' : undefined;
}

/** Returns whether a line turns the line above it into a table. */
function isDelimiterRow(line: string): boolean {
	return delimiterRow.test(line);
}

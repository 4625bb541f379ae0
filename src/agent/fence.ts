import { sha256 } from '../core/index.ts';
import { invisible, visibleText } from './visible-text.ts';

/** Characters of one untrusted text that are shown; the rest is cut, and said to be. */
export const maxCharacters = 20_000;

/**
 * A word for tags that no text between them can hold: it is derived from all of the texts, so nobody can write it before they are known.
 * The same texts always give the same word.
 */
export function fenceFor(texts: readonly string[]): string {
	return sha256(JSON.stringify(texts)).slice(0, 16);
}

/** Foreign text as data: between tags that it cannot close, with its source, without what people cannot see. */
export function fenced(fence: string, source: string, foreign: string): string {
	const { text, removed } = visibleText(foreign);
	const cut = text.length - maxCharacters;
	const shown = cut > 0 ? `${text.slice(0, maxCharacters).toWellFormed()}\n[${cut} more characters were cut]` : text;
	const note = removed === '' ? '' : ` removed="${removed}"`;
	return `<untrusted-${fence} source="${attribute(source)}"${note}>\n${shown.trim()}\n</untrusted-${fence}>`;
}

/**
 * As {@link fenced}, for code and logs, where an HTML comment is part of the text: nothing is left out, and what people cannot see is
 * written as its code point.
 */
export function fencedVerbatim(fence: string, source: string, foreign: string): string {
	const shown = foreign.toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, codePoint);
	return `<untrusted-${fence} source="${attribute(source)}">\n${shown}\n</untrusted-${fence}>`;
}

function codePoint(character: string): string {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Threat: a title, login or file name could end the attribute or the line. */
export function attribute(value: string): string {
	return visibleText(value)
		.text.replace(/\s+/g, ' ')
		.replaceAll('&', '&amp;')
		.replaceAll('"', '&quot;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

import { sha256 } from '../core/index.ts';
import { invisible, visibleText } from './visible-text.ts';

/** The most characters of one untrusted text that the model reads. A note replaces the rest. */
export const maxCharacters = 20_000;

/**
 * Returns a word for the tags around untrusted texts. It is a digest of all these texts, so no author can write a text that already
 * contains the word. The same texts always give the same word.
 */
export function fenceFor(texts: readonly string[]): string {
	return sha256(JSON.stringify(texts)).slice(0, 16);
}

/** Returns a text that others wrote as data: between tags that the text cannot close, with the source, and without invisible characters. */
export function fenced(fence: string, source: string, foreign: string): string {
	const { text, removed } = visibleText(foreign);
	const cut = text.length - maxCharacters;
	const shown = cut > 0 ? `${text.slice(0, maxCharacters).toWellFormed()}\n[${cut} more characters were cut]` : text;
	const note = removed === '' ? '' : ` removed="${removed}"`;
	return `<untrusted-${fence} source="${attribute(source)}"${note}>\n${shown.trim()}\n</untrusted-${fence}>`;
}

/**
 * Like {@link fenced}, for code and logs. It keeps HTML comments, because they are a part of the code, and writes invisible characters as
 * code points.
 */
export function fencedVerbatim(fence: string, source: string, foreign: string): string {
	const shown = foreign.toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, codePoint);
	return `<untrusted-${fence} source="${attribute(source)}">\n${shown}\n</untrusted-${fence}>`;
}

function codePoint(character: string): string {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Returns a value in the form for an attribute. Threat: a title, login or file name could end the attribute or the line. */
export function attribute(value: string): string {
	return visibleText(value)
		.text.replace(/\s+/g, ' ')
		.replaceAll('&', '&amp;')
		.replaceAll('"', '&quot;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

import { sha256 } from '../core/index.ts';
import { invisible, visibleText } from './visible-text.ts';

/** The most characters of one untrusted text that are shown. The rest is cut, with a note. */
export const maxCharacters = 20_000;

/**
 * Makes a word for tags that no text between the tags can contain. The word is derived from all the texts, so nobody can know it before the
 * texts are fixed. The same texts always give the same word.
 */
export function fenceFor(texts: readonly string[]): string {
	return sha256(JSON.stringify(texts)).slice(0, 16);
}

/** Foreign text as data: between tags that it cannot close, with its source, and without invisible characters. */
export function fenced(fence: string, source: string, foreign: string): string {
	const { text, removed } = visibleText(foreign);
	const cut = text.length - maxCharacters;
	const shown = cut > 0 ? `${text.slice(0, maxCharacters).toWellFormed()}\n[${cut} more characters were cut]` : text;
	const note = removed === '' ? '' : ` removed="${removed}"`;
	return `<untrusted-${fence} source="${attribute(source)}"${note}>\n${shown.trim()}\n</untrusted-${fence}>`;
}

/**
 * Like {@link fenced}, for code and logs. There, an HTML comment is part of the text, so nothing is left out. Invisible characters are
 * written as code points.
 */
export function fencedVerbatim(fence: string, source: string, foreign: string): string {
	const shown = foreign.toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, codePoint);
	return `<untrusted-${fence} source="${attribute(source)}">\n${shown}\n</untrusted-${fence}>`;
}

function codePoint(character: string): string {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A value as an attribute. Threat: a title, login or file name could end the attribute or the line. */
export function attribute(value: string): string {
	return visibleText(value)
		.text.replace(/\s+/g, ' ')
		.replaceAll('&', '&amp;')
		.replaceAll('"', '&quot;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

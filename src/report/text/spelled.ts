import { isObeyedCode, spelledAddresses } from './foreign-commands.ts';

/** Characters that are invisible or reverse the text, and unpaired surrogates (halves of a character). */
const unseen = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** A text that looks like our visible code for a character (`\u{…}`). */
const spelling = /\\(?=u\{[0-9a-f]+\})/g;
/**
 * Many blanks, which push the text after them out of sight. Their number replaces them. A digit after them is included, because it would
 * look like a part of the number.
 */
const longBlanks = / {40,}\d?/g;

/**
 * Returns a text for a fenced block, in which people must see exactly the text that runs. Characters that are invisible or end a line
 * invisibly become visible codes (`\u{…}`). The same happens to the first letter of a line to which a bot would react. The original text
 * can be restored from the result.
 */
export function spelledText(text: string): string {
	return text.replace(spelling, '\\u{5c}').replace(unseen, spelledOut).split('\n').map(spelledLine).join('\n');
}

/** Like {@link spelledText}, for a code span in a line of ours. The result cannot end the span or the line. */
export function spelledValue(value: string): string {
	return value
		.replace(spelling, '\\u{5c}')
		.replace(/[\n\t`<]/g, spelledOut)
		.replace(unseen, spelledOut)
		.replace(/(?:^ +| {2,}| $)[×\d]?/g, spelledBlanks);
}

/** Replaces invisible characters by visible codes, for our own page. No bot reads that page, and `html` escapes everything else. */
export function spelledUnseen(text: string): string {
	return text.replace(spelling, '\\u{5c}').replace(unseen, spelledOut);
}

/** Replaces invisible characters by visible codes, in our own text. Texts of others in it must already have their codes. */
export function spelledAgain(text: string): string {
	return text.replace(unseen, spelledOut);
}

/** Returns a value as a code span. */
export function valueSpan(value: string): string {
	return value === '' ? '(empty)' : `\`${spelledValue(value)}\``;
}

/** Returns the visible code of one character: its code point as `\u{…}`. */
export function spelledOut(character: string): string {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function spelledLine(line: string): string {
	let end = line.length;
	while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end -= 1;
	const shown = spelledAddresses(line.slice(0, end), spelledOut).replace(longBlanks, spelledBlanks);
	const quiet = isObeyedCode(shown) ? shown.replace(/[^\s>]/, spelledOut) : shown;
	return quiet + line.slice(end).replace(/ +|\t/g, spelledBlanks);
}

function spelledBlanks(found: string): string {
	if (found === '\t') return spelledOut(found);
	const count = found.lastIndexOf(' ') + 1;
	const times = count === 1 ? '' : `×${count}`;
	return `${spelledOut(' ')}${times}${found.slice(count).replace(/[×\d]/, spelledOut)}`;
}

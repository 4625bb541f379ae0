import { isObeyedCode, spelledAddresses } from './foreign-commands.ts';

/** Characters that are invisible or reverse the text, and single surrogates (half of a character). */
const unseen = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** A text that looks like our spelling of a character. */
const spelling = /\\(?=u\{[0-9a-f]+\})/g;
/**
 * Many blanks, which push the text after them out of sight. Their number is printed in their place. A digit after them is included, because
 * it would look like a part of this number.
 */
const longBlanks = / {40,}\d?/g;

/**
 * Returns a text for a fenced block, in which people must see exactly the text that runs. Characters that are invisible or end a line
 * invisibly are spelled out as `\u{…}`. So is the first letter of a line that a bot would obey. The original text can be restored from the
 * result.
 */
export function spelledText(text: string): string {
	return text.replace(spelling, '\\u{5c}').replace(unseen, spelledOut).split('\n').map(spelledLine).join('\n');
}

/** Like {@link spelledText}, for a code span in a line of ours. Nothing in the result can end the span or the line. */
export function spelledValue(value: string): string {
	return value
		.replace(spelling, '\\u{5c}')
		.replace(/[\n\t`<]/g, spelledOut)
		.replace(unseen, spelledOut)
		.replace(/(?:^ +| {2,}| $)[×\d]?/g, spelledBlanks);
}

/** Spells out invisible characters, for our own page. No bot reads that page, and everything else is escaped there. */
export function spelledUnseen(text: string): string {
	return text.replace(spelling, '\\u{5c}').replace(unseen, spelledOut);
}

/** Spells out invisible characters in our own text, in which the words of others are already spelled out. */
export function spelledAgain(text: string): string {
	return text.replace(unseen, spelledOut);
}

/** Returns a value as a code span. */
export function valueSpan(value: string): string {
	return value === '' ? '(empty)' : `\`${spelledValue(value)}\``;
}

/** Returns the code point of one character as `\u{…}`. */
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

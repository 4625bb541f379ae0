import { isObeyedCode, spelledAddresses } from './foreign-commands.ts';

/** What does not show, turns text round, or is half a character. */
const unseen = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** What would be read as the spelling of another character. */
const spelling = /\\(?=u\{[0-9a-f]+\})/g;
/** Blanks that push what follows out of sight; a digit behind their number would be read as part of it. */
const longBlanks = / {40,}\d?/g;

/**
 * A text for a fenced block, where what is read must be what runs: what does not show or ends a line unseen is spelled out as `\u{…}`, and
 * so is the first letter of a line that a bot would obey. The text follows from its spelling.
 */
export function spelledText(text: string): string {
	return text.replace(spelling, '\\u{5c}').replace(unseen, spelledOut).split('\n').map(spelledLine).join('\n');
}

/** The same for a code span within a line of ours: nothing in it may end the span or the line. */
export function spelledValue(value: string): string {
	return value
		.replace(spelling, '\\u{5c}')
		.replace(/[\n\t`<]/g, spelledOut)
		.replace(unseen, spelledOut)
		.replace(/(?:^ +| {2,}| $)[×\d]?/g, spelledBlanks);
}

/** What does not show, spelled out, for a page of our own, where no bot listens and nothing else is markup. */
export function spelledUnseen(text: string): string {
	return text.replace(spelling, '\\u{5c}').replace(unseen, spelledOut);
}

/** The same for a text of ours, in which what others wrote was spelled out before. */
export function spelledAgain(text: string): string {
	return text.replace(unseen, spelledOut);
}

/** A value as a code span. */
export function valueSpan(value: string): string {
	return value === '' ? '(empty)' : `\`${spelledValue(value)}\``;
}

/** One character by its number. */
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

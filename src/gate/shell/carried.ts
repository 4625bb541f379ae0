import { posix } from 'node:path';
import { type Finding, type Invocation, opaque } from './program.ts';
import { constant, holdsNames, unknown, type Word } from './word.ts';

/** Helpers for rows: inner command lines, and the meanings of a program's arguments. */

/** The words that a program joins with blanks and passes to a shell. */
export function shellOf(words: readonly Word[]): Finding {
	const text = words.map((word) => word.text).join(' ');
	// A file name becomes text that the shell parses again.
	const isKnown = words.every(
		(word) => word.known && word.stream === undefined && word.many !== true && !holdsNames(word),
	);
	const fetched = words.some((word) => word.fetched || word.stream?.fetched === true);
	return { find: 'shell', source: { ...(isKnown ? constant(text) : unknown(text)), fetched } };
}

/** A finding for a known command line. */
export function shellText(text: string): Finding {
	return { find: 'shell', source: constant(text) };
}

/** Returns a command line for a text that a shell expands but does not run. The substitutions in it run. */
export function expandedText(text: string): string {
	return `: ${expandedInput(text)}`;
}

/** As {@link expandedText}, but the text is the input of a command. */
export function expandedInput(text: string): string {
	return `<<${mark}\n${text.replaceAll(mark, '')}\n${mark}`;
}

const mark = 'END_OF_EXPANDED_TEXT';

/** A finding for an inner command, if there are any words. */
export function commandOf(words: readonly Word[]): readonly Finding[] {
	return words.length === 0 ? [] : [{ find: 'command', words }];
}

/** Returns the rest of a word after `length` characters. */
export function wordAfter(word: Word, length: number): Word {
	return { ...word, text: word.text.slice(length), prefix: word.prefix.slice(length) };
}

/** A program whose input or output is a network connection. */
export function reverseShell(how: string): Finding {
	return opaque(`reverse shell: ${how}`);
}

/** The most characters that are searched. The time of a pattern can grow with the square of the length. */
const mostLooked = 8_000;

/** Returns the part of a text that is searched. Long runs of blanks become one blank, because patterns are slowest on them. */
export function looked(text: string): string {
	return text.slice(0, mostLooked).replace(/\s{40,}/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}

/** Returns an opaque finding if a text is too long to search whole. */
export function unlooked(text: string): readonly Finding[] {
	return text.length > mostLooked ? [opaque('a text that is too long to be looked through')] : [];
}

/** A rule about a program's arguments, by patterns on its operands and on all its words. */
export interface Saying {
	/** Matched against the operands, joined with one blank. */
	readonly operands: RegExp;
	/** Matched against all words, including options. */
	readonly words?: RegExp;
	/** The rule applies only if another command lists the operands. Such operands are unknown, so they may be everything. */
	readonly listed?: true;
	/** The rule does not apply if this matches, for example in a dry run. */
	readonly unless?: RegExp;
	readonly means: readonly Finding[];
}

/** Returns whether a word comes from another command's output or from the input. A variable is assumed to contain one name. */
export function isListed(word: Word): boolean {
	return !word.known && (word.substitutes || !/\$\{?\w/.test(word.text));
}

const dryRun = /(^|\s)(--dry-?run(=(?!none|false)\S*)?|--?help|-h)(\s|$)/;

/** Returns the findings of all rules that apply to an invocation. */
export function meaningsOf(it: Invocation, sayings: readonly Saying[]): readonly Finding[] {
	const operands = it.operands.map((word) => word.text).join(' ');
	const words = ` ${it.words.map((word) => word.text).join(' ')}`;
	const long = unlooked(words);
	if (long.length > 0) return long;
	if (dryRun.test(words)) return [];
	const meant = sayings.filter(
		(saying) =>
			saying.operands.test(operands) &&
			(saying.words === undefined || saying.words.test(words)) &&
			(saying.listed === undefined || it.operands.some(isListed)) &&
			saying.unless?.test(words) !== true,
	);
	return [...new Set(meant.flatMap((saying) => saying.means))];
}

/** Returns the program that the command looks up. If there are several, the first one. */
export function namedProgram({ operands: [first] }: Invocation): string | undefined {
	return first?.known === true ? posix.basename(first.text) : undefined;
}

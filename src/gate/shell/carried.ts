import { posix } from 'node:path';
import { type Finding, type Invocation, opaque } from './program.ts';
import { constant, holdsNames, unknown, type Word } from './word.ts';

/** What programs carry for others: command lines in their arguments, and meanings of what they are told to do. */

/** Words that a program joins with blanks before it hands them to a shell. */
export function shellOf(words: readonly Word[]): Finding {
	const text = words.map((word) => word.text).join(' ');
	// The name of a file becomes text that is read again.
	const isKnown = words.every(
		(word) => word.known && word.stream === undefined && word.many !== true && !holdsNames(word),
	);
	const fetched = words.some((word) => word.fetched || word.stream?.fetched === true);
	return { find: 'shell', source: { ...(isKnown ? constant(text) : unknown(text)), fetched } };
}

/** A command line inside a text that is known. */
export function shellText(text: string): Finding {
	return { find: 'shell', source: constant(text) };
}

/** A text that a shell expands without running it as a command: the substitutions in it run. */
export function expandedText(text: string): string {
	return `: ${expandedInput(text)}`;
}

/** The same as what a command is fed. */
export function expandedInput(text: string): string {
	return `<<${mark}\n${text.replaceAll(mark, '')}\n${mark}`;
}

const mark = 'END_OF_EXPANDED_TEXT';

/** A command of its own, where there is one. */
export function commandOf(words: readonly Word[]): readonly Finding[] {
	return words.length === 0 ? [] : [{ find: 'command', words }];
}

/** What follows in a word after so many characters. */
export function wordAfter(word: Word, length: number): Word {
	return { ...word, text: word.text.slice(length), prefix: word.prefix.slice(length) };
}

/** A program that is tied to a connection. */
export function reverseShell(how: string): Finding {
	return opaque(`reverse shell: ${how}`);
}

/** The most characters that are looked through: patterns on them may take the square of their number. */
const mostLooked = 8_000;

/** As much of a text as is looked through. Many blanks mean no more than one, and patterns are slowest on them. */
export function looked(text: string): string {
	return text.slice(0, mostLooked).replace(/\s{40,}/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}

/** What stays unknown of a text that is too long to be looked through. */
export function unlooked(text: string): readonly Finding[] {
	return text.length > mostLooked ? [opaque('a text that is too long to be looked through')] : [];
}

/** What a program means when it is told something: a pattern on its operands, and on all its words. */
export interface Saying {
	/** Matched on the operands, one blank between them. */
	readonly operands: RegExp;
	/** Matched on all words, options among them. */
	readonly words?: RegExp;
	/** Holds only where what it is about is what another command lists: nobody has named it, and it may be everything. */
	readonly listed?: true;
	/** Takes the meaning away: a dry run. */
	readonly unless?: RegExp;
	readonly means: readonly Finding[];
}

/** Whether a word is what another command prints, or what it is fed: a variable is taken to hold one name. */
export function isListed(word: Word): boolean {
	return !word.known && (word.substitutes || !/\$\{?\w/.test(word.text));
}

const dryRun = /(^|\s)(--dry-?run(=(?!none|false)\S*)?|--?help|-h)(\s|$)/;

/** What these sayings make of an invocation. */
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

/** The program that is looked for, of several the first. */
export function namedProgram({ operands: [first] }: Invocation): string | undefined {
	return first?.known === true ? posix.basename(first.text) : undefined;
}

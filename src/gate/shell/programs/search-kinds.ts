import { choosesHidden, revealsHidden } from '../ignore-files.ts';
import type { Invocation } from '../program.ts';
import { alternativesOf } from '../tool-patterns.ts';
import type { Word } from '../word.ts';

/** Describes how a program searches. */
export interface Search {
	/** Whether it searches below folders. */
	readonly isRecursive: (it: Invocation) => boolean;
	/** Whether such a search also reads hidden or ignored files. */
	readonly isUnrestricted: (it: Invocation) => boolean;
	/** Whether such a search follows links. */
	readonly follows: (it: Invocation) => boolean;
	/** Options that choose files by patterns of their names. */
	readonly globs: readonly string[];
	/** These patterns are regular expressions. */
	readonly hasRegexes?: true;
	/** Options that make the program print only the names of files. */
	readonly names: readonly string[];
	/** Options that make the program print only numbers, or nothing. */
	readonly quiet: readonly string[];
}

const always = () => true;

export const grep: Search = {
	isRecursive: (it) => it.has('-r', '-R', '--recursive', '--dereference-recursive') || recursesByAction(it),
	follows: (it) => it.has('-R', '--dereference-recursive'),
	isUnrestricted: (it) => !it.values('--exclude').some(({ text }) => text.startsWith('.*')),
	globs: ['--include'],
	names: ['-l', '-L', '--files-with-matches', '--files-without-match'],
	quiet: ['-c', '-q', '--count', '--quiet', '--silent'],
};

/**
 * Returns whether `-d recurse` is given, which is the same as `-r`. Threat: grep accepts abbreviations of both the option and its value.
 */
function recursesByAction({ options }: Invocation): boolean {
	const isAction = (name: string) => name === '-d' || (name.length > 3 && '--directories'.startsWith(name));
	return options.some(({ name, value }) => isAction(name) && value !== undefined && !/^(s|rea)/.test(value.text));
}

export const rgrep: Search = { ...grep, isRecursive: always };

export const rg: Search = {
	isRecursive: always,
	isUnrestricted: (it) =>
		it.has('--hidden', '-.', '-u', '-uu', '-uuu', '--unrestricted', '--no-ignore', '--no-ignore-vcs') ||
		choosesHidden(globsOf(it, rg)) ||
		choosesHidden(it.values('--type-add').map(globOfType)) ||
		revealsHidden(it.scope, it.values('--ignore-file')),
	follows: (it) => it.has('-L', '--follow'),
	globs: ['-g', '--glob', '--iglob'],
	// For rg, `-L` follows links, so it is not in this list.
	names: ['-l', '--files', '--files-with-matches', '--files-without-match'],
	quiet: [...grep.quiet, '--count-matches'],
};

/** Returns the pattern of a type: `x:*.foo`, or `x:include:a,b`, which adds the patterns of other types. */
function globOfType(word: Word): Word {
	return { ...word, text: word.text.replace(/^[^:]*:/, '') };
}

export const ag: Search = {
	isRecursive: always,
	isUnrestricted: (it) =>
		it.has('-u', '--unrestricted', '--hidden', '-a', '--all-types', '-t', '--all-text', '-U') ||
		revealsHidden(it.scope, it.values('-p', '--path-to-ignore')),
	follows: (it) => it.has('-f', '--follow'),
	globs: ['-G', '--file-search-regex'],
	hasRegexes: true,
	names: [...grep.names, '-g'],
	quiet: grep.quiet,
};

export const ack: Search = {
	...ag,
	isUnrestricted: always,
	follows: (it) => it.has('--follow'),
	globs: [],
	names: [...grep.names, '-f', '-g'],
};

/** Returns the patterns of names that choose files, one for each alternative. */
export function globsOf(it: Invocation, { globs, hasRegexes }: Search): readonly Word[] {
	const read = hasRegexes === true ? globsOfRegex : alternativesOf;
	return it.values(...globs).flatMap((word) => read(word.text).map((text) => ({ ...word, text })));
}

/** Returns the patterns that match the same names as a regular expression for an ending. Any other expression may match every name. */
function globsOfRegex(text: string): readonly string[] {
	const ends = /^(?:\.\*)?\\\.\(?([\w|]+)\)?\$$/.exec(text)?.[1]?.split('|');
	return ends?.map((end) => `*.${end}`) ?? ['*'];
}

function hasOption(it: Invocation): boolean {
	// GNU grep also accepts `--reg=x`.
	const isCutShort = it.options.some(({ name, value }) => value && name.length > 3 && '--regexp'.startsWith(name));
	return isCutShort || it.values('-e', '--regexp', '-f', '--file').length > 0 || it.has('--files');
}

export function pathsOf(it: Invocation): readonly Word[] {
	return hasOption(it) ? it.operands : it.operands.slice(1);
}

export function patternsOf(it: Invocation): readonly Word[] {
	const given = it.options.flatMap(({ name, value }) =>
		value !== undefined && (name === '-e' || (name.length > 3 && '--regexp'.startsWith(name))) ? [value] : [],
	);
	return hasOption(it) ? given : it.operands.slice(0, 1);
}

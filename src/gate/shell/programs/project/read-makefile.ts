import { isFormatKind, isProjectKind, type NearFile } from '../../declared.ts';
import { mostCharacters } from '../../make-recipes.ts';
import { mostRules } from '../../make-rules.ts';
import type { Finding, Invocation } from '../../program.ts';
import type { Word } from '../../word.ts';
import { isOwnVariable } from './make-environment.ts';

type Declared = Extract<Finding, { find: 'declared' }>;

/** Options that neither choose another makefile nor change what its recipes mean. */
const plainOption =
	/^(-[kswBirR]+|-j\d*|--(keep-going|silent|quiet|no-print-directory|print-directory|always-make)|--jobs(=\d+)?|-O[a-z]*|--output-sync(=[a-z]+)?|-C|--directory)$/;

/**
 * Uses of `$(shell …)` where the gate does not read the command: on a line without an assignment, or in a variable that make expands later
 * or appends to. {@link nestsShell} finds those inside another function of make.
 */
const unreadShell = /^ *\$|^[\w.-]+\s*[?+]?=.*\$[({]shell\b|\$[({]shell(?! )/m;

/** Other constructs of a makefile that the gate does not read completely. */
const unread =
	/^[ \t]*-?s?include\b|^[ \t]*(define|export|unexport|vpath|override|private|undefine|load|ifn?eq|ifn?def)\b|^[^\t#\n:]*:[^=\n]*[$%]|^[^\t#\n=$]*\$[^\n=]*:(?!=)|^[^\t#\n=:]+:(?!=)[^=\n]*[\w\s?+:!]=|^\.(ONESHELL|SHELLFLAGS|EXPORT|SECONDEXP|DEFAULT|RECIPEPREFIX|EXTRA)|^[^\t#\n=:]*\b(SHELL|MAKEFLAGS|PATH)\s*[:?+!]*=|\$[({](eval|call|foreach|file|guile|value|origin)\b|^\S*%/m;

/**
 * Returns whether the gate reads everything that make would run: the words of the call are plain, and the makefile has no included files,
 * computed prerequisites, other shells or exported variables.
 */
export function isWhollyRead(
	{ words }: Pick<Invocation, 'words'>,
	{ text }: NearFile,
	rules: readonly Declared[],
): boolean {
	if (rules.length >= mostRules || text.length > mostCharacters) return false;
	// Each `-C` starts in the folder of the one before.
	if (words.filter((word) => /^(-C|--directory)$/.test(word.text)).length > 1) return false;
	const lines = text.replace(/\\\r?\n[\t ]*/g, ' ');
	if (unread.test(lines) || unreadShell.test(lines) || lines.split('\n').some(nestsShell)) return false;
	return words.every(isPlain);
}

function nestsShell(line: string): boolean {
	const call = line.search(/\$[({](?!shell\b)[\w-]+\s/);
	return call >= 0 && /\$[({]shell\b/.test(line.slice(call));
}

function isPlain(word: Word): boolean {
	const { text, known, pattern } = word;
	if (!known || pattern) return false;
	return text.startsWith('-') ? plainOption.test(text) : !text.includes('=') || isOwnVariable(word);
}

/** Returns whether targets may change the files of the project, because all of them have names of formatters or checks. */
export function mayFormat(targets: readonly Word[]): boolean {
	return targets.length > 0 && targets.every(({ text }) => isFormatKind(text) || isProjectKind(text));
}

/** Returns the rules with the variables of the command line, which make puts into the environment of each recipe. */
export function withVariables(rules: readonly Declared[], variables: readonly Word[]): readonly Declared[] {
	const exported = variables.map(
		({ text }) => `export ${text.replace(/=(.*)$/s, (_, value) => `=${quoted(value)}`)}; `,
	);
	if (exported.length === 0) return rules;
	return rules.map((rule) => ({
		...rule,
		commands: rule.commands?.map((line) => `${exported.join('')}${line}`) ?? [],
	}));
}

function quoted(value: string): string {
	return `'${value.replaceAll("'", "'\\''")}'`;
}

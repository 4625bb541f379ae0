import { writeEffect } from '../path-effects.ts';
import { isPublicFile } from '../public-files.ts';
import { isCredential } from '../sensitive.ts';
import { looked } from './carried.ts';
import { isCodePath, namesCode } from './loading-names.ts';
import { type Finding, type Invocation, opaque, type Row, type Scope } from './program.ts';
import { isTestFile } from './programs/project/operands.ts';
import { credentialsIn, pathOf, reads, runsFile, writes } from './roles.ts';
import { constant, type Word } from './word.ts';

/**
 * Returns findings about words that the row does not describe: values of unlisted options, the words after them, and files after `@`. An
 * ordinary file passes. A path outside the checkout, or a file that tools execute or obey later, needs approval.
 */
export function unnamedFindings(row: Row, it: Invocation): readonly Finding[] {
	if (row.onlyText === true || !it.words.some(isMarked)) return [];
	const roles = row.options ?? {};
	const values = it.options.flatMap(({ name, value }) =>
		value === undefined || Object.hasOwn(roles, name) ? [] : [{ name, value }],
	);
	// An option that the row treats as text, such as `--parser babel`, may also load a file of code.
	const loaded = it.options.flatMap(({ name, value }) =>
		value !== undefined && roles[name] === 'data' && namesCode(name) && isCodePath(value) ? [value] : [],
	);
	return loaded
		.flatMap((word) => runsFile(word, it.scope))
		.concat(
			values.flatMap(({ name, value }) => unnamedValue(name, value, it)),
			// The word may instead be an operand of a program that only counts or compares names.
			following(row, it).flatMap((one) => (unnamedValue(one.name, one.value, it).length === 0 ? [] : [unclear(one)])),
			dashed(row, it).flatMap(({ name, value }) => unnamedValue(name, value, it)),
			argumentFiles(row, it),
		);
}

/** Returns whether a word is an option or the name of an argument file. Only such a word can add something that a row does not describe. */
function isMarked({ text, prefix }: Word): boolean {
	return text.startsWith('-') || prefix.startsWith('-') || prefix.startsWith('@');
}

/**
 * Returns findings about the arguments of an unknown program. It can read each credential that it gets. It may write to a device, or to a
 * file that the machine or its user obeys.
 */
export function givenToUnknown(words: readonly Word[], scope: Scope): readonly Finding[] {
	const named = words.flatMap((word) => [word, ...pathsIn(word).map(constant)]);
	const { home } = scope.facts;
	const obeyed = named.flatMap((word) => {
		const path = word.text.startsWith('-') ? undefined : pathOf(word, scope);
		const isObeyed =
			path !== undefined &&
			!isPublicFile(path) &&
			(/^\/(etc|boot|dev|var\/spool)\//.test(path) || path.startsWith(`${home}/.`));
		return isObeyed ? writes(word, scope) : [];
	});
	return [...credentialsIn(named, scope), ...obeyed];
}

/** Returns the paths inside a word: after a `=`, or quoted in code of an unknown language. */
function pathsIn({ text, known }: Word): readonly string[] {
	if (!known) return [];
	const behind = /^[^=\s]+=(.+)$/s.exec(text)?.[1];
	const quoted = [...looked(text).matchAll(/(?<![\w.~/])(?:~|\.{0,2})\/[\w./-]*\w/g)].map(([path]) => path);
	return [...(behind === undefined ? [] : [behind]), ...quoted.filter((path) => path !== text).slice(0, mostPaths)];
}

const mostPaths = 20;

interface Unnamed {
	readonly name: string;
	readonly value: Word;
}

/**
 * Returns the words after unlisted long options, because they may be values. If operands have a role, these words are judged by that role
 * instead.
 */
function following(row: Row, it: Invocation): readonly Unnamed[] {
	const { options = {}, operands = 'data', subcommands } = row;
	if ((typeof operands === 'string' ? operands : operands[0]) !== 'data' || subcommands !== undefined) return [];
	return ownWords(row, it).flatMap((value, i, words) => {
		const name = words[i - 1]?.text ?? '';
		if (!name.startsWith('--')) return [];
		const isUnnamed = /^--\w[\w-]*$/.test(name) && !Object.hasOwn(options, name) && !value.text.startsWith('-');
		// The words after the name of a script are judged with the script. There, a test may follow a flag such as `--run`.
		const isTest = row.judgesOptions === true && isTestFile(value, it.scope);
		return isUnnamed && !isTest ? [{ name, value }] : [];
	});
}

/** Returns the words before the inner command, and its first word, which may be a value. */
function ownWords({ wraps }: Row, { words, operands }: Invocation): readonly Word[] {
	return wraps === true ? words.slice(0, words.length - operands.length + 1) : words;
}

/** Returns values after a long name with one dash or with a colon: `-debug-trace=x`, `-o:x`, `--out:x`. */
function dashed(row: Row, it: Invocation): readonly Unnamed[] {
	const { options = {} } = row;
	return ownWords(row, it).flatMap((word) => {
		if (!word.prefix.startsWith('-')) return [];
		const [whole, name = '', value = ''] = /^(-[A-Za-z][\w.-]*|--\w[\w.-]*(?=:))[=:](.+)$/s.exec(word.prefix) ?? [];
		const isNamed = [name, name.slice(0, 2)].some((one) => Object.hasOwn(options, one));
		return whole === undefined || isNamed ? [] : [{ name, value: { ...word, ...constant(value), known: word.known } }];
	});
}

/**
 * Returns findings about the value of an unlisted option. If the option's name suggests code, the value is a file that runs. A format may
 * come before the path: `json:report.json`.
 */
export function unnamedValue(name: string, value: Word, it: Invocation): readonly Finding[] {
	if (/^[a-z][\w+.-]*:\/\//i.test(value.text)) return [];
	const texts = [value.text, ...value.text.split(/[,:;=]/).slice(1)];
	const words = texts.map((text) => (text === value.text ? value : constant(text)));
	const credentials = words.filter((word) => /[./]/.test(word.text) && isCredential(word.text));
	if (credentials.length > 0) return credentials.flatMap((word) => reads(word, it.scope));
	if (namesCode(name) && isCodePath(value)) return runsFile(value, it.scope);
	return words.some((word) => isProtected(word, it)) ? [unclear({ name, value })] : [];
}

function unclear({ name, value }: Unnamed): Finding {
	return opaque(`what \`${name}\` does with ${value.text.slice(0, 120)}`);
}

/** Returns whether tools execute or obey the file later, or the file is outside the checkout and the folders for temporary files. */
function isProtected(word: Word, { scope }: Invocation): boolean {
	if (!/[./~]/.test(word.text)) return false;
	const path = pathOf(word, scope);
	if (path === undefined || /^\/(dev\/(null|stdout|stderr|stdin)$|(var\/)?tmp\/)/.test(path)) return false;
	return path.startsWith('/') || path.startsWith('~') || writeEffect(path).kind !== 'write';
}

function argumentFiles(row: Row, it: Invocation): readonly Finding[] {
	return it.words.flatMap((word) => {
		if (!/^@./.test(word.prefix)) return [];
		const file = { ...word, text: word.text.slice(1), prefix: word.prefix.slice(1) };
		if (row.argumentFiles === true) return [...reads(file, it.scope), opaque('arguments that stand in a file')];
		return isCredential(file.text) && /[./]/.test(file.text) ? reads(file, it.scope) : [];
	});
}

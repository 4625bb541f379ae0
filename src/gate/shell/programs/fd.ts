import { isCredential, mayNameCredential, mayNameGitConfiguration } from '../../sensitive.ts';
import { readArguments } from '../arguments.ts';
import { revealsHidden } from '../ignore-files.ts';
import {
	data,
	type Finding,
	type Invocation,
	type Option,
	obeysIgnoreFiles,
	type Program,
	rows,
	type Scope,
} from '../program.ts';
import { measures } from '../roles.ts';
import { alternativesOf } from '../tool-patterns.ts';
import { constant, type Word } from '../word.ts';
import { filled } from './find.ts';

/** `fd` finds files by regular expressions and globs, and can run a command on them. */
export const fd = (): readonly Program[] => [
	rows('fd fdfind', {
		input: 'data',
		also: fdFound,
		lists: (it) => (it.words.some(({ text }) => fdPrintsMore.test(text)) ? undefined : fdTargets(it.words, it.scope)),
	}),
];

/**
 * Options of `fd` that print something other than names: commands, formats, separators, and long lists, which show the targets of links.
 */
const fdPrintsMore = /^(-(?!e)\w*[lxXc]|--(list-d|exec|format|path-sep|hyper|col))/;

const fdExec = /^(-x|-X|--exec|--exec-batch)$/;

function beforeExec(words: readonly Word[]): readonly Word[] {
	const at = words.findIndex((word) => fdExec.test(word.text));
	return at < 0 ? words : words.slice(0, at);
}

const fdValues = data(
	'-e --extension -E --exclude -t --type -d --max-depth --min-depth -S --size --changed-within --changed-before -o --owner -j --threads -c --color --search-path --base-directory --ignore-file --format',
);

/**
 * Returns patterns for the files that fd may find below the folder in which it searches: one for each alternative of the search pattern.
 */
function fdTargets(words: readonly Word[], scope: Scope): readonly Word[] {
	const { options, operands } = readArguments(words, fdValues, false);
	const root = options.find(({ name }) => /^--(search-path|base-directory)$/.test(name))?.value ?? operands[1];
	const base = root === undefined || root.text === '.' ? '' : `${root.text.replace(/\/+$/, '')}/`;
	const isWide = isUnrestricted(options, scope);
	const entersGit = !options.some(({ name, value }) => /^(-E|--exclude)$/.test(name) && value?.text.startsWith('.git'));
	const isDoubtful = (name: string) =>
		mayNameCredential(name) || (entersGit && (name === 'config' || mayNameGitConfiguration(name)));
	return narrowed(options, operands[0], isWide).map((name) => ({
		...constant(`${base}**${name}`),
		known: root?.known ?? true,
		pattern: true,
		listed: 'lines' as const,
		...(isWide && isDoubtful(name.slice(1)) && { whole: true }),
	}));
}

const unrestricted = /^(-H|-u|-I|--hidden|--unrestricted|--no-ignore|--no-ignore-vcs)$/;

/** Returns whether fd lists hidden or ignored files, because of an option or because of a file in the checkout. */
function isUnrestricted(options: readonly Option[], scope: Scope): boolean {
	const named = options.flatMap(({ name, value }) => (name === '--ignore-file' && value !== undefined ? [value] : []));
	return options.some(({ name }) => unrestricted.test(name)) || revealsHidden(scope, named);
}

/** Returns the found names as patterns: an extension, a glob, or the literal characters of a regular expression. */
function narrowed(options: readonly Option[], pattern: Word | undefined, isWide: boolean): readonly string[] {
	const extensions = options.filter(({ name }) => /^(-e|--extension)$/.test(name));
	if (extensions.length > 0) return extensions.map(({ value }) => `/*.${value?.text ?? '*'}`);
	const text = pattern?.known === true ? pattern.text : '';
	const isGlob = options.some(({ name }) => /^(-g|--glob)$/.test(name));
	if (isGlob && text !== '') return alternativesOf(text).map((one) => `/${one.slice(one.lastIndexOf('/') + 1)}`);
	// Threat: `e.v` and `(e|x)nv` match `.env`, and do not spell it.
	const isSpelled = /^\^?([\w-]|\\\.)*\$?$/.test(text);
	const others = isWide && !isSpelled ? [endOf(text)] : [];
	const letters = text
		.replace(/\\\./g, '.')
		.replace(/\\[a-z]|[^\w.-]/gi, '')
		.replace(/^\.$/, '');
	if (letters === '') return others.length > 0 ? others : [''];
	const isHidden = options.some(({ name }) => /^(-H|-u|--hidden|--unrestricted)$/.test(name));
	const before = text.startsWith('^') ? '' : isHidden && isCredential(`.*${letters}*`) ? '.*' : '*';
	return [...others, `/${before}${letters}${text.endsWith('$') ? '' : '*'}`];
}

/** Returns the literal ending that a regular expression requires of a name. */
function endOf(regex: string): string {
	if (regex.replace(/\([^()]*\)/g, '').includes('|')) return '';
	const end = /(?<!\\)((?:[\w-]|\\\.)+)\$$/.exec(regex)?.[1]?.replaceAll('\\', '') ?? '';
	return end === '' ? '' : `/*${end}`;
}

function fdFound(it: Invocation): readonly Finding[] {
	const before = beforeExec(it.words);
	const targets = fdTargets(before, it.scope);
	const roots = targets.slice(0, 1).map((target) => ({
		...target,
		...constant(target.text.replace(/\/?\*\*.*$/, '') || (target.text.startsWith('/') ? '/' : '.')),
		known: target.known,
	}));
	const command = it.words.slice(before.length + 1).filter((word) => word.text !== ';');
	const hasMark = command.some((word) => /\{\/?[./]?\/?\}/.test(word.text));
	const words = hasMark ? command.flatMap((word) => filled(word, targets)) : [...command, ...targets];
	return [
		...roots.flatMap((root) => measures(root, it.scope)),
		obeysIgnoreFiles,
		...(command.length === 0 ? [] : [{ find: 'command' as const, words }]),
	];
}

import { isCredential, mayNameCredential, mayNameGitConfiguration } from '../../sensitive.ts';
import { readArguments } from '../arguments.ts';
import { revealsHidden } from '../ignore-files.ts';
import {
	data,
	type Finding,
	type Invocation,
	type Option,
	obeysIgnoreFiles,
	opaque,
	type Program,
	role,
	rows,
	type Scope,
} from '../program.ts';
import { measures } from '../roles.ts';
import { alternativesOf } from '../tool-patterns.ts';
import { constant, type Word } from '../word.ts';
import { filled } from './find.ts';
import { leadsOut } from './project/operands.ts';

/** `fd` finds files by regular expressions and globs, and can run a command on them. */
export const fd = (): readonly Program[] => [
	rows('fd fdfind', {
		input: 'data',
		options: { ...fdValues, ...role('read', '--ignore-file') },
		also: fdFound,
		lists: (it) => (it.words.some(({ text }) => fdPrintsMore.test(text)) ? undefined : fdTargets(it.words, it.scope)),
	}),
];

/**
 * Options of `fd` that print something other than names: commands, formats, separators, and long lists, which show the targets of links.
 */
const fdPrintsMore = /^(-(?!e)\w*[lxXc]|--(list-d|exec|format|path-sep|hyper|col))/;

/** The beginning of a command: `-x`, `--exec-batch=CMD`, `-Xcat`, or after other letters `-1x`. */
const fdExec = /^(?:--exec(?:-batch)?(?:=|$)|-[HIusigFalLp01q]*[xX])(.*)$/s;

/** The words of fd itself, and the commands that it runs. Behind the `;` of a command, words belong to fd again. */
interface FdCall {
	readonly own: readonly Word[];
	readonly commands: readonly (readonly Word[])[];
}

function callOf(words: readonly Word[]): FdCall {
	const own: Word[] = [];
	const commands: Word[][] = [];
	let command: Word[] | undefined;
	for (const word of words) {
		const attached = command === undefined ? fdExec.exec(word.text)?.[1] : undefined;
		if (command !== undefined && word.text === ';') command = undefined;
		else if (command !== undefined) command.push(word);
		else if (attached === undefined) own.push(word);
		else {
			command = attached === '' ? [] : [{ ...word, ...constant(attached), known: word.known }];
			commands.push(command);
		}
	}
	return { own, commands };
}

const fdValues = data(
	'-e --extension -E --exclude -t --type -d --max-depth --min-depth -S --size --changed-within --changed-before -o --owner -j --threads -c --color --search-path -C --base-directory --ignore-file --format --and --max-results --batch-size --path-separator --exact-depth --changed-after --newer --older --change-newer-than --change-older-than --maxdepth --mindepth --max-buffer-time --ignore-contain --gen-completions',
);

/**
 * Returns patterns for the files that fd may find below the folder in which it searches: one for each alternative of the search pattern.
 */
function fdTargets(words: readonly Word[], scope: Scope): readonly Word[] {
	const { options, operands } = readArguments(words, fdValues, false);
	const isWide = isUnrestricted(options, scope);
	const entersGit = !options.some(({ name, value }) => /^(-E|--exclude)$/.test(name) && value?.text.startsWith('.git'));
	const isDoubtful = (name: string) =>
		mayNameCredential(name) || (entersGit && (name === 'config' || mayNameGitConfiguration(name)));
	const names = narrowed(options, operands[0], isWide);
	return rootsOf(options, operands.slice(1)).flatMap((root) =>
		names.map((name) => ({
			...constant(`${root.text === '.' ? '' : `${root.text.replace(/\/+$/, '')}/`}**${name}`),
			known: root.known,
			pattern: true,
			listed: 'lines' as const,
			...(isWide && isDoubtful(name.slice(1)) && { whole: true }),
		})),
	);
}

/** Returns the folders in which fd searches. `--base-directory` comes before the others. */
function rootsOf(options: readonly Option[], paths: readonly Word[]): readonly Word[] {
	const named = [...valuesOf(options, /^--search-path$/), ...paths];
	const roots = named.length === 0 ? [constant('.')] : named;
	return valuesOf(options, baseOption).reduce<readonly Word[]>(
		(inside, base) => inside.map((root) => (/^[/~]/.test(root.text) ? root : below(base, root))),
		roots,
	);
}

const baseOption = /^(-C|--base-directory)$/;

function valuesOf(options: readonly Option[], names: RegExp): readonly Word[] {
	return options.flatMap(({ name, value }) => (names.test(name) && value !== undefined ? [value] : []));
}

function below(base: Word, root: Word): Word {
	const text = root.text === '.' ? base.text : `${base.text.replace(/\/+$/, '')}/${root.text}`;
	return { ...base, ...constant(text), known: base.known && root.known };
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
	const { own, commands } = callOf(it.words);
	const targets = fdTargets(own, it.scope);
	const { options, operands } = readArguments(own, fdValues, false);
	const roots = rootsOf(options, operands.slice(1)).map((root) =>
		root.text === '/' ? root : { ...root, pattern: false },
	);
	const elsewhere = valuesOf(options, baseOption).filter((base) => !base.known || leadsOut(base, it.scope));
	return [
		...roots.flatMap((root) => measures(root, it.scope)),
		obeysIgnoreFiles,
		...(commands.length === 0 ? [] : elsewhere.map(({ text }) => opaque(`a command that starts in ${text}`))),
		...commands.map((command): Finding => ({ find: 'command', words: withTargets(command, targets) })),
	];
}

function withTargets(command: readonly Word[], targets: readonly Word[]): readonly Word[] {
	const hasMark = command.some((word) => /\{\/?[./]?\/?\}/.test(word.text));
	return hasMark ? command.flatMap((word) => filled(word, targets)) : [...command, ...targets];
}

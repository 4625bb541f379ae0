import { isCredential, mayNameCredential, mayNameGitConfiguration } from '../../sensitive.ts';
import { readArguments } from '../arguments.ts';
import { linksBelow } from '../behind-links.ts';
import { revealsHidden } from '../ignore-files.ts';
import {
	data,
	type Finding,
	type Invocation,
	type Option,
	obeysIgnoreFiles,
	opaque,
	type Program,
	rows,
	type Scope,
} from '../program.ts';
import { deletes, measures, reads, readsNames, writes } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { filledIn } from './inputs.ts';

/** `find`, whose arguments are a language of their own, and its like. */
export const find = (): readonly Program[] => [
	rows('find gfind bfs', {
		input: 'ignored',
		keepsVariables: true,
		startsIn: '-execdir -okdir',
		also: found,
		lists: (it) => (it.words.some(({ text }) => printsMore.test(text)) ? undefined : listed(it)),
	}),
	rows('fd fdfind', {
		input: 'data',
		also: fdFound,
		lists: (it) => (it.words.some(({ text }) => fdPrintsMore.test(text)) ? undefined : [fdTarget(it.words, it.scope)]),
	}),
];

/** Actions by which it prints something else than names. */
const printsMore = /^-(exec|execdir|ok|okdir|printf|fprintf|ls)$/;

/** The same of `fd`: commands, formats, separators, and long lists, which tell where links lead. */
const fdPrintsMore = /^(-(?!e)\w*[lxXc]|--(list-d|exec|format|path-sep|hyper|col))/;

function roots(words: readonly Word[]): readonly Word[] {
	const options = words.findIndex((word) => !/^-([HLP]|O\d)$/.test(word.text));
	const rest = words.slice(options < 0 ? words.length : options);
	const end = rest.findIndex((word) => /^[-(!]/.test(word.text));
	const given = rest.slice(0, end < 0 ? rest.length : end);
	return given.length === 0 ? [constant('.')] : given;
}

/** Folders behind links, where it goes through them. */
function rootsBehind(words: readonly Word[], scope: Scope): readonly Word[] {
	if (!words.some(({ text }) => /^-(L|follow)$/.test(text))) return [];
	return roots(words).flatMap((root) => linksBelow(root, scope));
}

const naming = /^-i?(name|path|wholename|regex)$/;

/** What the found files are called: narrowed by `-name` where every branch of the expression has one. */
function listed({ words, scope }: Invocation): readonly Word[] {
	const texts = words.map((word) => word.text);
	const tests = words.flatMap((word, i) => {
		const test = naming.exec(texts[i - 1] ?? '')?.[1];
		return test === undefined || /^(!|-not)$/.test(texts[i - 2] ?? '') ? [] : [{ word, test }];
	});
	const branches = texts.filter((text) => text === '-o' || text === '-or').length + 1;
	const isNarrow = tests.length >= branches && tests.every(({ word }) => word.known);
	const names = isNarrow ? tests.flatMap(({ word, test }) => lastNames(word.text, test)) : [''];
	const linkless = isOfFiles(texts);
	return [...roots(words), ...rootsBehind(words, scope)].flatMap((root) =>
		names.map((name) => ({
			...constant(`${root.text.replace(/\/+$/, '')}/**${name === '' ? '' : `/${name}`}`),
			known: root.known,
			pattern: true,
			listed: 'lines' as const,
			...(linkless && { linkless }),
			...(!names.includes(`.${name}`) && reachesCredentials(name, texts) && { whole: true }),
		})),
	);
}

/** `-type f` leaves links out, unless it goes through them. */
function isOfFiles(texts: readonly string[]): boolean {
	const only = texts[texts.indexOf('-type') + 1];
	return texts.includes('-type') && only === 'f' && !texts.some((text) => /^(-L|-follow|-o|-or|!|-not|,)$/.test(text));
}

/** A name that is given in full is judged by itself, but for git's own settings: there are other files of that name. */
function reachesCredentials(name: string, texts: readonly string[]): boolean {
	if (skipsHidden(texts)) return false;
	return mayNameCredential(name) || (mayNameGitConfiguration(name) && !skipsGit(texts));
}

/** `-not -path './.git/*'`, `-path ./.git -prune`, `-maxdepth 1`: what lies in git's own folder is not found. */
function skipsGit(texts: readonly string[]): boolean {
	return texts.some(
		(text, i) =>
			(texts[i - 1] === '-maxdepth' && /^[01]$/.test(text)) ||
			(/^(\*|\.)?\/?\*?\.git(\/?\*)?$/.test(text) &&
				/^-i?(name|path|wholename)$/.test(texts[i - 1] ?? '') &&
				(/^(!|-not)$/.test(texts[i - 2] ?? '') || texts[i + 1] === '-prune')),
	);
}

/** `-not -path '*\/.*'`, as people keep hidden files out. */
function skipsHidden(texts: readonly string[]): boolean {
	return texts.some(
		(text, i) =>
			/^(\*|\.)?(\/|\*\/)?\\?\.\*(\/\*)?$/.test(text) &&
			/^-i?(name|path|wholename)$/.test(texts[i - 1] ?? '') &&
			/^(!|-not)$/.test(texts[i - 2] ?? ''),
	);
}

/** What a name matches beside: a leading wildcard of find takes a dot, too. */
function lastNames(text: string, test: string): readonly string[] {
	// A regular expression is read as the pattern that it comes near to.
	const plain =
		test === 'regex' ? text.replace(/\([^()]*\)[?*+]?|\[[^\]]*\][?*+]?|\.[*+]/g, '*').replace(/\\(.)/g, '$1') : text;
	const [name = '', folder = ''] = plain.split('/').reverse();
	if (/^\.\w/.test(folder)) return [`${folder}/${name}`];
	const isHiding = /^[*?].*[a-z0-9]{2}/i.test(name) && isCredential(`.${name}`) && !isCredential(name);
	return isHiding ? [name, `.${name}`] : [name];
}

function found(it: Invocation): readonly Finding[] {
	const { words, scope } = it;
	const targets = listed(it);
	const findings: Finding[] = roots(words).flatMap((word) => measures(word, scope));
	for (let i = 0; i < words.length; i++) {
		const action = words[i]?.text ?? '';
		const next = words[i + 1];
		if (action === '-delete') findings.push(...targets.flatMap((word) => deletes(word, scope, true)));
		if (/^-f(print|ls|print0|printf)$/.test(action) && next !== undefined) findings.push(...writes(next, scope));
		if (/^-(newer\w*|samefile)$/.test(action) && next !== undefined) findings.push(...reads(next, scope));
		if (action === '-files0-from' && next !== undefined) findings.push(...readsNames(next, scope));
		if (words[i]?.known === false) findings.push(opaque('an argument of find that cannot be known'));
		if (!/^-(exec|execdir|ok|okdir)$/.test(action)) continue;
		const end = words.findIndex(
			(word, at) => at > i && (word.text === ';' || (word.text === '+' && words[at - 1]?.text === '{}')),
		);
		const command = words.slice(i + 1, end < 0 ? words.length : end);
		findings.push({ find: 'command', words: command.flatMap((word) => filled(word, targets)) });
		i = end < 0 ? words.length : end;
	}
	return findings;
}

/** `{}` stands for every file that is found; inside a word for one of them. */
function filled(word: Word, targets: readonly Word[]): readonly Word[] {
	if (word.text === '{}') return targets;
	const [only] = targets;
	if (!word.text.includes('{}')) return [word];
	return [
		only === undefined || targets.length > 1 ? { ...word, known: false, prefix: '' } : filledIn(word, '{}', only),
	];
}

const fdExec = /^(-x|-X|--exec|--exec-batch)$/;

function beforeExec(words: readonly Word[]): readonly Word[] {
	const at = words.findIndex((word) => fdExec.test(word.text));
	return at < 0 ? words : words.slice(0, at);
}

const fdValues = data(
	'-e --extension -E --exclude -t --type -d --max-depth --min-depth -S --size --changed-within --changed-before -o --owner -j --threads -c --color --search-path --base-directory --ignore-file --format',
);

/** Everything below the directory in which fd looks. */
function fdTarget(words: readonly Word[], scope: Scope): Word {
	const { options, operands } = readArguments(words, fdValues, false);
	const root = options.find(({ name }) => /^--(search-path|base-directory)$/.test(name))?.value ?? operands[1];
	const base = root === undefined || root.text === '.' ? '' : `${root.text.replace(/\/+$/, '')}/`;
	const name = narrowed(options, operands[0]);
	const isWhole = mayNameCredential(name.slice(1)) && isUnrestricted(options, scope);
	const known = root?.known ?? true;
	return { ...constant(`${base}**${name}`), known, pattern: true, listed: 'lines', ...(isWhole && { whole: true }) };
}

const unrestricted = /^(-H|-u|-I|--hidden|--unrestricted|--no-ignore|--no-ignore-vcs)$/;

/** It lists hidden or ignored files, because it is told to or because a file of the checkout says so. */
function isUnrestricted(options: readonly Option[], scope: Scope): boolean {
	const named = options.flatMap(({ name, value }) => (name === '--ignore-file' && value !== undefined ? [value] : []));
	return options.some(({ name }) => unrestricted.test(name)) || revealsHidden(scope, named);
}

/** What the names of the found have in common: an extension, or what of the pattern stands for itself. */
function narrowed(options: readonly Option[], pattern: Word | undefined): string {
	const extension = options.find(({ name }) => /^(-e|--extension)$/.test(name))?.value?.text;
	if (extension !== undefined) return `/*.${extension}`;
	const text = pattern?.known === true ? pattern.text : '';
	const letters = text
		.replace(/\\\./g, '.')
		.replace(/\\[a-z]|[^\w.-]/gi, '')
		.replace(/^\.$/, '');
	if (letters === '') return '';
	const isHidden = options.some(({ name }) => /^(-H|-u|--hidden|--unrestricted)$/.test(name));
	const before = text.startsWith('^') ? '' : isHidden && isCredential(`.*${letters}*`) ? '.*' : '*';
	return `/${before}${letters}${text.endsWith('$') ? '' : '*'}`;
}

function fdFound(it: Invocation): readonly Finding[] {
	const before = beforeExec(it.words);
	const target = fdTarget(before, it.scope);
	const root = {
		...target,
		...constant(target.text.replace(/\/?\*\*.*$/, '') || (target.text.startsWith('/') ? '/' : '.')),
		known: target.known,
	};
	const command = it.words.slice(before.length + 1).filter((word) => word.text !== ';');
	const hasMark = command.some((word) => /\{\/?[./]?\/?\}/.test(word.text));
	const words = hasMark ? command.flatMap((word) => filled(word, [target])) : [...command, target];
	return [
		...measures(root, it.scope),
		obeysIgnoreFiles,
		...(command.length === 0 ? [] : [{ find: 'command' as const, words }]),
	];
}

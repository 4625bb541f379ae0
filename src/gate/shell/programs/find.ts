import { posix } from 'node:path';
import { treeEffect } from '../../path-effects.ts';
import { isCredential, mayNameCredential, mayNameGitConfiguration } from '../../sensitive.ts';
import { linksBelow } from '../behind-links.ts';
import { effect, type Finding, type Invocation, opaque, type Program, rows, type Scope } from '../program.ts';
import { deletes, measures, pathOf, reads, readsNames, writes } from '../roles.ts';
import { matchesComponent } from '../shell-pattern.ts';
import { constant, type Word } from '../word.ts';
import { filledIn } from './inputs.ts';

/** `find` and its variants. The arguments of `find` form an expression language. */
export const find = (): readonly Program[] => [
	rows('find gfind bfs', {
		input: 'ignored',
		keepsVariables: true,
		startsIn: '-execdir -okdir',
		repeats: true,
		also: found,
		lists: (it) => (it.words.some(({ text }) => printsMore.test(text)) ? undefined : [...listed(it), ...inGit(it)]),
	}),
];

/** Actions that print something other than names. */
const printsMore = /^-(exec|execdir|ok|okdir|printf|fprintf|ls)$/;

function roots(words: readonly Word[]): readonly Word[] {
	const options = words.findIndex((word) => !/^-([HLP]|O\d)$/.test(word.text));
	const rest = words.slice(options < 0 ? words.length : options);
	const end = rest.findIndex((word) => /^[-(!]/.test(word.text));
	const given = rest.slice(0, end < 0 ? rest.length : end);
	return given.length === 0 ? [constant('.')] : given;
}

/** Returns the folders behind links, if find follows links. */
function rootsBehind(words: readonly Word[], scope: Scope): readonly Word[] {
	if (!words.some(({ text }) => /^-(L|follow)$/.test(text))) return [];
	return roots(words).flatMap((root) => linksBelow(root, scope));
}

const naming = /^-i?(name|path|wholename|regex)$/;

/** Returns words for the files that find lists. Tests such as `-name` narrow them, if every branch of the expression has one. */
function listed({ words, scope }: Invocation): readonly Word[] {
	const texts = words.map((word) => word.text);
	const [pruned, opposite] = [prunedPaths(texts), oppositeGroups(texts)];
	const tests = words.flatMap((word, i) => {
		const test = naming.exec(texts[i - 1] ?? '')?.[1];
		const isLeftOut = isNot(texts[i - 2]) || pruned.includes(i) || opposite.has(i);
		return test === undefined || isLeftOut ? [] : [{ word, test, at: i }];
	});
	const isNarrow =
		isNamedThroughout(texts, [...pruned, ...tests.map(({ at }) => at)]) && tests.every(({ word }) => word.known);
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

const isNot = (text: string | undefined): boolean => text === '!' || text === '-not';

/**
 * Returns whether every branch of the expression has one of these tests. Threat: `-name a -name b -o -type f`, `-name a , -type f` and
 * `! ( -name a )` find files that no name test restricts.
 */
function isNamedThroughout(texts: readonly string[], tests: readonly number[]): boolean {
	const opposite = oppositeGroups(texts);
	const ends = texts.flatMap((text, i) => ((isOr(text) && !opposite.has(i)) || text === ',' ? [i] : []));
	const isNamed = (from: number, i: number) => tests.some((at) => at > from && at < (ends[i] ?? texts.length));
	return tests.length > 0 && [-1, ...ends].every(isNamed);
}

/** Returns the positions inside parentheses after `!`. */
function oppositeGroups(texts: readonly string[]): ReadonlySet<number> {
	const inside = new Set<number>();
	let depth = 0;
	for (const [i, text] of texts.entries()) {
		if (text === '(' && (depth > 0 || isNot(texts[i - 1]))) depth++;
		if (depth > 0) inside.add(i);
		if (text === ')' && depth > 0) depth--;
	}
	return inside;
}

const isOr = (text: string | undefined): boolean => text === '-o' || text === '-or';

/** Returns the positions of folders that find leaves out: `-path ./.git -prune -o …`. Without an action, find prints them, too. */
function prunedPaths(texts: readonly string[]): readonly number[] {
	const acts = texts.some((text) => /^-(exec|execdir|ok|okdir|print0?|printf|delete|ls)$/.test(text));
	const begin = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-([HLP]|O\d)$/.test(text));
	return texts.flatMap((_, i) => {
		const isPruned = naming.test(texts[i - 1] ?? '') && texts[i + 1] === '-prune' && isOr(texts[i + 2]);
		const isAlone = i - 1 === begin || isOr(texts[i - 2]);
		return acts && isPruned && isAlone ? [i] : [];
	});
}

/**
 * Returns a file in git's own folder, if find enters that folder and the name matches. Threat:
 * `find . -name '*.sample' -exec sed -i … {} +` changes the hooks in it.
 */
function inGit({ words, scope }: Invocation): readonly Word[] {
	const texts = words.map((word) => word.text.toLowerCase());
	const tests = texts.filter((_, i) => /^-i?name$/.test(texts[i - 1] ?? '') && !isNot(texts[i - 2]));
	// If no test restricts the names, other rules judge the search.
	const says = tests.some((test) => !/^[*?]*$/.test(test));
	if (!says || skipsGit(texts) || skipsHidden(texts)) return [];
	const { facts } = scope;
	const isThere = (path: string) => facts.isFile?.(path) ?? facts.readText(path) !== undefined;
	const isFound = (path: string) =>
		tests.some((test) => matchesComponent(test, posix.basename(path).toLowerCase())) && isThere(path);
	const isAtRoot = roots(words).some((word) => pathOf(word, scope) === '.');
	const path = isAtRoot ? filesOfGit.find(isFound) : undefined;
	return path === undefined ? [] : [constant(posix.join(facts.root, path))];
}

const hooks =
	'applypatch-msg commit-msg fsmonitor-watchman post-checkout post-commit post-merge post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase pre-receive prepare-commit-msg push-to-checkout sendemail-validate update'.split(
		' ',
	);

/** Files with fixed names in git's own folder. Files that git obeys come first. Other rules protect its settings. */
const filesOfGit = [
	...hooks.flatMap((name) => [`.git/hooks/${name}`, `.git/hooks/${name}.sample`]),
	...'info/attributes info/exclude HEAD ORIG_HEAD FETCH_HEAD COMMIT_EDITMSG packed-refs index description'
		.split(' ')
		.map((name) => `.git/${name}`),
];

/** Returns whether find lists files only. `-type f` leaves out links, unless find follows them. */
function isOfFiles(texts: readonly string[]): boolean {
	const only = texts[texts.indexOf('-type') + 1];
	return texts.includes('-type') && only === 'f' && !texts.some((text) => /^(-L|-follow|-o|-or|!|-not|,)$/.test(text));
}

/**
 * Returns whether the found files may include credentials. A name without wildcards is judged elsewhere, except `config`, because git's
 * settings and many other files have this name.
 */
function reachesCredentials(name: string, texts: readonly string[]): boolean {
	if (skipsHidden(texts)) return false;
	return mayNameCredential(name) || (mayNameGitConfiguration(name) && !skipsGit(texts));
}

/** Returns whether find leaves out the content of git's own folder: `-not -path './.git/*'`, `-path ./.git -prune`, `-maxdepth 1`. */
function skipsGit(texts: readonly string[]): boolean {
	// With these options, find enters a folder before it can leave it out.
	const isDepthFirst = texts.some((text) => /^-(depth|d|delete)$/.test(text));
	return texts.some(
		(text, i) =>
			(texts[i - 1] === '-maxdepth' && /^[01]$/.test(text)) ||
			(/^(\*|\.)?\/?\*?\.git(\/?\*)?$/.test(text) &&
				/^-i?(name|path|wholename)$/.test(texts[i - 1] ?? '') &&
				(/^(!|-not)$/.test(texts[i - 2] ?? '') || (texts[i + 1] === '-prune' && !isDepthFirst))),
	);
}

/** Returns whether find leaves out hidden files, as in `-not -path '*\/.*'`. */
function skipsHidden(texts: readonly string[]): boolean {
	return texts.some(
		(text, i) =>
			/^(\*|\.)?(\/|\*\/)?\\?\.\*(\/\*)?$/.test(text) &&
			/^-i?(name|path|wholename)$/.test(texts[i - 1] ?? '') &&
			/^(!|-not)$/.test(texts[i - 2] ?? ''),
	);
}

/** Returns the last parts of the names that a test matches. A leading wildcard of find also matches a dot. */
function lastNames(text: string, test: string): readonly string[] {
	// A regular expression is read as the most similar pattern.
	const plain =
		test === 'regex' ? text.replace(/\([^()]*\)[?*+]?|\[[^\]]*\][?*+]?|\.[*+]/g, '*').replace(/\\(.)/g, '$1') : text;
	const [name = '', folder = ''] = plain.split('/').reverse();
	if (/^\.\w/.test(folder)) return [`${folder}/${name}`];
	const isHiding = /^[*?].*[a-z0-9]{2}/i.test(name) && isCredential(`.${name}`) && !isCredential(name);
	return isHiding ? [name, `.${name}`] : [name];
}

/** Returns the findings for a folder that find searches. Without links, it reads only the names in the folder and below it. */
function searches(word: Word, { words, scope }: Invocation): readonly Finding[] {
	const path = word.known && !word.pattern ? pathOf(word, scope) : undefined;
	const isFollowed = words.some(({ text }) => /^-(L|H|follow)$/.test(text));
	const named = path === undefined || isFollowed ? undefined : treeEffect(path);
	return named === undefined ? measures(word, scope) : [effect(named)];
}

function found(it: Invocation): readonly Finding[] {
	const { words, scope } = it;
	const targets = listed(it);
	const findings: Finding[] = roots(words).flatMap((word) => searches(word, it));
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
		findings.push({ find: 'command', words: command.flatMap((word) => filled(word, [...targets, ...inGit(it)])) });
		i = end < 0 ? words.length : end;
	}
	return findings;
}

/** Replaces `{}` in a word of a command. Alone, `{}` means all found files; inside a word it means one of them. */
export function filled(word: Word, targets: readonly Word[]): readonly Word[] {
	if (word.text === '{}') return targets;
	const [only] = targets;
	if (!word.text.includes('{}')) return [word];
	return [
		only === undefined || targets.length > 1 ? { ...word, known: false, prefix: '' } : filledIn(word, '{}', only),
	];
}

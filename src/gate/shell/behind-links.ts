import { posix } from 'node:path';
import { isOfProcess } from '../remembered-facts.ts';
import { type Finding, opaque, type Scope } from './program.ts';
import { type LinkThere, lookFor } from './there.ts';
import { constant, patternWord, unknown, type Word } from './word.ts';

/** Returns the findings about a program's use of a path. */
type Doing = (word: Word, scope: Scope) => readonly Finding[];

/**
 * Returns the findings about link targets among a pattern's files. Threat: a commit can add `docs/k.md` as a link to a person's private
 * key.
 */
export function behindLinks(word: Word, scope: Scope, doing: Doing): readonly Finding[] {
	const { links, isUnknown } = lookFor(word, scope);
	return [...links.flatMap((link) => doing(targetOf(link), scope)), ...(isUnknown ? [unseen(word)] : [])];
}

/** As {@link behindLinks}, but only for files in linked folders. Deleting a link does not delete its target. */
export function filesBehindLinks(word: Word, scope: Scope, doing: Doing): readonly Finding[] {
	const { links } = lookFor(word, scope);
	return links.filter(({ rest }) => rest !== '').flatMap((link) => doing(targetOf(link), scope));
}

/** Returns the findings about link targets below a folder, for a program that reads it recursively. */
export function behindLinksBelow(word: Word, scope: Scope, doing: Doing): readonly Finding[] {
	return linksBelow(word, scope).flatMap((target) => (target.known ? doing(target, scope) : [unseen(word)]));
}

/** Returns the targets of links below a folder, if the links lead elsewhere. Adds an unknown word if some links are unknown. */
export function linksBelow(word: Word, scope: Scope): readonly Word[] {
	if (!word.known || word.stream !== undefined || word.text === '' || word.text === '-') return [];
	const { links, isUnknown } = lookFor(allBelow(word), scope, true);
	return [...links.map(targetOf), ...(isUnknown ? [unknown(word.text)] : [])];
}

/** Returns doubts about the files with credentials that a pattern may name. */
export function credentialsAmong(word: Word, scope: Scope): readonly Finding[] {
	return lookFor(word, scope).secrets.map((name) =>
		opaque(`a file with credentials is among them: ${name.slice(0, 120)}`),
	);
}

/** As {@link credentialsAmong}, for all files below a folder. */
export function credentialsBelow(word: Word, scope: Scope): readonly Finding[] {
	return word.known && word.stream === undefined && word.text !== '-' ? credentialsAmong(allBelow(word), scope) : [];
}

function allBelow({ text }: Word): Word {
	return { ...patternWord(/(^|\/)\*\*$/.test(text) ? text : `${text.replace(/\/+$/, '')}/**`), listed: 'lines' };
}

function targetOf({ to, rest }: LinkThere): Word {
	const text = rest === '' ? to : `${to}/${rest}`;
	return /[*?[{(]/.test(rest) ? { ...patternWord(text), looked: true } : constant(text);
}

function unseen({ text }: Word): Finding {
	return opaque(`whether a link leads elsewhere cannot be told: ${text.slice(0, 120)}`);
}

export { isOfProcess };

export const otherFolder: Finding = opaque('which folder or file a process has open cannot be known');

/** Returns findings about the most likely folder of a `/proc` path: the current directory, or the root folder. */
export function inOwnFolder(word: Word, scope: Scope, doing: Doing): readonly Finding[] {
	const [, place, rest = ''] = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(cwd|root)(\/.*)?$/.exec(posixText(word)) ?? [];
	if (place === undefined || !word.known) return [];
	const text = place === 'root' ? rest || '/' : `${scope.cwd ?? ''}${rest}` || '/';
	return doing({ ...word, ...constant(text), pattern: word.pattern }, scope);
}

/** Normalizes the path, but keeps `..`, because the component before it may be a link. */
function posixText({ text }: Word): string {
	return text.startsWith('/') && !text.includes('..') ? posix.normalize(text) : text.replace(/\/(?:\.?\/)+/g, '/');
}

import { posix } from 'node:path';
import { isOfProcess } from '../remembered-facts.ts';
import { type Finding, opaque, type Scope } from './program.ts';
import { type LinkThere, lookFor } from './there.ts';
import { constant, patternWord, unknown, type Word } from './word.ts';

/** What a program does with a path. */
type Doing = (word: Word, scope: Scope) => readonly Finding[];

/** What is done with the targets of links among the files of a pattern. Threat: a commit can bring `docs/k.md`, a link to somebody's key. */
export function behindLinks(word: Word, scope: Scope, doing: Doing): readonly Finding[] {
	const { links, isUnknown } = lookFor(word, scope);
	return [...links.flatMap((link) => doing(targetOf(link), scope)), ...(isUnknown ? [unseen(word)] : [])];
}

/** The same of files in folders behind links: a link itself is deleted, and not what it leads to. */
export function filesBehindLinks(word: Word, scope: Scope, doing: Doing): readonly Finding[] {
	const { links } = lookFor(word, scope);
	return links.filter(({ rest }) => rest !== '').flatMap((link) => doing(targetOf(link), scope));
}

/** What is done with the targets of links below a folder, for a program that goes down into it. */
export function behindLinksBelow(word: Word, scope: Scope, doing: Doing): readonly Finding[] {
	return linksBelow(word, scope).flatMap((target) => (target.known ? doing(target, scope) : [unseen(word)]));
}

/** Where links below a folder lead that lead elsewhere; a word that is not known where that cannot be told. */
export function linksBelow(word: Word, scope: Scope): readonly Word[] {
	if (!word.known || word.stream !== undefined || word.text === '' || word.text === '-') return [];
	const { links, isUnknown } = lookFor(allBelow(word), scope, true);
	return [...links.map(targetOf), ...(isUnknown ? [unknown(word.text)] : [])];
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

/** What such a path most likely is: in the folder where the command runs, or in that of the machine. */
export function inOwnFolder(word: Word, scope: Scope, doing: Doing): readonly Finding[] {
	const [, place, rest = ''] = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(cwd|root)(\/.*)?$/.exec(posixText(word)) ?? [];
	if (place === undefined || !word.known) return [];
	const text = place === 'root' ? rest || '/' : `${scope.cwd ?? ''}${rest}` || '/';
	return doing({ ...word, ...constant(text), pattern: word.pattern }, scope);
}

/** Without what changes nothing in it; a `..` behind a link stays. */
function posixText({ text }: Word): string {
	return text.startsWith('/') && !text.includes('..') ? posix.normalize(text) : text.replace(/\/(?:\.?\/)+/g, '/');
}

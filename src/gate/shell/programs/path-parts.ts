import { posix } from 'node:path';
import { changedNames, foldersOf, lastNames } from '../pattern-parts.ts';
import type { Invocation } from '../program.ts';
import type { Word } from '../word.ts';

/** Returns the last name of a path, or with `dirname` the part before it. */
export function partOfPath({ name, words: [path, ...others] }: Invocation): string | undefined {
	if (path?.known !== true || path.pattern || /^-|\/\/|.\/$/.test(path.text) || others.length > 0) return undefined;
	return `${name === 'dirname' ? posix.dirname(path.text) : posix.basename(path.text)}\n`;
}

/** Returns the same parts for the files that a pattern names. */
export function partsOfPaths({ name, words }: Invocation): readonly Word[] | undefined {
	const [given] = words;
	if (words.length === 0 || words.some((word) => !word.known || word.text.startsWith('-'))) return undefined;
	if (name === 'dirname') return changedNames(words, foldersOf);
	const [, suffix, ...others] = words;
	if (given === undefined || others.length > 0) return undefined;
	return changedNames([given], (path) => lastNames(path, suffix?.text));
}

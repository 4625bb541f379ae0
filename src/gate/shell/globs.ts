import { posix } from 'node:path';
import { locatePattern } from '../locate.ts';
import { listEffect } from '../path-effects.ts';
import { effect, type Finding, type Scope } from './program.ts';
import type { Word } from './word.ts';

/**
 * What the shell itself reads where it makes names of files of a pattern: the names in a folder. Threat: `cd ~/x; echo *` lists a folder as
 * `ls` does, whatever the command is that gets the names. Inside the checkout names are no secret; `found` tells what is judged already.
 */
export function globbed(words: readonly Word[], scope: Scope, found: readonly Finding[] = []): readonly Finding[] {
	if (words.every(({ pattern }) => !pattern)) return [];
	return words.flatMap((word) => {
		const folder = word.known && word.pattern ? folderOf(word.text, scope) : undefined;
		if (folder === undefined || found.some((one) => isBelow(one, folder))) return [];
		return [effect(listEffect(folder))];
	});
}

/** The folder outside of the checkout whose names a pattern shows, or the pattern itself where it stands for folders. */
function folderOf(text: string, { facts, cwd }: Scope): string | undefined {
	if (cwd === undefined && !text.startsWith('/')) return undefined;
	const place = locatePattern(facts, text, cwd ?? '/');
	if (place === undefined || place.inside || !/[*?[]/.test(place.path)) return undefined;
	const folder = posix.dirname(place.path);
	return /[*?[]/.test(folder) ? place.path : folder;
}

function isBelow(finding: Finding, folder: string): boolean {
	return (
		finding.find === 'effect' &&
		'path' in finding.effect &&
		(finding.effect.path === folder || finding.effect.path.startsWith(`${folder}/`))
	);
}

import { posix } from 'node:path';
import { locatePattern } from '../locate.ts';
import { listEffect } from '../path-effects.ts';
import { effect, type Finding, type Scope } from './program.ts';
import type { Word } from './word.ts';

/**
 * Returns findings about folders that the shell itself lists when it expands patterns. Threat: `cd ~/x; echo *` lists a folder as `ls`
 * does. File names inside the checkout are not secret. `found` contains the findings that are already reported.
 */
export function globbed(words: readonly Word[], scope: Scope, found: readonly Finding[] = []): readonly Finding[] {
	if (words.every(({ pattern }) => !pattern)) return [];
	return words.flatMap((word) => {
		const folder = word.known && word.pattern ? folderOf(word.text, scope) : undefined;
		if (folder === undefined || found.some((one) => isBelow(one, folder))) return [];
		return [effect(listEffect(folder))];
	});
}

/** Returns the folder outside the checkout that a pattern lists. If the folder itself is a pattern, returns the whole pattern. */
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

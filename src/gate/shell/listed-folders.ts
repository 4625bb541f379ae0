import { posix } from 'node:path';
import { locate } from '../locate.ts';
import type { Analysis, Run } from './analysis.ts';
import { limits } from './state.ts';
import { constant, type Word } from './word.ts';

/**
 * Returns the folders that a pattern such as `packages/*` means, one word for each. So the gate knows where a `cd` in a loop leads.
 * Returns undefined if an earlier part of the line may have made other folders.
 */
export function listedFolders(word: Word, run: Run, analysis: Analysis): readonly Word[] | undefined {
	const { facts, parts, functions, links, written, later } = analysis;
	const { cwd, cwdOnFailure } = run.state;
	const [, head = '', end] = (word.known && word.pattern && /^((?:[\w@-][\w.@-]*\/)*)\*(\/?)$/.exec(word.text)) || [];
	if (end === undefined || cwd === undefined || cwdOnFailure !== undefined) return undefined;
	const isChanged =
		functions.size + links.size + written.size + later.size > 0 ||
		run.mayRepeat === true ||
		run.traits.includes('beside');
	const onlyRead = parts.every(({ effects }) => effects.every(({ kind }) => kind === 'read'));
	if (isChanged || !onlyRead) return undefined;
	const place = locate(facts, head === '' ? '.' : head, cwd);
	const entries = place?.inside === true ? facts.entries?.(posix.join(facts.root, place.path)) : undefined;
	// A pattern leaves out hidden names. After `shopt -s dotglob` it does not, but `shopt` is a part that does more than read.
	const shown = entries?.filter(({ name }) => !name.startsWith('.')) ?? [];
	const folders = shown.filter(({ kind }) => kind === 'folder' || kind === 'packages');
	const isPlain = shown.every(
		({ name, kind }) => /^[\w@][\w.@-]*$/.test(name) && kind !== 'link' && (kind !== 'file' || end === '/'),
	);
	const isFew = folders.length > 0 && folders.length <= limits.alternatives;
	return isPlain && isFew ? folders.map(({ name }) => constant(`${head}${name}${end}`)) : undefined;
}

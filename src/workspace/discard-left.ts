import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LeftPath } from '../core/index.ts';
import { hasRealParents } from './tree-entry.ts';

/**
 * Removes what cannot travel. Threat: setup runs on the files of the base commit alone, so a model must not keep a file there by making it
 * unfit to travel. A file of the base commit is put back by whoever calls this.
 */
export function discardLeft(root: string, left: readonly LeftPath[]): void {
	for (const { path } of left) {
		if (path.includes('\ufffd')) removeUnnamed(root, path);
		// Threat: through a link on the way, it would be another tree's file.
		else if (hasRealParents(root, path)) rmSync(join(root, path), { recursive: true, force: true });
	}
}

/** A name that is not UTF-8 is found again by its bytes. */
function removeUnnamed(root: string, path: string): void {
	const parts = path.split('/');
	const at = parts.findIndex((part) => part.includes('\ufffd'));
	const folder = join(root, ...parts.slice(0, at));
	if (!hasRealParents(root, parts.slice(0, at + 1).join('/'))) return;
	for (const name of readdirSync(folder, { encoding: 'buffer' })) {
		if (name.toString() !== parts[at]) continue;
		rmSync(Buffer.concat([Buffer.from(`${folder}/`), name]), { recursive: true, force: true });
	}
}

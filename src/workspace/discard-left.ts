import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LeftPath } from '../core/index.ts';
import { hasRealParents } from './tree-entry.ts';

/**
 * Removes files that cannot be saved. Threat: setup must run only on files of the base commit. A model could otherwise keep a file there by
 * making it impossible to save. The caller puts files of the base commit back.
 */
export function discardLeft(root: string, left: readonly LeftPath[]): void {
	for (const { path } of left) {
		if (path.includes('\ufffd')) removeUnnamed(root, path);
		// Threat: through a link on the way, this would remove a file of another tree.
		else if (hasRealParents(root, path)) rmSync(join(root, path), { recursive: true, force: true });
	}
}

/** Removes a file whose name is not UTF-8. It is found by the bytes of its name. */
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

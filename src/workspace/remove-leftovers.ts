import { unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { withRepository } from '../sandbox/index.ts';
import { type BaseTree, splitNul } from './base-tree.ts';
import { withDirectory } from './held-directory.ts';
import { isTemporaryName } from './write-file.ts';

/** Removes what a write left over when its process was killed: else it would travel as a new file. Ignored folders do not travel. */
export async function removeLeftovers(root: string, base: BaseTree): Promise<void> {
	const listing = await withRepository(root, (git) => git(['ls-files', '-z', '--others', '--exclude-standard']));
	// A scan lists the same and says what is wrong.
	if (!listing.ok) return;
	for (const path of splitNul(listing.stdout)) {
		if (!isTemporaryName(basename(path)) || base.files.has(path)) continue;
		withDirectory(root, dirname(path), (directory) => unlinkSync(directory.at(basename(path))));
	}
}

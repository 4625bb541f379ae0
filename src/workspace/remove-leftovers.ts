import { unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { withRepository } from '../sandbox/index.ts';
import { type BaseTree, splitNul } from './base-tree.ts';
import { withDirectory } from './held-directory.ts';
import { isTemporaryName } from './write-file.ts';

/**
 * Removes the temporary files of a write whose process was killed. Otherwise they would be saved as new files. Ignored folders are not
 * saved, so they are skipped.
 */
export async function removeLeftovers(root: string, base: BaseTree): Promise<void> {
	const listing = await withRepository(root, (git) => git(['ls-files', '-z', '--others', '--exclude-standard']));
	// A scan makes the same listing and reports the error.
	if (!listing.ok) return;
	for (const path of splitNul(listing.stdout)) {
		if (!isTemporaryName(basename(path)) || base.files.has(path)) continue;
		withDirectory(root, dirname(path), (directory) => unlinkSync(directory.at(basename(path))));
	}
}

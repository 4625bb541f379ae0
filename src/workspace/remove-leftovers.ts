import { unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { withRepository } from '../sandbox/index.ts';
import { type BaseTree, splitNul } from './base-tree.ts';
import { withDirectory } from './held-directory.ts';
import { isTemporaryName } from './write-file.ts';

/**
 * Returns the paths of temporary files of a write whose process was killed. Ignored folders are not saved, so they are skipped. None if git
 * cannot list them: a scan makes the same listing and reports the error.
 */
export async function listLeftovers(root: string): Promise<readonly string[]> {
	const listing = await withRepository(root, (git) => git(['ls-files', '-z', '--others', '--exclude-standard']));
	return listing.ok ? splitNul(listing.stdout).filter((path) => isTemporaryName(basename(path))) : [];
}

/** Removes these files, unless the base commit has them. Otherwise they would be saved as new files. */
export function removeLeftovers(root: string, leftovers: readonly string[], base: BaseTree): void {
	for (const path of leftovers.filter((one) => !base.files.has(one)))
		withDirectory(root, dirname(path), (directory) => unlinkSync(directory.at(basename(path))));
}

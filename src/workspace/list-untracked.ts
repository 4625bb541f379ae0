import type { LeftPath } from '../core/index.ts';
import { withRepository } from '../sandbox/index.ts';
import { type BaseTree, splitNul } from './base-tree.ts';
import { mismatch } from './mismatch.ts';

/** The files that git lists in addition to the base commit's files. */
export interface Untracked {
	readonly paths: readonly string[];
	/** Folders that git cannot list. */
	readonly closed: readonly LeftPath[];
}

/**
 * Returns files that the base does not have and that git does not ignore. A temporary index is made from the base, so staged changes have
 * no effect.
 */
export async function listUntracked(root: string, baseSha: string, base: BaseTree): Promise<Untracked> {
	const listing = await withRepository(root, async (git) => {
		const read = await git(['read-tree'], { revisions: [baseSha] });
		return read.ok ? git(['ls-files', '-z', '--others', '--exclude-standard']) : read;
	});
	if (!listing.ok)
		throw mismatch(`Git cannot list the work tree: ${listing.message}.`, 'Check out the repository anew.');
	// Git leaves out a folder that it cannot open, and only prints a warning.
	const unreadable = [...listing.warnings.matchAll(/could not open directory '(.*)'/g)];
	const listed = splitNul(listing.stdout);
	const nested = listed.filter((path) => path.endsWith('/') && !base.submodules.has(path.slice(0, -1)));
	return {
		paths: listed.filter((path) => !path.endsWith('/')),
		closed: [
			...unreadable.map(([, path = '']): LeftPath => ({ path: `${path.replace(/\/$/, '')}/`, why: 'unreadable' })),
			...nested.map((path): LeftPath => ({ path, why: 'repository' })),
		],
	};
}

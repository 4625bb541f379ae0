import { type Git, withRepository } from '../sandbox/index.ts';
import { mismatch } from './mismatch.ts';
import { readTreeEntry, type TreeEntry } from './tree-entry.ts';

/**
 * Files of the base commit as a fresh checkout writes them: with line endings and encodings as the base's own attributes say,
 * whatever the work tree says now. Made by git in a directory that is thrown away.
 */
export async function readAsCheckedOut(
	root: string,
	baseSha: string,
	paths: readonly string[],
): Promise<ReadonlyMap<string, TreeEntry>> {
	if (paths.length === 0) return new Map();
	const checkOut = async (git: Git, workTree: string): Promise<ReadonlyMap<string, TreeEntry>> => {
		const read = await git(['read-tree'], { revisions: [baseSha] });
		const input = paths.map((path) => `${path}\0`).join('');
		const written = read.ok ? await git(['checkout-index', '-z', '--stdin', '--force'], { input }) : read;
		if (!written.ok) throw missing('its files', written.message);
		return new Map(
			paths.flatMap((path) => {
				const entry = readTreeEntry(workTree, path);
				return entry === undefined ? [] : [[path, entry] as const];
			}),
		);
	};
	return withRepository(root, checkOut, 'none');
}

function missing(what: string, why: string): Error {
	return mismatch(`The checkout does not hold ${what} of the base commit: ${why}.`, 'Check out without `filter`.');
}

/** The first path of these that goes through a filter driver (LFS, git-crypt), with the driver's name. */
export async function findFiltered(
	root: string,
	paths: readonly string[],
): Promise<{ readonly path: string; readonly filter: string } | undefined> {
	if (paths.length === 0) return undefined;
	const input = paths.map((path) => `${path}\0`).join('');
	const answer = await withRepository(root, (git) => git(['check-attr', '-z', '--stdin', 'filter'], { input }));
	if (!answer.ok)
		throw mismatch(`Git cannot read the attributes: ${answer.message}.`, 'Check out the repository anew.');
	const fields = answer.stdout.toString().split('\0');
	for (let index = 0; index + 2 < fields.length; index += 3) {
		const filter = fields[index + 2] ?? '';
		if (!['unspecified', 'unset'].includes(filter)) return { path: fields[index] ?? '', filter };
	}
	return undefined;
}

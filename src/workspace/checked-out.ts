import { type Git, withRepository } from '../sandbox/index.ts';
import { mismatch } from './mismatch.ts';
import { readTreeEntry, type TreeEntry } from './tree-entry.ts';

/**
 * Returns files of the base commit as a fresh checkout would write them. Line endings and encodings follow the `.gitattributes` of the base
 * commit, not of the work tree. Git writes the files into a temporary directory.
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

/** Returns the paths that a filter driver (LFS, git-crypt) processes, each with the driver's name. */
export async function findFiltered(root: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
	const found = await readAttributes(root, paths, ['filter']);
	const filtered = found.filter(({ value }) => !['unspecified', 'unset'].includes(value));
	return new Map(filtered.map(({ path, value }) => [path, value]));
}

/** Returns the paths whose difference a pull request does not show, because `.gitattributes` mark them as generated or not text. */
export async function findFolded(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
	const found = await readAttributes(root, paths, ['linguist-generated', 'diff']);
	const folded = found.filter(({ name, value }) =>
		name === 'diff' ? value === 'unset' : !['unspecified', 'unset', 'false'].includes(value),
	);
	return new Set(folded.map(({ path }) => path));
}

interface Attribute {
	readonly path: string;
	readonly name: string;
	readonly value: string;
}

/** Returns the attributes of paths, according to the `.gitattributes` of the work tree. */
async function readAttributes(
	root: string,
	paths: readonly string[],
	names: readonly string[],
): Promise<readonly Attribute[]> {
	if (paths.length === 0) return [];
	const input = paths.map((path) => `${path}\0`).join('');
	const answer = await withRepository(root, (git) => git(['check-attr', '-z', '--stdin', ...names], { input }));
	if (!answer.ok)
		throw mismatch(`Git cannot read the attributes: ${answer.message}.`, 'Check out the repository anew.');
	const fields = answer.stdout.toString().split('\0');
	return Array.from({ length: Math.floor(fields.length / 3) }, (_, index) => {
		const [path = '', name = '', value = ''] = fields.slice(3 * index, 3 * index + 3);
		return { path, name, value };
	});
}

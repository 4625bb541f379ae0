import { realpathSync, unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Manifest, type Snapshot, sha256, type Workspace } from '../core/index.ts';
import { withRepository } from '../sandbox/index.ts';
import { type BaseTree, readBaseTree, splitNul } from './base-tree.ts';
import { newScanMemory } from './compare-with-base.ts';
import { deliveryOver } from './delivery.ts';
import { newFacts } from './facts.ts';
import { withDirectory } from './held-directory.ts';
import { heldBlobs, newBlobReader } from './read-blobs.ts';
import { readContent } from './read-content.ts';
import { readRegularFile } from './read-file.ts';
import { dirtySubmodules, refuseDirtySubmodules, refuseSparse } from './refuse-unfit.ts';
import { liesIn, resolveRealPath } from './resolve-path.ts';
import { type ForeignChanges, restoreWorkTree } from './restore-work-tree.ts';
import { type Difference, modeOf, scanWorkTree } from './scan-work-tree.ts';
import { statIfThere } from './stat-if-there.ts';
import { isTemporaryName } from './write-file.ts';

/** The largest file whose text is kept. Bytes. */
const mostText = 1_048_576;

/** How a workspace treats files that are not from the run. */
export interface WorkspaceOptions {
	/**
	 * What a restore does with changes that are not from the run. `discard` (default, for a runner's checkout) removes them. `refuse` (for a
	 * person's checkout) throws an error.
	 */
	readonly foreign?: ForeignChanges;
	/** Returns whether a new path stays on this disk. Such a path is not saved, not delivered and not removed. If left out, there are none. */
	readonly stays?: (path: string) => boolean;
}

const defaults = { foreign: 'discard', stays: () => false } as const;

/**
 * Opens the checkout at `root` with the run's base commit. HEAD may be another commit by now. @throws CountersignError `checkout-mismatch`
 * if `root` is not a checkout or does not contain the base commit.
 */
export async function openWorkspace(root: string, baseSha: string, options: WorkspaceOptions = {}): Promise<Workspace> {
	const real = realpathSync(root);
	const [base, leftovers] = await Promise.all([readBaseTree(real, baseSha), listLeftovers(real)]);
	removeLeftovers(real, leftovers, base);
	const readBlob = newBlobReader(real);
	const request = { root: real, baseSha, base, memory: newScanMemory(), ...defaults, ...options };
	const snapshot = async (): Promise<Snapshot> => {
		const [, submodules, { differences, left }] = await Promise.all([
			refuseSparse(real),
			dirtySubmodules(real, base),
			scanWorkTree(request),
		]);
		return { ...manifestOf(baseSha, base, differences), left: [...submodules, ...left] };
	};
	const textAt = async (path: string, isLink: boolean): Promise<string | undefined> => {
		const file = base.files.get(path);
		if (file === undefined || (file.mode === '120000') !== isLink) return undefined;
		return Buffer.from(await readBlob(file)).toString();
	};
	return {
		root: real,
		facts: newFacts(request),
		snapshot,
		delivery: async (ground = []) => deliveryOver(ground, { root: real, base, snapshot: await snapshot() }),
		heldBlobs: (ids) => heldBlobs(real, ids),
		restore: async (manifest: Manifest, content) => {
			await refuseSparse(real);
			await refuseDirtySubmodules(real, base);
			await restoreWorkTree(request, manifest, content);
		},
		contentOf: (path) => {
			const target = resolveRealPath(real, path);
			if (target === undefined || !liesIn(real, target)) return null;
			return readContent(target, mostText) ?? null;
		},
		fileSweep: (mostBytes) => newFileSweep(real, mostBytes),
		paths: async () => [...base.files.keys()].sort(),
		readBase: (path) => textAt(path, false),
		readBaseLink: (path) => textAt(path, true),
	};
}

/**
 * Returns a reader for many files below a real root, each up to `mostBytes`. The reader returns undefined for a file that is larger, is not
 * regular, or has a link in its path. It remembers which folders are real, so use it only while nothing else changes files.
 */
function newFileSweep(root: string, mostBytes: number): (path: string) => Uint8Array | undefined {
	const folders = new Map<string, boolean>([['.', true]]);
	const isFolder = (path: string): boolean => {
		const known = folders.get(path);
		if (known !== undefined) return known;
		const parent = dirname(path);
		const found = parent !== path && isFolder(parent) && statIfThere(`${root}/${path}`)?.isDirectory() === true;
		folders.set(path, found);
		return found;
	};
	return (path) => {
		if (/(^|\/)\.{0,2}(\/|$)|\0/.test(path)) return undefined;
		return isFolder(dirname(path)) ? readRegularFile(`${root}/${path}`, mostBytes) : undefined;
	};
}

/** Converts differences to a manifest and the contents of its files. */
function manifestOf(baseSha: string, base: BaseTree, differences: readonly Difference[]) {
	const files = new Map<string, Uint8Array>();
	const entries = differences.map((difference) => {
		const bytes = difference.entry?.bytes;
		const hash = bytes === undefined ? null : sha256(bytes);
		if (bytes !== undefined && hash !== null) files.set(hash, bytes);
		return { path: difference.path, mode: modeOf(difference, base), sha256: hash };
	});
	const manifest: Manifest = { baseSha, entries };
	return { manifest, files };
}

/**
 * Returns the temporary files that remain if a process was killed while it wrote. It skips ignored folders, because these are not saved.
 * Empty if git fails, because the next scan makes the same listing and reports the error.
 */
async function listLeftovers(root: string): Promise<readonly string[]> {
	const listing = await withRepository(root, (git) => git(['ls-files', '-z', '--others', '--exclude-standard']));
	return listing.ok ? splitNul(listing.stdout).filter((path) => isTemporaryName(basename(path))) : [];
}

/** Removes the temporary files, unless the base commit has them. Otherwise they would be saved as new files. */
function removeLeftovers(root: string, leftovers: readonly string[], base: BaseTree): void {
	for (const path of leftovers.filter((one) => !base.files.has(one)))
		withDirectory(root, dirname(path), (directory) => unlinkSync(directory.at(basename(path))));
}

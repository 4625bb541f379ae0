import { realpathSync } from 'node:fs';
import type { Manifest, Snapshot, Workspace } from '../core/index.ts';
import { readBaseTree } from './base-tree.ts';
import { newScanMemory } from './compare-with-base.ts';
import { deliveryOver } from './delivery.ts';
import { newFacts } from './facts.ts';
import { newFileSweep } from './file-sweep.ts';
import { manifestOf } from './manifest-of.ts';
import { heldBlobs, newBlobReader } from './read-blobs.ts';
import { readContent } from './read-content.ts';
import { dirtySubmodules, refuseDirtySubmodules, refuseSparse } from './refuse-unfit.ts';
import { listLeftovers, removeLeftovers } from './remove-leftovers.ts';
import { liesIn, resolveRealPath } from './resolve-path.ts';
import { type ForeignChanges, restoreWorkTree } from './restore-work-tree.ts';
import { scanWorkTree } from './scan-work-tree.ts';

/** The most bytes of a file that are kept as text. */
const mostText = 1_048_576;

/** How a workspace treats files that the run did not make. */
export interface WorkspaceOptions {
	/**
	 * On restore, `discard` (default, for a runner's checkout) removes changes that are not the run's. `refuse` (for a person's checkout)
	 * stops.
	 */
	readonly foreign?: ForeignChanges;
	/** New paths that stay on this disk. They are not saved, not delivered and not removed. If left out, there are none. */
	readonly stays?: (path: string) => boolean;
}

const defaults = { foreign: 'discard', stays: () => false } as const;

/**
 * Opens the checkout at `root` with the run's frozen base commit. HEAD may have changed since.
 * @throws CountersignError `checkout-mismatch` if it is not a checkout or does not contain the base commit.
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

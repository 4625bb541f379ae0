import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LeftPath, sha256 } from '../core/index.ts';
import type { BaseTree, FileMode } from './base-tree.ts';
import { findFiltered, readAsCheckedOut } from './checked-out.ts';
import { isAsBase, learnCheckedOut, type ScanMemory } from './compare-with-base.ts';
import { parseLfsPointer } from './lfs-pointer.ts';
import { listUntracked } from './list-untracked.ts';
import { withFewBytes, withFewPaths } from './travelling-limits.ts';
import { isTravellingPath } from './travelling-path.ts';
import { kindAt, lookAtEntry, type TreeEntry } from './tree-entry.ts';

/** One path that differs from the base commit. `entry: undefined` means a deletion. */
export interface Difference {
	readonly path: string;
	readonly entry: TreeEntry | undefined;
}

/** The work tree to compare. */
export interface ScanRequest {
	readonly root: string;
	readonly baseSha: string;
	readonly base: BaseTree;
	readonly memory: ScanMemory;
	/** Returns whether a path stays on this disk if the base commit does not have it. */
	readonly stays: (path: string) => boolean;
}

/** The differences from the base commit that can be saved, and the paths that stay here. */
export interface Scan {
	readonly differences: readonly Difference[];
	readonly left: readonly LeftPath[];
}

/**
 * Finds every path whose content differs from the base commit. Git's index or a time stamp alone is not enough proof that a file is
 * unchanged. Paths that cannot be saved are in `left`, with the reason. So the other paths can be saved, even if a command leaves unusual
 * files.
 */
export async function scanWorkTree(request: ScanRequest): Promise<Scan> {
	const { root, base, memory, baseSha, stays } = request;
	const changed = await changedPaths(request);
	const untracked = await listUntracked(root, baseSha, base);
	const ignored = [...memory.carried.keys()].filter((path) => !base.files.has(path) && kindAt(root, path) !== 'none');
	const added = [...new Set([...untracked.paths, ...ignored])];
	const paths = withFewPaths(
		changed,
		added.filter((path) => !stays(path)),
	);
	const found = await readDifferences(request, paths.kept);
	const sized = withFewBytes(found.differences);
	const left = [
		...added.filter(stays).map((path): LeftPath => ({ path, why: 'credential' })),
		...[...untracked.closed, ...paths.left, ...found.left, ...sized.left],
	];
	return { differences: sized.kept, left: left.sort((a, b) => byCodeUnit(a.path, b.path)) };
}

/** Returns the tracked paths that differ from a checkout of the base commit. */
async function changedPaths(request: ScanRequest): Promise<readonly string[]> {
	const { root, base, memory, baseSha } = request;
	const suspects = [...base.files.keys()].filter((path) => !isAsBase(request, path));
	const wanted = suspects.filter((path) => !memory.converted.has(path) && mayBeFile(root, path));
	const fresh = await readAsCheckedOut(root, baseSha, wanted);
	for (const [path, { bytes }] of fresh) learnCheckedOut(request, path, bytes);
	return suspects.filter((path) => !fresh.has(path) || !isAsBase(request, path));
}

async function readDifferences({ root, memory }: ScanRequest, paths: readonly string[]): Promise<Scan> {
	const left: LeftPath[] = [];
	const differences: Difference[] = [];
	for (const path of [...paths].sort(byCodeUnit)) {
		const why = isTravellingPath(path) ? undefined : 'name';
		// Git does not list a repository that replaced a file of the base commit.
		const nested = why === undefined && existsSync(join(root, path, '.git')) ? 'repository' : undefined;
		const look = lookAtEntry(root, path);
		const unfit = why ?? nested ?? ('unfit' in look ? look.unfit : undefined);
		if (unfit !== undefined) left.push({ path, why: unfit });
		else if ('entry' in look) differences.push({ path, entry: look.entry });
	}
	const isCarried = ({ path, entry }: Difference): boolean =>
		entry !== undefined && memory.carried.get(path) === sha256(entry.bytes);
	const filtered = await filteredOf(root, differences, isCarried);
	const kept = differences.filter(({ path }) => !filtered.has(path));
	return { differences: kept, left: [...left, ...filtered.values()] };
}

/**
 * Returns the changed files that pass through a filter driver, for which git would store other bytes than those on disk. It leaves out LFS
 * pointers and restored files, because their bytes stay the same.
 */
async function filteredOf(
	root: string,
	differences: readonly Difference[],
	isCarried: (difference: Difference) => boolean,
): Promise<ReadonlyMap<string, LeftPath>> {
	const files = differences.filter(({ entry }) => entry !== undefined && entry.mode !== '120000');
	const filters = await findFiltered(
		root,
		files.map(({ path }) => path),
	);
	return new Map(
		files.flatMap((file): readonly (readonly [string, LeftPath])[] => {
			const { path, entry } = file;
			const filter = filters.get(path);
			const isStored = entry === undefined || filter === undefined || isCarried(file);
			if (isStored || (filter === 'lfs' && parseLfsPointer(entry.bytes) !== undefined)) return [];
			return [[path, { path, why: filter === 'lfs' ? 'lfs' : 'filter' }]];
		}),
	);
}

/** Returns whether a path may be a file. Also true if this is not known. */
function mayBeFile(root: string, path: string): boolean {
	return ['file', 'unreadable'].includes(kindAt(root, path));
}

function byCodeUnit(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the mode of a difference in a manifest. A deletion keeps the mode of the deleted file. */
export function modeOf(difference: Difference, base: BaseTree): FileMode {
	return difference.entry?.mode ?? base.files.get(difference.path)?.mode ?? '100644';
}

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import type { BaseTree } from './base-tree.ts';
import { hashOfFile, type LfsPointer, parseLfsPointer } from './lfs-pointer.ts';
import { fileModeOf, readQuickly, readTreeEntry, treeStat } from './tree-entry.ts';

interface Seen {
	readonly stamp: string;
	readonly id: string;
}

/** The cache that scans of one work tree share. */
export interface ScanMemory {
	/** Content ids by path. An id is valid while the file's status (such as its time of change) is the same. */
	readonly seen: Map<string, Seen>;
	/** SHA-256 of files in Git LFS, with the same validity. */
	readonly hashed: Map<string, Seen>;
	/** By path, the id of the file's bytes in a fresh checkout. It differs from the blob's id if git converts line endings. */
	readonly converted: Map<string, string>;
	/** The LFS pointers that the base commit contains in place of files. */
	readonly pointers: Map<string, LfsPointer>;
	/** The last restored manifest, from path to SHA-256. Its files are saved again, even if git ignores them. */
	carried: ReadonlyMap<string, string | null>;
}

const settledMs = 1_000;

/** Creates an empty cache. */
export function newScanMemory(): ScanMemory {
	return { seen: new Map(), hashed: new Map(), converted: new Map(), pointers: new Map(), carried: new Map() };
}

interface Known {
	readonly root: string;
	readonly base: BaseTree;
	readonly memory: ScanMemory;
}

/**
 * Returns whether a tracked path is the same as in a checkout of the base. For Git LFS, both the content and its pointer count as the same.
 * False if the base does not have the path, or if the path cannot be read.
 */
export function isAsBase({ root, base, memory }: Known, path: string): boolean {
	const expected = base.files.get(path);
	try {
		const stat = treeStat(root, path);
		if (expected === undefined || stat === undefined || fileModeOf(stat) !== expected.mode) return false;
		const pointer = memory.pointers.get(path);
		if (pointer?.size === stat.size && hashOnDisk({ root, memory }, path) === pointer.oid) return true;
		const id = idOnDisk({ root, base, memory }, path);
		return id === expected.id || id === memory.converted.get(path);
	} catch (error) {
		if (error instanceof CountersignError) return false;
		throw error;
	}
}

/** Remembers which bytes a tracked path has in a fresh checkout. */
export function learnCheckedOut({ base, memory }: Known, path: string, bytes: Buffer): void {
	memory.converted.set(path, base.idOf(bytes));
	const pointer = parseLfsPointer(bytes);
	if (pointer !== undefined) memory.pointers.set(path, pointer);
}

function idOnDisk({ root, base, memory }: Known, path: string): string | undefined {
	return remembered(memory.seen, root, path, () => {
		const entry = readTreeEntry(root, path, readQuickly);
		return entry === undefined ? undefined : base.idOf(entry.bytes);
	});
}

function hashOnDisk({ root, memory }: Pick<Known, 'root' | 'memory'>, path: string): string | undefined {
	return remembered(memory.hashed, root, path, () => hashOfFile(join(root, path)));
}

function remembered(
	known: Map<string, Seen>,
	root: string,
	path: string,
	read: () => string | undefined,
): string | undefined {
	const stat = lstatSync(join(root, path), { bigint: true });
	const stamp = [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs, stat.mode].join(':');
	const before = known.get(path);
	if (before?.stamp === stamp) return before.id;
	const id = read();
	// Two writes within one clock tick leave the same status. So an id is remembered only if the status is old enough.
	if (id !== undefined && Date.now() - Number(stat.ctimeMs) > settledMs) known.set(path, { stamp, id });
	return id;
}

import { readlinkSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import type { FileMode } from './base-tree.ts';
import { mismatch } from './mismatch.ts';
import { readBeneath } from './read-beneath.ts';
import { readRegularFile } from './read-file.ts';
import { statIfThere } from './stat-if-there.ts';

/** A file or link on the disk. */
export interface TreeEntry {
	readonly mode: FileMode;
	readonly bytes: Buffer;
}

/** GitHub's limit for a blob. Bytes. */
const mostBytes = 100 * 1024 * 1024;

/** The content of a path: an entry, nothing, or something that cannot be saved. */
export type Look = { readonly entry: TreeEntry | undefined } | { readonly unfit: 'large' | 'unreadable' };

/** Like {@link readTreeEntry}, but returns a problem instead of throwing it, because any program may have left an unusual file there. */
export function lookAtEntry(root: string, path: string): Look {
	try {
		const stat = treeStat(root, path);
		if (stat?.isFile() === true && stat.size > mostBytes) return { unfit: 'large' };
		return { entry: readTreeEntry(root, path) };
	} catch (error) {
		if (error instanceof CountersignError) return { unfit: 'unreadable' };
		throw error;
	}
}

/** Reads a path of the work tree. Undefined if there is no file and no link, or if a part of the path is not a directory. */
export function readTreeEntry(root: string, path: string, read = readSafely): TreeEntry | undefined {
	const stat = treeStat(root, path);
	if (stat === undefined) return undefined;
	const absolute = join(root, path);
	if (stat.isSymbolicLink()) return { mode: '120000', bytes: readlinkSync(absolute, { encoding: 'buffer' }) };
	if (stat.size > mostBytes) throw tooLarge(path);
	return { mode: fileModeOf(stat), bytes: read(root, path) };
}

/**
 * Reads a file only for a comparison, in a third less time than {@link readSafely}. It may follow a link, so the caller must not keep the
 * bytes.
 */
export function readQuickly(root: string, path: string): Buffer {
	const bytes = readRegularFile(join(root, path), mostBytes);
	if (bytes === undefined) throw unreadable(path);
	return bytes;
}

/** Reads a file that will be saved to GitHub. Threat: a link in its path could lead to a file of the machine outside the checkout. */
function readSafely(root: string, path: string): Buffer {
	try {
		const file = readBeneath(root, path, mostBytes);
		if (file !== undefined) return file.bytes;
	} catch (error) {
		if (error instanceof CountersignError) throw error;
	}
	throw unreadable(path);
}

/** Returns the kind of a path, as far as it is known. */
export function kindAt(root: string, path: string): 'file' | 'link' | 'none' | 'unreadable' {
	try {
		const stat = treeStat(root, path);
		if (stat === undefined) return 'none';
		return stat.isSymbolicLink() ? 'link' : 'file';
	} catch (error) {
		if (error instanceof CountersignError) return 'unreadable';
		throw error;
	}
}

/** Returns the status of a file or link, without following it. Undefined in the same cases as for {@link readTreeEntry}. */
export function treeStat(root: string, path: string): Stats | undefined {
	try {
		const stat = hasRealParents(root, path) ? statIfThere(join(root, path)) : undefined;
		return stat?.isFile() === true || stat?.isSymbolicLink() === true ? stat : undefined;
	} catch {
		throw unreadable(path);
	}
}

/** Git's mode for a file's status. */
export function fileModeOf(stat: Stats): FileMode {
	if (stat.isSymbolicLink()) return '120000';
	return (stat.mode & 0o100) === 0 ? '100644' : '100755';
}

/**
 * Returns whether all parents of a path are real directories. Threat: through a link in place of a directory, files of another tree would
 * appear under the names of tracked files.
 */
export function hasRealParents(root: string, path: string): boolean {
	for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
		if (statIfThere(join(root, parent))?.isDirectory() !== true) return false;
	}
	return true;
}

function tooLarge(path: string): Error {
	return mismatch(`The file \`${path}\` is larger than 100 MB.`, 'Remove it or add it to `.gitignore`.');
}

/** Returns the error for a path that cannot be read, and so cannot be compared or saved. */
export function unreadable(path: string): Error {
	return mismatch(`\`${path}\` cannot be read.`, 'Make it readable (`chmod -R u+rX`), or remove it.');
}

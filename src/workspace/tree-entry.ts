import { readlinkSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import type { FileMode } from './base-tree.ts';
import { mismatch } from './mismatch.ts';
import { readBeneath } from './read-beneath.ts';
import { readRegularFile } from './read-file.ts';
import { statIfThere } from './stat-if-there.ts';

/** A file or link as it is on disk. */
export interface TreeEntry {
	readonly mode: FileMode;
	readonly bytes: Buffer;
}

/** GitHub takes no larger blob. */
const mostBytes = 100 * 1024 * 1024;

/** What is at a path: an entry, nothing, or something that cannot be saved. */
export type Look = { readonly entry: TreeEntry | undefined } | { readonly unfit: 'large' | 'unreadable' };

/** As {@link readTreeEntry}, for what anybody may have left there. */
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

/** Reads a path of the work tree: undefined when there is no file and no link, or when a directory on the way is none. */
export function readTreeEntry(root: string, path: string, read = readSafely): TreeEntry | undefined {
	const stat = treeStat(root, path);
	if (stat === undefined) return undefined;
	const absolute = join(root, path);
	if (stat.isSymbolicLink()) return { mode: '120000', bytes: readlinkSync(absolute, { encoding: 'buffer' }) };
	if (stat.size > mostBytes) throw tooLarge(path);
	return { mode: fileModeOf(stat), bytes: read(root, path) };
}

/** For a comparison only, at a third less cost: bytes that were read by a link put in the way since are kept nowhere. */
export function readQuickly(root: string, path: string): Buffer {
	const bytes = readRegularFile(join(root, path), mostBytes);
	if (bytes === undefined) throw unreadable(path);
	return bytes;
}

/** What is saved travels to GitHub: no link that was put in the way since may add a file of the machine. */
function readSafely(root: string, path: string): Buffer {
	try {
		const file = readBeneath(root, path, mostBytes);
		if (file !== undefined) return file.bytes;
	} catch (error) {
		if (error instanceof CountersignError) throw error;
	}
	throw unreadable(path);
}

/** What lies at a path, as far as it can be told. */
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

/** The status of a file or link, not followed; undefined as for {@link readTreeEntry}. */
export function treeStat(root: string, path: string): Stats | undefined {
	try {
		const stat = hasRealParents(root, path) ? statIfThere(join(root, path)) : undefined;
		return stat?.isFile() === true || stat?.isSymbolicLink() === true ? stat : undefined;
	} catch {
		throw unreadable(path);
	}
}

/** Git's mode of a file's status. */
export function fileModeOf(stat: Stats): FileMode {
	if (stat.isSymbolicLink()) return '120000';
	return (stat.mode & 0o100) === 0 ? '100644' : '100755';
}

/** A link in place of a directory would show another tree's files under tracked names. */
export function hasRealParents(root: string, path: string): boolean {
	for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
		if (statIfThere(join(root, parent))?.isDirectory() !== true) return false;
	}
	return true;
}

function tooLarge(path: string): Error {
	return mismatch(`The file \`${path}\` is larger than 100 MB.`, 'Remove it or add it to `.gitignore`.');
}

/** What cannot be read cannot be compared or saved. */
export function unreadable(path: string): Error {
	return mismatch(`\`${path}\` cannot be read.`, 'Make it readable (`chmod -R u+rX`), or remove it.');
}

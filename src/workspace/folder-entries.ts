import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderEntry } from '../core/index.ts';
import { regularFile } from './resolve-path.ts';

const packageFolders: ReadonlySet<string> = new Set(['node_modules', 'site-packages']);

/**
 * Returns the entries of a folder. `holdsCommitted` returns whether a commit has files below folders with this name. In that case, anybody
 * may have chosen the file names, so a package folder counts as an ordinary folder.
 */
export function entriesOf(
	folder: string,
	holdsCommitted: (name: string) => boolean,
): readonly FolderEntry[] | undefined {
	const found = readFolder(folder);
	return found?.map((entry) => ({ name: entry.name, kind: kindOf(entry, holdsCommitted) }));
}

function readFolder(folder: string): readonly Dirent[] | undefined {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		return code === 'ENOENT' || code === 'ENOTDIR' ? [] : undefined;
	}
}

function kindOf(entry: Dirent, holdsCommitted: (name: string) => boolean): FolderEntry['kind'] {
	if (entry.isSymbolicLink()) return 'link';
	if (!entry.isDirectory()) return 'file';
	return packageFolders.has(entry.name) && !holdsCommitted(entry.name) ? 'packages' : 'folder';
}

const mostIndexed = 64 * 1_048_576;

/** Returns whether the index of a checkout names a file below a folder with this name. True if the index cannot be read. */
export function isIndexedBelow(root: string, name: string): boolean {
	const path = regularFile(root, '.git/index', mostIndexed);
	const index = path === undefined ? undefined : readIndex(path);
	// From version 4 on, git shortens the names in an index. In a split index, most names are in another file.
	const isWhole = index?.toString('latin1', 0, 4) === 'DIRC' && index.readUInt32BE(4) < 4 && !isSplit(root);
	return !isWhole || index.includes(`${name}/`);
}

function readIndex(path: string): Buffer | undefined {
	try {
		const index = readFileSync(path);
		return index.length < 12 ? undefined : index;
	} catch {
		return undefined;
	}
}

function isSplit(root: string): boolean {
	return readFolder(join(root, '.git'))?.some(({ name }) => name.startsWith('sharedindex.')) !== false;
}

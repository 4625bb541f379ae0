import { dirname } from 'node:path';
import { readRegularFile } from './read-file.ts';
import { statIfThere } from './stat-if-there.ts';

/**
 * Returns a reader for many files below a real root, each up to `mostBytes`. It returns undefined for a file that is larger, is not
 * regular, or has a link in its path. It remembers which folders are real, so use it only while nothing else runs.
 */
export function newFileSweep(root: string, mostBytes: number): (path: string) => Uint8Array | undefined {
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

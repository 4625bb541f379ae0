import type { Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { withDirectory } from './held-directory.ts';
import { readOpened, withRegularFile } from './read-file.ts';
import { statIfThere } from './stat-if-there.ts';

/**
 * Opens a regular file below `root` for reading, and follows no link in its path. Returns the result of `use`, or undefined if the file is
 * not regular or cannot be read. Hard links are allowed: package managers often make them, and no command in the sandbox can make one to a
 * file outside. @throws as `withDirectory`.
 */
export function withFileBeneath<T>(
	root: string,
	path: string,
	use: (descriptor: number, stat: Stats) => T,
): T | undefined {
	if (path === '.') return undefined;
	return withDirectory(root, dirname(path), (directory) => {
		const file = directory.at(basename(path));
		// Check the status before opening, because opening a device can have an effect.
		return statIfThere(file)?.isFile() === true ? withRegularFile(file, use) : undefined;
	});
}

/** Returns the bytes and the status of a regular file below `root`. Also undefined if it is larger than the limit. */
export function readBeneath(
	root: string,
	path: string,
	mostBytes: number,
): { readonly bytes: Buffer; readonly stat: Stats } | undefined {
	return withFileBeneath(root, path, (descriptor, stat) => {
		const bytes = readOpened(descriptor, stat, mostBytes);
		return bytes === undefined ? undefined : { bytes, stat };
	});
}

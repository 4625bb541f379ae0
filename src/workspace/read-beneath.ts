import type { Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { withDirectory } from './held-directory.ts';
import { readOpened, withRegularFile } from './read-file.ts';
import { statIfThere } from './stat-if-there.ts';

/**
 * Opens a regular file below `root` for reading, and follows no link in its path. Undefined if it is not such a file or cannot be read. A
 * file with a second name (a hard link) is allowed. No command of the sandbox can make a hard link to a file outside, and package managers
 * often make them. @throws as `withDirectory`.
 */
export function withFileBeneath<T>(
	root: string,
	path: string,
	use: (descriptor: number, stat: Stats) => T,
): T | undefined {
	if (path === '.') return undefined;
	return withDirectory(root, dirname(path), (directory) => {
		const file = directory.at(basename(path));
		// The status is checked first, because opening a device can have an effect.
		return statIfThere(file)?.isFile() === true ? withRegularFile(file, use) : undefined;
	});
}

/** The bytes and the status of a regular file below `root`. Also undefined if it is larger than the limit. */
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

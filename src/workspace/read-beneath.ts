import type { Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { withDirectory } from './held-directory.ts';
import { readOpened, withRegularFile } from './read-file.ts';
import { statIfThere } from './stat-if-there.ts';

/**
 * Opens a regular file below `root` for reading, following no link at any name of the path; undefined for what is none or cannot be
 * read. A file with a second name (a hard link) is read: no command of the sandbox can make one to a file outside it, and package
 * managers make them all the time. @throws as `withDirectory`.
 */
export function withFileBeneath<T>(
	root: string,
	path: string,
	use: (descriptor: number, stat: Stats) => T,
): T | undefined {
	if (path === '.') return undefined;
	return withDirectory(root, dirname(path), (directory) => {
		const file = directory.at(basename(path));
		// Opening a device can do something.
		return statIfThere(file)?.isFile() === true ? withRegularFile(file, use) : undefined;
	});
}

/** The bytes of a regular file below `root`, and its status then; undefined also when it is larger than the cap. */
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

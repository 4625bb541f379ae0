import type { Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileTrouble } from './file-trouble.ts';
import { withDirectory } from './held-directory.ts';
import { statIfThere } from './stat-if-there.ts';
import { writeAtomically } from './write-file.ts';

/**
 * Writes a whole file below `root` in one step, and follows no link in its path. It creates missing directories, and an existing file keeps
 * its mode. A new file replaces the old one under the same name. So other hard links to the old file still have the old bytes. @throws as
 * `withDirectory`. @throws `EISDIR` or `ELOOP` if something other than a file is there. @throws `ESTALE` if the file is no longer the one
 * `seen`.
 */
export function writeBeneath(root: string, path: string, bytes: Uint8Array, seen?: Stats): void {
	const write = (file: string): void => {
		const present = statIfThere(file);
		if (present !== undefined && !present.isFile()) throw fileTrouble(present.isDirectory() ? 'EISDIR' : 'ELOOP');
		if (seen !== undefined && (present === undefined || stampOf(present) !== stampOf(seen)))
			throw fileTrouble('ESTALE');
		writeAtomically(file, bytes, present === undefined ? 0o644 : present.mode & 0o777);
	};
	withDirectory(root, dirname(path), (directory) => write(directory.at(basename(path))), { make: true });
}

function stampOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
	return [dev, ino, size, mtimeMs, ctimeMs].join(':');
}

import type { Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileTrouble } from './file-trouble.ts';
import { withDirectory } from './held-directory.ts';
import { statIfThere } from './stat-if-there.ts';
import { writeAtomically } from './write-file.ts';

/**
 * Writes a whole file below `root` in one step, following no link at any name of the path; missing directories are made, and a file
 * that is there keeps its mode. Its bytes are never touched: a new file takes its name, so what else has a name for the old one keeps it.
 * @throws as `withDirectory`; `EISDIR` or `ELOOP` when no file is in the way, `ESTALE` when the file is not `seen` any more.
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

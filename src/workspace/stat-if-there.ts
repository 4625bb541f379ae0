import { lstatSync, type Stats } from 'node:fs';

/**
 * Returns the status of a path, without following a link at its end. Undefined if the path does not exist, or if a file has the place of a
 * parent directory.
 */
export function statIfThere(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
		throw error;
	}
}

import { lstatSync, type Stats } from 'node:fs';

/**
 * The status of a path. A link at its end is not followed. Undefined if it does not exist, also if a file is in the place of a directory.
 */
export function statIfThere(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
		throw error;
	}
}

import { lstatSync, type Stats } from 'node:fs';

/** The status of a path, its last link not followed; undefined when it is not there, also where a file stands for a directory. */
export function statIfThere(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
		throw error;
	}
}

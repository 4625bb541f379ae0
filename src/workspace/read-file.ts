import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { statIfThere } from './stat-if-there.ts';

/**
 * Opens a regular file for reading and returns the result of `use`. It does not follow a link at the end of the path and does not wait for
 * a pipe. Undefined if the path is not a readable regular file.
 */
export function withRegularFile<T>(path: string, use: (descriptor: number, stat: Stats) => T): T | undefined {
	const descriptor = openQuietly(path);
	if (descriptor === undefined) return undefined;
	try {
		const stat = fstatSync(descriptor);
		return stat.isFile() ? use(descriptor, stat) : undefined;
	} finally {
		closeSync(descriptor);
	}
}

/** Returns a regular file's bytes. Undefined if it is not regular, cannot be read, or is larger than the limit. */
export function readRegularFile(path: string, mostBytes: number): Buffer | undefined {
	return withRegularFile(path, (descriptor, stat) => readOpened(descriptor, stat, mostBytes));
}

/** Returns the bytes of an open file. Undefined if it is larger than the limit. */
export function readOpened(descriptor: number, { size }: Stats, mostBytes: number): Buffer | undefined {
	if (size > mostBytes) return undefined;
	const bytes = Buffer.alloc(size);
	let length = 0;
	for (let got = -1; got !== 0 && length < bytes.length; length += got) {
		got = readSync(descriptor, bytes, length, bytes.length - length, null);
	}
	return bytes.subarray(0, length);
}

function openQuietly(path: string): number | undefined {
	try {
		// Most requested files do not exist, and an error costs more than this check.
		if (statIfThere(path)?.isFile() !== true) return undefined;
		return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY);
	} catch {
		return undefined;
	}
}

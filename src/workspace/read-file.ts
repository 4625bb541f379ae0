import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { statIfThere } from './stat-if-there.ts';

/** Opens a regular file for reading, without following a last link and without waiting on a pipe; undefined for anything else. */
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

/** A regular file's bytes; undefined when it is none, cannot be read, or is larger than the cap. */
export function readRegularFile(path: string, mostBytes: number): Buffer | undefined {
	return withRegularFile(path, (descriptor, stat) => readOpened(descriptor, stat, mostBytes));
}

/** The bytes of a file that is open; undefined when it is larger than the cap. */
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
		// Most files that are asked for are not there, and an error costs more than a look.
		if (statIfThere(path)?.isFile() !== true) return undefined;
		return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY);
	} catch {
		return undefined;
	}
}

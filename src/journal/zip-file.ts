import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { crc32, createInflateRaw } from 'node:zlib';
import { CountersignError } from '../core/index.ts';
import {
	checkedPieces,
	findDirectory,
	headerBytes,
	listFiles,
	packedStart,
	tailStart,
	type Zip,
	type ZipEntry,
	zipFault,
} from './zip.ts';

/**
 * Opens a zip of stored and deflated files, as GitHub creates it for an artifact. It writes nothing to the disk. It does not trust the zip:
 * sizes, positions, names and checksums must match. @throws CountersignError `bad-input`
 */
export function openZip(path: string): Zip {
	const { size } = statSync(path);
	const start = tailStart(size);
	const directory = findDirectory(path, readAt(path, start, size - start), start);
	const entries = listFiles(path, readAt(path, directory.start, directory.bytes), directory);
	return { entries, read: (entry) => unpack(path, entry) };
}

async function* unpack(path: string, entry: ZipEntry): AsyncGenerator<Uint8Array> {
	const from = packedStart(path, entry, readAt(path, entry.start, headerBytes(entry)));
	yield* checkedPieces(path, entry, { pieces: unpacked(path, from, entry), crc32 });
}

async function* unpacked(
	path: string,
	from: number,
	{ isDeflated, packedBytes, name }: ZipEntry,
): AsyncGenerator<Buffer> {
	if (packedBytes === 0) return;
	const packed = createReadStream(path, { start: from, end: from + packedBytes - 1, highWaterMark: 262_144 });
	if (!isDeflated) return yield* packed;
	const inflate = createInflateRaw({ chunkSize: 262_144 });
	packed.on('error', (error) => inflate.destroy(error));
	try {
		yield* packed.pipe(inflate);
		if (inflate.bytesWritten !== packedBytes)
			throw zipFault(path, `${JSON.stringify(name)} holds more than its packed file`);
	} catch (thrown) {
		if (thrown instanceof CountersignError) throw thrown;
		throw zipFault(path, `${JSON.stringify(name)} cannot be unpacked`, thrown);
	} finally {
		packed.destroy();
		inflate.destroy();
	}
}

function readAt(path: string, start: number, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	const file = openSync(path, 'r');
	try {
		let at = 0;
		for (let count = 1; at < length && count > 0; at += count)
			count = readSync(file, bytes, at, length - at, start + at);
		if (at < length) throw zipFault(path, 'it ends before what its directory names');
		return bytes;
	} finally {
		closeSync(file);
	}
}

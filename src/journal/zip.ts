import { CountersignError } from '../core/index.ts';

/** A file in a zip, as the zip's directory describes it. */
export interface ZipEntry {
	readonly name: string;
	readonly isDeflated: boolean;
	readonly crc: number;
	readonly packedBytes: number;
	readonly bytes: number;
	/** Where the file's header begins, and where the next part of the zip begins. */
	readonly start: number;
	readonly end: number;
}

export interface Zip {
	readonly entries: readonly ZipEntry[];
	/** Returns the unpacked bytes of a file, piece by piece. @throws CountersignError `bad-input` if they do not match the directory. */
	read(entry: ZipEntry): AsyncIterable<Uint8Array>;
}

/** The limits of an accepted zip. The directory is kept in memory, and files are streamed. */
const limits = { entries: 65_534, directoryBytes: 32 * 1_048_576, bytes: 4 * 1_073_741_824 };

const endRecord = 0x06054b50;
const directoryRecord = 0x02014b50;
const fileRecord = 0x04034b50;
const endBytes = 22;
const directoryBytes = 46;
const fileBytes = 30;
const encrypted = 1;

/** Where the directory of a zip is, and how many files it lists. */
export interface Directory {
	readonly count: number;
	readonly start: number;
	readonly bytes: number;
}

/** Returns where the last part of a zip begins, which {@link findDirectory} needs. */
export function tailStart(size: number): number {
	return Math.max(0, size - endBytes - 0xffff);
}

/** Finds the directory in the end of a zip, which begins at `start`. @throws CountersignError `bad-input` */
export function findDirectory(path: string, tail: Buffer, start: number): Directory {
	// The end record with its comment must end exactly at the end of the file. So a comment cannot imitate an end record.
	for (let at = tail.length - endBytes; at >= 0; at--) {
		if (tail.readUInt32LE(at) !== endRecord || at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
		return directoryAt(path, tail.subarray(at), start + at);
	}
	throw zipFault(path, 'its directory is not there: it was cut off, or is no zip');
}

function directoryAt(path: string, end: Buffer, endStart: number): Directory {
	const count = end.readUInt16LE(10);
	const bytes = end.readUInt32LE(12);
	const start = end.readUInt32LE(16);
	if (count > limits.entries || start === 0xffffffff) throw zipFault(path, 'it is a zip64, or has too many files');
	if (bytes > limits.directoryBytes) throw zipFault(path, 'its directory is too long');
	if (start + bytes > endStart) throw zipFault(path, 'its directory does not lie where it says');
	return { count, start, bytes };
}

/** Returns the files that a directory names. @throws CountersignError `bad-input` */
export function listFiles(path: string, bytes: Buffer, { count, start }: Directory): readonly ZipEntry[] {
	const entries = placed(readDirectory(path, bytes, count), start, path);
	const total = entries.reduce((sum, entry) => sum + entry.bytes, 0);
	if (total > limits.bytes)
		throw zipFault(path, `it would unpack to ${total} bytes, and ${limits.bytes} are the limit`);
	return entries;
}

/** Returns how many bytes from the start of an entry {@link packedStart} needs. */
export function headerBytes(entry: ZipEntry): number {
	return Math.min(entry.end - entry.start, fileBytes + 2 * 0xffff);
}

function readDirectory(path: string, directory: Buffer, count: number): readonly Omit<ZipEntry, 'end'>[] {
	const entries: Omit<ZipEntry, 'end'>[] = [];
	let at = 0;
	for (let index = 0; index < count; index++) {
		const isThere = at + directoryBytes <= directory.length && directory.readUInt32LE(at) === directoryRecord;
		if (!isThere) throw zipFault(path, `its directory names ${index} files and says ${count}`);
		const nameEnd = at + directoryBytes + directory.readUInt16LE(at + 28);
		entries.push(entryAt(path, directory, { at, nameEnd }));
		at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
	}
	if (at !== directory.length) throw zipFault(path, `its directory names more files than the ${count} that it says`);
	return entries;
}

function entryAt(
	path: string,
	directory: Buffer,
	{ at, nameEnd }: { at: number; nameEnd: number },
): Omit<ZipEntry, 'end'> {
	const name = directory.subarray(at + directoryBytes, nameEnd).toString();
	const method = directory.readUInt16LE(at + 10);
	const entry = {
		name,
		isDeflated: method === 8,
		crc: directory.readUInt32LE(at + 16),
		packedBytes: directory.readUInt32LE(at + 20),
		bytes: directory.readUInt32LE(at + 24),
		start: directory.readUInt32LE(at + 42),
	};
	const shown = JSON.stringify(name.slice(0, 100));
	if (!isInside(name)) throw zipFault(path, `${shown} would lie outside of it`);
	if ((directory.readUInt16LE(at + 8) & encrypted) !== 0) throw zipFault(path, `${shown} is encrypted`);
	if (method !== 0 && method !== 8) throw zipFault(path, `${shown} is packed in another way (${method}) than deflate`);
	if ([entry.packedBytes, entry.bytes, entry.start].includes(0xffffffff))
		throw zipFault(path, `${shown} is a zip64 file`);
	if (method === 0 && entry.packedBytes !== entry.bytes) throw zipFault(path, `${shown} has two sizes`);
	return entry;
}

function isInside(name: string): boolean {
	const hasBadCharacter = /[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name);
	const steps = name.replace(/\/$/, '').split('/');
	return !hasBadCharacter && !/^[A-Za-z]:/.test(name) && steps.every((step) => !['', '.', '..'].includes(step));
}

/**
 * Checks that no two files share bytes or a name, and returns the files with their ends. Otherwise, different readers could see different
 * contents in the same zip.
 */
function placed(found: readonly Omit<ZipEntry, 'end'>[], directoryStart: number, path: string): readonly ZipEntry[] {
	const names = new Set<string>();
	const twice = found.find(({ name }) => names.size === names.add(name).size);
	if (twice !== undefined) throw zipFault(path, `${JSON.stringify(twice.name)} is there twice`);
	const inOrder = [...found].sort((a, b) => a.start - b.start);
	return inOrder.map((entry, index) => {
		const end = inOrder[index + 1]?.start ?? directoryStart;
		if (entry.start + fileBytes + entry.packedBytes > end)
			throw zipFault(path, `${JSON.stringify(entry.name)} overlaps what comes after it`);
		return { ...entry, end };
	});
}

/** Returns where the packed bytes of a file begin. `header` holds the bytes at its start. @throws CountersignError `bad-input` */
export function packedStart(path: string, entry: ZipEntry, header: Buffer): number {
	const shown = JSON.stringify(entry.name);
	const nameEnd = fileBytes + header.readUInt16LE(26);
	const from = entry.start + nameEnd + header.readUInt16LE(28);
	const isThere = header.readUInt32LE(0) === fileRecord && from + entry.packedBytes <= entry.end;
	if (!isThere) throw zipFault(path, `${shown} does not lie where the directory says`);
	const isSame =
		header.subarray(fileBytes, nameEnd).toString() === entry.name &&
		header.readUInt16LE(8) === (entry.isDeflated ? 8 : 0);
	if (!isSame) throw zipFault(path, `${shown} is another file where it lies than in the directory`);
	return from;
}

/** Returns the CRC-32 after one more piece. */
export type Crc32 = (piece: Uint8Array, before: number) => number;

/** Yields the unpacked bytes of a file as long as they match the directory. @throws CountersignError `bad-input` */
export async function* checkedPieces(
	path: string,
	entry: ZipEntry,
	{ pieces, crc32 }: { readonly pieces: AsyncIterable<Uint8Array>; readonly crc32: Crc32 },
): AsyncGenerator<Uint8Array> {
	const shown = JSON.stringify(entry.name);
	let bytes = 0;
	let crc = 0;
	for await (const piece of pieces) {
		bytes += piece.length;
		if (bytes > entry.bytes) throw zipFault(path, `${shown} holds more than the ${entry.bytes} bytes that it says`);
		crc = crc32(piece, crc);
		yield piece;
	}
	if (bytes !== entry.bytes) throw zipFault(path, `${shown} holds ${bytes} bytes and says ${entry.bytes}`);
	if (crc !== entry.crc) throw zipFault(path, `${shown} does not fit its checksum`);
}

/** Returns the error for a zip that contradicts itself. */
export function zipFault(path: string, why: string, cause?: unknown): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${path} is a zip that cannot be trusted: ${why}.`,
		fix: 'Download the artifact again, or unpack it with a tool that you trust and name the folder.',
		cause,
	});
}

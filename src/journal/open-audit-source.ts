import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AuditSource, badInput, journalName, recordInZip, type Stored } from './audit-source.ts';
import { openZip } from './zip-file.ts';

/** The name of standard input on a command line. */
export const standardInput = '-';
/**
 * Finds the record in a journal file, a run's folder or an artifact's zip. It also accepts standard input (`-`), which can be read only
 * once. It writes nothing to the disk. @throws CountersignError `bad-input`
 */
export function openAuditSource(path: string): AuditSource {
	if (path === standardInput) return streamSource();
	return readably(path, () => {
		if (statSync(path).isDirectory()) return folderSource(path);
		return isZip(path) ? recordInZip(path, openZip(path)) : fileSource(path);
	});
}

function streamSource(): AuditSource {
	return {
		file: 'standard input',
		folder: undefined,
		journal: { bytes: undefined, read: streamPieces },
		blobs: undefined,
		blobFile: (name) => name,
		beside: () => undefined,
	};
}

async function* streamPieces(): AsyncGenerator<Uint8Array> {
	try {
		yield* process.stdin;
	} catch (thrown) {
		throw notReadable('standard input', thrown);
	}
}

function folderSource(folder: string): AuditSource {
	const file = join(folder, journalName);
	if (!existsSync(file)) throw badInput(`${folder} contains no ${journalName}`);
	return fileSource(file);
}

function fileSource(file: string): AuditSource {
	const folder = dirname(file);
	const blobs = join(folder, 'blobs');
	const names = existsSync(blobs) ? readdirSync(blobs) : undefined;
	const journal = storedFile(file);
	// Report at once if the file cannot be read.
	readably(file, () => closeSync(openFile(file)));
	return {
		file,
		folder,
		journal,
		blobs: names && new Map(names.map((name) => [name, storedFile(join(blobs, name))])),
		blobFile: (name) => join(blobs, name),
		beside: (name) => (existsSync(join(folder, name)) ? storedFile(join(folder, name)) : undefined),
	};
}

function storedFile(path: string): Stored {
	return {
		get bytes() {
			return statSync(path, { throwIfNoEntry: false })?.size;
		},
		read: () => filePieces(path),
	};
}

const pieceBytes = 1_048_576;

/** Reads a file in pieces, always into the same buffer. */
function* filePieces(path: string): Generator<Uint8Array> {
	const file = readably(path, () => openFile(path));
	try {
		const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, fstatSync(file).size)));
		const fill = (): number => readably(path, () => readSync(file, buffer));
		for (let count = fill(); count > 0; count = fill()) yield buffer.subarray(0, count);
	} finally {
		closeSync(file);
	}
}

/** Opens a file, but not a named pipe, because that would wait for a writer. */
function openFile(path: string): number {
	if (!statSync(path).isFile()) throw badInput(`${path} is not a file`);
	return openSync(path, 'r');
}

function isZip(path: string): boolean {
	const start = Buffer.alloc(4);
	const file = openFile(path);
	try {
		readSync(file, start);
	} finally {
		closeSync(file);
	}
	return ['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1'));
}

function readably<T>(path: string, act: () => T): T {
	try {
		return act();
	} catch (thrown) {
		throw notReadable(path, thrown);
	}
}

/** Turns the system's error about an unreadable file into an error with the file's name. */
function notReadable(path: string, thrown: unknown): unknown {
	if (!(thrown instanceof Error && 'code' in thrown && 'syscall' in thrown)) return thrown;
	const isMissing = thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR';
	return badInput(isMissing ? `${path} does not exist` : `${path} cannot be read (${String(thrown.code)})`, thrown);
}

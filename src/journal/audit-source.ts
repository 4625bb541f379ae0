import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import type { Pieces } from './lines.ts';
import { openZip, type ZipEntry } from './zip.ts';

/** Bytes from a file or a zip, read piece by piece. */
export interface Stored {
	/** Undefined if the size is known only after reading. */
	readonly bytes: number | undefined;
	/** @throws CountersignError `bad-input` */
	read(): Pieces;
}

/** A run's record: its journal and its contents, in a folder, a zip or a stream. */
export interface AuditSource {
	/** The journal's name in messages for people. */
	readonly file: string;
	/** The record's folder on the disk, or undefined in a zip or a stream. */
	readonly folder: string | undefined;
	readonly journal: Stored;
	/** The contents by their names. Undefined for a single journal file, which comes without contents. */
	readonly blobs: ReadonlyMap<string, Stored> | undefined;
	/** Returns a blob's name in messages for people. */
	readonly blobFile: (name: string) => string;
	/** Returns another file of the run, if it exists. */
	readonly beside: (name: string) => Stored | undefined;
}

/** The name of standard input on a command line. */
export const standardInput = '-';
/** The name of the journal file in a record. */
export const journalName = 'journal.jsonl';

/**
 * Finds the record in a journal file, a run's folder or an artifact's zip. It also accepts standard input (`-`), which can be read only
 * once. It unpacks nothing to the disk. @throws CountersignError `bad-input`
 */
export function openAuditSource(path: string): AuditSource {
	if (path === standardInput) return streamSource();
	return readably(path, () => {
		if (statSync(path).isDirectory()) return folderSource(path);
		return isZip(path) ? zipSource(path) : fileSource(path);
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

function zipSource(path: string): AuditSource {
	const { entries, read } = openZip(path);
	const journals = entries.filter(({ name }) => name === journalName || name.endsWith(`/${journalName}`));
	const [journal] = journals;
	if (journal === undefined) throw badInput(`${path} contains no ${journalName}`);
	if (journals.length > 1)
		throw badInput(`${path} holds ${journals.length} journals (${journals.map(({ name }) => name).join(', ')})`);
	const folder = journal.name.slice(0, -journalName.length);
	const blobs = `${folder}blobs/`;
	const stored = (entry: ZipEntry): Stored => ({ bytes: entry.bytes, read: () => read(entry) });
	const within = entries.filter(({ name }) => name.startsWith(blobs) && name !== blobs);
	return {
		file: `${path}/${journal.name}`,
		folder: undefined,
		journal: stored(journal),
		blobs:
			within.length === 0 ? undefined : new Map(within.map((entry) => [entry.name.slice(blobs.length), stored(entry)])),
		blobFile: (name) => `${path}/${blobs}${name}`,
		beside: (name) => entries.filter((entry) => entry.name === `${folder}${name}`).map(stored)[0],
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
	if (!statSync(path).isFile()) throw badInput(`${path} is no file`);
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

/** Returns the error for a journal without any line. Such a journal contains nothing to verify. */
export function emptyRecord({ file }: AuditSource): CountersignError {
	return badInput(`${file} holds no whole line`);
}

function badInput(what: string, cause?: unknown): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${what}.`,
		fix: 'Name a journal.jsonl, the folder of a run, the zip of its artifact, or - for a journal on standard input.',
		cause,
	});
}

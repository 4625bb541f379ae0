import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import type { Pieces } from './lines.ts';
import { openZip, type ZipEntry } from './zip.ts';

/** A run's record, wherever it lies: its journal, and the contents beside it. */
export interface AuditSource {
	/** How people are told of the journal. */
	readonly file: string;
	readonly journal: () => Pieces;
	/** By the names that they have; undefined for a journal on its own, which has no contents to miss. */
	readonly blobs: ReadonlyMap<string, () => Pieces> | undefined;
	/** How people are told of a blob. */
	readonly blobFile: (name: string) => string;
}

/** The file of a record that is its journal. */
export const journalName = 'journal.jsonl';

/** Finds the record in a journal file, a run's folder, or the zip of an artifact; nothing is unpacked. @throws CountersignError `bad-input` */
export function openAuditSource(path: string): AuditSource {
	if (!existsSync(path)) throw badInput(`${path} does not exist`);
	try {
		if (statSync(path).isDirectory()) return folderSource(path);
		return isZip(path) ? zipSource(path) : fileSource(path);
	} catch (thrown) {
		if (!(thrown instanceof Error && 'code' in thrown && 'syscall' in thrown)) throw thrown;
		throw badInput(`${path} cannot be read (${String(thrown.code)})`, thrown);
	}
}

function folderSource(folder: string): AuditSource {
	const file = join(folder, journalName);
	if (!existsSync(file)) throw badInput(`${folder} holds no ${journalName}`);
	return fileSource(file);
}

function fileSource(file: string): AuditSource {
	if (!statSync(file).isFile()) throw badInput(`${file} is no file`);
	const folder = join(dirname(file), 'blobs');
	const names = existsSync(folder) ? readdirSync(folder) : undefined;
	return {
		file,
		journal: () => filePieces(file),
		blobs: names && new Map(names.map((name) => [name, () => filePieces(join(folder, name))])),
		blobFile: (name) => join(folder, name),
	};
}

function zipSource(path: string): AuditSource {
	const { entries, read } = openZip(path);
	const journals = entries.filter(({ name }) => name === journalName || name.endsWith(`/${journalName}`));
	const [journal] = journals;
	if (journal === undefined) throw badInput(`${path} holds no ${journalName}`);
	if (journals.length > 1)
		throw badInput(`${path} holds ${journals.length} journals (${journals.map(({ name }) => name).join(', ')})`);
	const folder = `${journal.name.slice(0, -journalName.length)}blobs/`;
	const beside = entries.filter(({ name }) => name.startsWith(folder) && name !== folder);
	const pieces = (entry: ZipEntry) => () => read(entry);
	return {
		file: `${path}/${journal.name}`,
		journal: pieces(journal),
		blobs:
			beside.length === 0
				? undefined
				: new Map(beside.map((entry) => [entry.name.slice(folder.length), pieces(entry)])),
		blobFile: (name) => `${path}/${folder}${name}`,
	};
}

const pieceBytes = 1_048_576;

/** One buffer, filled again and again. */
function* filePieces(path: string): Generator<Uint8Array> {
	// Opening a named pipe would wait for somebody to write to it.
	if (!statSync(path).isFile()) throw badInput(`${path} is no file`);
	const file = openSync(path, 'r');
	try {
		const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, fstatSync(file).size)));
		for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) yield buffer.subarray(0, count);
	} finally {
		closeSync(file);
	}
}

function isZip(path: string): boolean {
	const start = Buffer.alloc(4);
	const file = openSync(path, 'r');
	try {
		readSync(file, start);
	} finally {
		closeSync(file);
	}
	return ['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1'));
}

function badInput(what: string, cause?: unknown): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${what}.`,
		fix: 'Name a journal.jsonl, the folder of a run, or the zip of its artifact.',
		cause,
	});
}

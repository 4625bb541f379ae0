import { CountersignError } from '../core/index.ts';
import type { Pieces } from './lines.ts';
import type { Zip, ZipEntry } from './zip.ts';

/** Bytes from a file or a zip, read piece by piece. */
export interface Stored {
	/** Undefined if the size is known only after reading. */
	readonly bytes: number | undefined;
	/** @throws CountersignError `bad-input` */
	read(): Pieces;
}

/** A run's record: the journal and its blobs, in a folder, a zip or a stream. */
export interface AuditSource {
	/** The journal's name in messages for people. */
	readonly file: string;
	/** The record's folder on the disk, or undefined in a zip or a stream. */
	readonly folder: string | undefined;
	readonly journal: Stored;
	/** The blobs by their names. Undefined for a single journal file, which comes without blobs. */
	readonly blobs: ReadonlyMap<string, Stored> | undefined;
	/** Returns a blob's name in messages for people. */
	readonly blobFile: (name: string) => string;
	/** Returns another file of the record, if it exists. */
	readonly beside: (name: string) => Stored | undefined;
}

/** The name of the journal file in a record. */
export const journalName = 'journal.jsonl';

/** Finds the record in an open zip. `path` is the zip's name for people. @throws CountersignError `bad-input` */
export function recordInZip(path: string, { entries, read }: Zip): AuditSource {
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

/** Returns the error for a journal without a complete line, because there is nothing to verify. */
export function emptyRecord({ file }: AuditSource): CountersignError {
	return badInput(`${file} holds no whole line`);
}

/** Returns the error for a path that does not lead to a valid record. */
export function badInput(what: string, cause?: unknown): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${what}.`,
		fix: 'Name a journal.jsonl, the folder of a run, the zip of its artifact, or - for a journal on standard input.',
		cause,
	});
}

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Content,
	CountersignError,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	jsonLine,
	type Redactor,
	sha256,
} from '../core/index.ts';
import { journalName } from './audit-source.ts';
import { directoryBlobs } from './blobs.ts';
import { appendLine, recoverChain, tornNote } from './chain-file.ts';
import { longestLine } from './lines.ts';
import { openAuditSource } from './open-audit-source.ts';
import { objectOf, type ReadEnd, readRecord } from './read-record.ts';
import { redactJson } from './redact.ts';

/** A line of a journal: the appended entry with its place in the chain. */
export interface JournalEntry {
	/** The SHA-256 of the previous line's bytes. */
	readonly prev: string;
	/** The number of the line, from 1. */
	readonly seq: number;
	/** When the line was written, ISO 8601. */
	readonly at: string;
	readonly type: string;
	readonly [key: string]: JsonValue;
}

/** A journal for any agent. The entries can have any content. They are chained by hashes, as in a run's journal. */
export interface JournalWriter {
	/**
	 * Writes an entry as one line, with secrets redacted. When the promise is fulfilled, the line is on the disk. @throws CountersignError
	 * `bad-input` if the entry has no `type`, already has `prev`, `seq` or `at`, or is larger than 32 MB. @throws CountersignError
	 * `journal-broken` if another program has written to the file.
	 */
	append(entry: { readonly type: string } & JsonObject): Promise<JournalEntry>;
	/** Keeps a long text next to the journal, with secrets redacted. Put the result into an entry. Then verification also checks the text. */
	keep(text: string): Promise<Content>;
	/**
	 * Returns `<lines>:<sha256>`. Publish it in a place where writers of the journal cannot write. Then verification also notices that the
	 * last lines are missing.
	 */
	head(): string;
}

/** The options for a journal. */
export interface PlainOptions {
	/** Removes the agent's credentials, in any spelling, from each text before the journal writes it. */
	readonly redactor: Redactor;
	readonly now: () => Date;
}

/**
 * Opens the journal of a folder, or creates one. It cuts off an incomplete last line, which a power cut may have caused, and records a note
 * about that. @throws CountersignError `journal-broken`
 */
export async function openPlainJournal(folder: string, options: PlainOptions): Promise<JournalWriter> {
	mkdirSync(folder, { recursive: true });
	const path = join(folder, journalName);
	const found = recoverChain(path);
	if (found.kind === 'broken') throw broken(`${path}:${found.line}: ${found.why}.`);
	const journal = journalOf(folder, options, { ...found.head, bytes: found.bytes.length });
	if (found.torn > 0) await journal.append({ type: 'note', text: tornNote(found.torn) });
	return journal;
}

/** The current end of a journal. */
interface Place {
	readonly count: number;
	readonly hash: string;
	readonly bytes: number;
}

function journalOf(folder: string, { redactor, now }: PlainOptions, start: Place): JournalWriter {
	const path = join(folder, journalName);
	const blobs = directoryBlobs(join(folder, 'blobs'), redactor);
	let place = start;
	return {
		head: () => `${place.count}:${place.hash}`,
		keep: (text) => blobs.put(text),
		async append(given) {
			const body = bodyOf(redactJson(given, redactor, true));
			const entry: JournalEntry = { prev: place.hash, seq: place.count + 1, at: now().toISOString(), ...body };
			const line = Buffer.from(jsonLine(entry));
			if (line.length > longestLine) throw badEntry(`It has ${line.length} bytes`, 'Keep its long texts beside it.');
			if (sizeOf(path) !== place.bytes) throw broken(`${path}: somebody else has written to it.`);
			appendLine(path, line);
			place = { count: entry.seq, hash: sha256(line), bytes: place.bytes + line.length + 1 };
			return entry;
		},
	};
}

function bodyOf(value: JsonValue): JsonObject & { readonly type: string } {
	if (!isJsonObject(value)) throw badEntry('It is no object', 'Append an object with a `type`.');
	const { type } = value;
	if (typeof type !== 'string') throw badEntry('It has no `type`', 'Append an object with a `type` that is a text.');
	const taken = ['prev', 'seq', 'at'].find((key) => Object.hasOwn(value, key));
	if (taken !== undefined) throw badEntry(`\`${taken}\` is the journal's own`, 'Give it another name.');
	return { ...value, type };
}

/**
 * Reads a journal entry by entry, up to the first invalid line. The path is a journal file, a run's folder or an artifact's zip. @throws
 * CountersignError `bad-input`
 */
export async function readJournal(path: string, hear: (entry: JournalEntry) => void): Promise<ReadEnd> {
	return readRecord(openAuditSource(path), { entryOf, hear });
}

function entryOf(line: Buffer): JournalEntry | undefined {
	const { prev, seq, at, type, ...rest } = objectOf(line) as JsonObject;
	return typeof prev === 'string' && typeof seq === 'number' && typeof at === 'string' && typeof type === 'string'
		? { prev, seq, at, type, ...rest }
		: undefined;
}

/**
 * Reads a long text that an entry refers to, from the files next to the journal. @throws CountersignError `bad-input`, and `journal-broken`
 * if the text is missing or different.
 */
export async function readContent(path: string, { sha256: name }: Pick<Content, 'sha256'>): Promise<string> {
	const source = openAuditSource(path);
	const open = source.blobs?.get(name);
	if (open === undefined) throw broken(`${source.blobFile(name)} is not there.`);
	const pieces: Buffer[] = [];
	// The bytes are valid only until the next piece, so copy them.
	for await (const piece of open.read()) pieces.push(Buffer.from(piece));
	const bytes = Buffer.concat(pieces);
	if (sha256(bytes) !== name) throw broken(`${source.blobFile(name)} holds other bytes than its name says.`);
	return bytes.toString();
}

function sizeOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function badEntry(what: string, fix: string): CountersignError {
	return new CountersignError({ code: 'bad-input', message: `This entry cannot be appended. ${what}.`, fix });
}

function broken(message: string): CountersignError {
	return new CountersignError({
		code: 'journal-broken',
		message,
		fix: 'Keep it as evidence, and begin another journal. Only one process may write to a journal at a time.',
	});
}

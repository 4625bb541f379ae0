import { CountersignError, type Entry, sha256 } from '../../../src/core/index.ts';
import type { AuditSource } from '../../../src/journal/audit-source.ts';
import type { Head } from '../../../src/journal/chain.ts';
import { readEntries } from '../../../src/journal/read-entries.ts';
import type { ReadEnd } from '../../../src/journal/read-record.ts';
import { verifySource } from '../../../src/journal/verify-source.ts';
import { watchedSource } from '../../../src/journal/watched-source.ts';
import { wholeOf } from '../../../src/journal/whole-content.ts';
import { isDeep } from './depth.ts';
import { createPace } from './paced.ts';

/** A record as far as it is valid. */
export interface OpenRecord {
	readonly source: AuditSource;
	/** What people call it. */
	readonly name: string;
	readonly entries: readonly Entry[];
	readonly end: ReadEnd;
}

/** How far the reading is, and how the visitor stops it. */
export interface Reading {
	readonly tell: (bytesRead: number) => void;
	readonly signal: AbortSignal;
}

/** The most that a page keeps in memory. The command line has the same limit for a report. */
const mostBytes = 256_000_000;

/** Reads a journal up to its end or its first bad line. @throws CountersignError `bad-input` */
export async function readRecord(source: AuditSource, reading: Reading, published?: Head): Promise<OpenRecord> {
	const entries: Entry[] = [];
	let bytes = 0;
	const hear = (entry: Entry, line: Buffer): void => {
		bytes += line.length;
		if (bytes > mostBytes) throw refusal(`${source.file} is too long: a page can show at most ${mostBytes} bytes.`);
		if (isDeep(entry)) throw refusal(`Line ${entry.seq} of ${source.file} is nested too deeply.`);
		entries.push(entry);
	};
	const end = await readEntries(pacedSource(source, reading), hear, published);
	return { source, name: source.file, entries, end };
}

/** What comparing the contents with their names gave. `file` is the first bad one. */
export type ContentsCheck =
	| { readonly kind: 'whole'; readonly count: number }
	| { readonly kind: 'none' }
	| { readonly kind: 'bad'; readonly file: string; readonly why: string };

/** Compares each content with its name, and finds contents that are missing. @throws CountersignError `bad-input` */
export async function checkContents(source: AuditSource, reading: Reading): Promise<ContentsCheck> {
	if (source.blobs === undefined) return { kind: 'none' };
	const { ok, file, why = '', blobs } = await verifySource(pacedSource(source, reading), undefined);
	return ok ? { kind: 'whole', count: blobs } : { kind: 'bad', file, why };
}

/** A page cannot show more of one content. */
const mostShown = 8_388_608;

/** Returns the content with this hash. Undefined if it is missing, too long, or other bytes than its name says. */
export async function contentOf({ blobs }: AuditSource, hash: string): Promise<string | undefined> {
	const stored = blobs?.get(hash);
	const bytes = stored && (await wholeOf(stored, mostShown));
	return bytes === undefined || sha256(bytes) !== hash ? undefined : Buffer.from(bytes).toString();
}

/** The same record, which tells how far it is read and lets the browser draw. */
function pacedSource(source: AuditSource, { tell, signal }: Reading): AuditSource {
	const watched = watchedSource(source, tell);
	const pace = createPace(signal);
	const paced = (stored: AuditSource['journal']): AuditSource['journal'] => ({
		bytes: stored.bytes,
		async *read() {
			for await (const piece of stored.read()) {
				yield piece;
				await pace();
			}
		},
	});
	return {
		...watched,
		journal: paced(watched.journal),
		blobs: watched.blobs && new Map([...watched.blobs].map(([name, stored]) => [name, paced(stored)])),
	};
}

function refusal(message: string): CountersignError {
	return new CountersignError({ code: 'bad-input', message, fix: 'Read it with `countersign audit show`.' });
}

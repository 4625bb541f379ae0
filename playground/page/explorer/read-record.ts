import { CountersignError, type Entry, sha256 } from '../../../src/core/index.ts';
import { type AuditSource, emptyRecord } from '../../../src/journal/audit-source.ts';
import type { Head } from '../../../src/journal/chain.ts';
import { entryIn } from '../../../src/journal/entry-line.ts';
import { objectOf, type ReadEnd, readRecord as readLines } from '../../../src/journal/read-record.ts';
import { verifySource } from '../../../src/journal/verify-source.ts';
import { watchedSource } from '../../../src/journal/watched-source.ts';
import { wholeOf } from '../../../src/journal/whole-content.ts';
import { createPace } from './paced.ts';
import { weigh } from './weight.ts';

/** A journal as far as it is valid. */
export interface ReadJournal {
	/** What people call it. */
	readonly name: string;
	readonly entries: readonly Entry[];
	readonly end: ReadEnd;
}

/** A record: its journal, and where its contents are. */
export interface OpenRecord extends ReadJournal {
	readonly source: AuditSource;
}

/** Where progress goes, and how the visitor stops the reading. */
export interface Reading {
	readonly tell: (bytesRead: number) => void;
	readonly signal: AbortSignal;
}

/** The most that a page keeps in memory. The command line has the same limit of bytes for a report. */
const most = { bytes: 256_000_000, values: 16_000_000, valuesOfLine: 500_000 };

/**
 * Reads a journal up to its end or its first bad line, and passes each entry on. Returns everything but the entries.
 * @throws CountersignError `bad-input`
 */
export async function readJournal(
	source: AuditSource,
	reading: Reading,
	{ hear, published }: { readonly hear: (entry: Entry, line: Buffer) => void; readonly published?: Head | undefined },
): Promise<Omit<ReadJournal, 'entries'>> {
	const entryOf = createReader(source.file);
	const end = await readLines(pacedSource(source, reading), { entryOf, hear, published });
	// The file may be no journal at all. Without this error, the page would say that its chain is intact.
	if (end.kind === 'torn' && end.lines === 0) throw emptyRecord(source);
	return { name: source.file, end };
}

/** Returns a function that reads lines until they take too much memory. */
function createReader(file: string): (line: Buffer) => Entry | undefined {
	let [bytes, values, lines] = [0, 0, 0];
	return (line) => {
		const object = objectOf(line);
		const weight = weigh(object);
		lines += 1;
		bytes += line.length;
		values += weight.values;
		if (weight.isDeep) throw refusal(`Line ${lines} of ${file} is nested too deeply.`);
		if (weight.values > most.valuesOfLine) throw refusal(`Line ${lines} of ${file} has too many parts.`);
		if (bytes > most.bytes) throw refusal(`${file} is too long: a page can show at most ${most.bytes} bytes.`);
		if (values > most.values)
			throw refusal(`${file} is too long: a page can show at most ${most.values} parts of lines.`);
		const entry = entryIn(object);
		return typeof entry === 'string' ? undefined : entry;
	};
}

/** The result of comparing the contents with their names. `file` is the first bad content. */
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

/** Returns the content with this hash. Undefined if it is missing, is too long, or does not match its name. */
export async function contentOf({ blobs }: AuditSource, hash: string): Promise<string | undefined> {
	const stored = blobs?.get(hash);
	const bytes = stored && (await wholeOf(stored, mostShown));
	return bytes === undefined || sha256(bytes) !== hash ? undefined : Buffer.from(bytes).toString();
}

/** Returns the same record, but reading it reports progress and lets the browser draw. */
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

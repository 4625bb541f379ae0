import {
	type Clock,
	CountersignError,
	type Entry,
	type EntryBody,
	type JsonValue,
	jsonLine,
	type Redactor,
	sha256,
} from '../core/index.ts';
import type { Head } from './chain.ts';
import { appendLine, readIfThere, recoverChain, tornNote } from './chain-file.ts';
import { entryIn, storedEntry } from './entry-line.ts';
import { redactJson } from './redact.ts';
import { splitLines } from './verify-chain.ts';

/** Receives each entry, for example to show it. The journal does not wait for its result. */
export type Subscriber = (entry: Entry) => void | Promise<void>;

/** The append-only log of one run. It is both the audit log and the saved state of the run. */
export interface Journal {
	entries(): readonly Entry[];
	head(): Head;
	bytes(): Uint8Array;
	/** Writes one line, and then calls the subscribers. When the promise is fulfilled, the line is on the disk. */
	append(body: EntryBody): Promise<Entry>;
	subscribe(subscriber: Subscriber): void;
}

export interface JournalOptions {
	readonly path: string;
	readonly clock: Clock;
	readonly redactor: Redactor;
	/** Gets each entry before the subscribers: first the entries in the file, then each new one. If it throws, `append` throws. */
	readonly take?: (entry: Entry) => void;
}

/**
 * Opens a journal file, or creates one. It cuts off an incomplete last line, which a power cut may have caused, and records a note about
 * that. @throws CountersignError `journal-broken` if the chain is not valid.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
	const recovered = recover(options.path);
	for (const entry of recovered.entries) options.take?.(entry);
	const journal = journalOf(options, recovered.entries, recovered.head);
	// If the first line is incomplete, nothing was recorded. Then the journal begins again, with its header.
	if (recovered.torn > 0 && recovered.entries.length > 0)
		await journal.append({ type: 'note', text: tornNote(recovered.torn) });
	return journal;
}

/** Parses the lines of an intact journal. @throws CountersignError `journal-broken` with the line. */
export function parseEntries(bytes: Uint8Array): Entry[] {
	return splitLines(bytes).map((line, index) => parseEntry(line, index + 1));
}

function journalOf({ path, clock, redactor, take }: JournalOptions, entries: Entry[], start: Head): Journal {
	const subscribers: Subscriber[] = [];
	let head = start;
	return {
		entries: () => entries,
		head: () => head,
		bytes: () => readIfThere(path),
		subscribe: (subscriber) => void subscribers.push(subscriber),
		async append(body) {
			const clean = redactJson(body as unknown as JsonValue, redactor) as unknown as EntryBody;
			const place = { prev: head.hash, seq: head.count + 1, at: clock.now().toISOString() };
			const stored = storedEntry({ ...place, ...clean });
			const line = Buffer.from(jsonLine(stored));
			const entry = parseEntry(line, place.seq);
			appendLine(path, line);
			head = { count: entry.seq, hash: sha256(line) };
			entries.push(entry);
			take?.(entry);
			for (const subscriber of subscribers) tell(subscriber, entry);
			return entry;
		},
	};
}

function recover(path: string): { entries: Entry[]; head: Head; torn: number } {
	const found = recoverChain(path);
	if (found.kind === 'broken') throw broken(found.line, found.why);
	return { entries: parseEntries(found.bytes), head: found.head, torn: found.torn };
}

function parseEntry(line: Uint8Array, number: number): Entry {
	const entry = entryIn(parseJson(line, number));
	if (typeof entry === 'string') throw broken(number, entry);
	if (entry.seq !== number) throw broken(number, `its sequence number is not ${number}`);
	return entry;
}

function parseJson(line: Uint8Array, number: number): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(Buffer.from(line).toString());
		return typeof value === 'object' && value !== null ? { ...value } : {};
	} catch (cause) {
		throw broken(number, 'it is not JSON', cause);
	}
}

/** Calls a subscriber. Errors of a subscriber only cause a warning, because no subscriber may stop or change a run. */
function tell(subscriber: Subscriber, entry: Entry): void {
	const warn = (error: unknown): void =>
		process.emitWarning(
			`A journal subscriber failed on entry ${entry.seq}: ${error instanceof Error ? error.message : String(error)}`,
		);
	try {
		void Promise.resolve(subscriber(entry)).catch(warn);
	} catch (error) {
		warn(error);
	}
}

function broken(line: number, why: string, cause?: unknown): CountersignError {
	return new CountersignError({
		code: 'journal-broken',
		message: `The journal does not hold at line ${line}: ${why}.`,
		fix: 'The run cannot be trusted any more: keep the file as evidence and start again with a new /agent comment.',
		cause,
	});
}

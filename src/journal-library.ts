import { createRedactor, type JournalWriter, openPlainJournal, verifyJournalFile } from './journal/index.ts';

export { type Content, CountersignError, type JsonObject, type JsonValue } from './core/index.ts';
export {
	type Head,
	type JournalEntry,
	type JournalWriter,
	type ReadEnd,
	readContent,
	readJournal,
} from './journal/index.ts';

/** What a caller may choose; everything has a default. */
export interface JournalOptions {
	/** What must never be written: credentials that the agent holds. Well-known shapes of credentials are found without. Of 8 characters or more. */
	readonly secrets?: readonly string[];
	/** The clock; the system's, unless a test brings another. */
	readonly now?: () => Date;
}

/**
 * Opens the journal of a folder, or begins one: `journal.jsonl`, a line per entry, each of which begins with the SHA-256 of the line before, and
 * `blobs/`. A last line that a power cut left without an end is cut off, and the journal notes that. One process may write to it at a time.
 * @throws CountersignError `journal-broken` when the chain does not hold.
 */
export async function openJournal(folder: string, options: JournalOptions = {}): Promise<JournalWriter> {
	const { secrets = [], now = () => new Date() } = options;
	return openPlainJournal(folder, { redactor: createRedactor(secrets), now });
}

/** What verifying a journal found. */
export interface JournalReport {
	readonly kind: 'verified' | 'unanchored' | 'broken' | 'torn';
	/** `verified`, or `unanchored`: without a published head a cut tail cannot be seen. */
	readonly ok: boolean;
	/** One sentence for people. */
	readonly text: string;
	/** The journal; of a bad content, the content's. */
	readonly file: string;
	/** The first bad line. */
	readonly line?: number;
	readonly why?: string;
	/** How far it holds: `<lines>:<sha256>`. */
	readonly head: string;
	/** How many contents were held against their names. */
	readonly blobs: number;
}

/**
 * Verifies a journal file, its folder with the contents, or a zip of that, as a stream. It checks chain, sequence, contents, and the head that was
 * published elsewhere, without which the best answer is `unanchored`. Memory does not grow with the journal.
 * @throws CountersignError `bad-input` when there is no journal, or `head` is none.
 */
export async function verifyJournal(path: string, { head }: { readonly head?: string } = {}): Promise<JournalReport> {
	const report = await verifyJournalFile(path, head);
	return { ...report, head: `${report.head.count}:${report.head.hash}` };
}

/** Takes secrets out of a text: the given values in their usual spellings, and credentials of well-known shapes. It is a net, not a wall. */
export function redact(text: string, secrets: readonly string[] = []): string {
	return createRedactor(secrets).redact(text);
}

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

/** What a caller may choose. Everything has a default. */
export interface JournalOptions {
	/**
	 * Values that must never be written, such as credentials that the agent holds. They must have 8 characters or more. Credentials of
	 * well-known shapes are found without this.
	 */
	readonly secrets?: readonly string[];
	/** Returns the time. The default is the system's clock; a test may replace it. */
	readonly now?: () => Date;
}

/**
 * Opens the journal of a folder, or begins one. `journal.jsonl` has one entry on each line, and each line begins with the SHA-256 of the
 * line before. Contents are in `blobs/`. If a power cut left the last line without an end, the line is removed, and the journal notes
 * that. Only one process may write to it at a time. @throws CountersignError `journal-broken` if the chain is broken.
 */
export async function openJournal(folder: string, options: JournalOptions = {}): Promise<JournalWriter> {
	const { secrets = [], now = () => new Date() } = options;
	return openPlainJournal(folder, { redactor: createRedactor(secrets), now });
}

/** The result of verifying a journal. */
export interface JournalReport {
	readonly kind: 'verified' | 'unanchored' | 'broken' | 'torn';
	/** True for `verified` and for `unanchored`. Without a published head, a missing end of the journal cannot be detected. */
	readonly ok: boolean;
	/** One sentence for people. */
	readonly text: string;
	/** The path of the journal, or of the bad content. */
	readonly file: string;
	/** The first bad line. */
	readonly line?: number;
	readonly why?: string;
	/** The last valid point: `<lines>:<sha256>`. */
	readonly head: string;
	/** How many contents were compared with their names. */
	readonly blobs: number;
}

/**
 * Verifies a journal file, its folder with the contents, or a zip of that folder, as a stream. It checks the chain, the sequence, the
 * contents, and the head that was published elsewhere. Without that head the best result is `unanchored`. Memory does not grow with the
 * journal.
 * @throws CountersignError `bad-input` if there is no journal, or if `head` is invalid.
 */
export async function verifyJournal(path: string, { head }: { readonly head?: string } = {}): Promise<JournalReport> {
	const report = await verifyJournalFile(path, head);
	return { ...report, head: `${report.head.count}:${report.head.hash}` };
}

/**
 * Removes secrets from a text: the given values in their usual spellings, and credentials of well-known shapes. It does not find every
 * secret.
 */
export function redact(text: string, secrets: readonly string[] = []): string {
	return createRedactor(secrets).redact(text);
}

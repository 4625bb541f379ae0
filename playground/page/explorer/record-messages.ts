import { CountersignError, type Entry } from '../../../src/core/index.ts';
import type { Head } from '../../../src/journal/chain.ts';
import type { PickedFile } from './picked-file.ts';
import { sourceOf } from './picked-source.ts';
import { type ContentsCheck, checkContents, type ReadJournal, readJournal } from './read-record.ts';
import { line } from './texts.ts';

/** The order to a worker to read a record. A worker reads only one record. */
export interface RecordOrder {
	readonly picked: readonly PickedFile[];
	readonly head: Head | undefined;
}

/** The messages of a worker about its record, in this order. */
export type RecordMessage =
	| { readonly kind: 'progress'; readonly read: number; readonly bytes: number | undefined }
	| { readonly kind: 'entries'; readonly entries: readonly Entry[] }
	| ({ readonly kind: 'read' } & Omit<ReadJournal, 'entries'>)
	| { readonly kind: 'checked'; readonly contents: ContentsCheck }
	| { readonly kind: 'failed'; readonly why: string };

/** The size of one message. The page reacts to the visitor between two messages, so a message must not be large. */
const most = { entries: 500, bytes: 1_000_000 };

/** Never aborted, because the page stops a worker by ending it. */
const { signal } = new AbortController();

/** Reads a record and compares its contents. It never throws. */
export async function tellRecord({ picked, head }: RecordOrder, tell: (message: RecordMessage) => void): Promise<void> {
	let [entries, bytes]: [Entry[], number] = [[], 0];
	const hand = (): void => {
		tell({ kind: 'entries', entries });
		[entries, bytes] = [[], 0];
	};
	const hear = (entry: Entry, text: Buffer): void => {
		entries.push(entry);
		bytes += text.length;
		if (entries.length >= most.entries || bytes >= most.bytes) hand();
	};
	try {
		const source = await sourceOf(picked);
		const progress = (read: number): void => tell({ kind: 'progress', read, bytes: source.journal.bytes });
		const read = await readJournal(source, { tell: progress, signal }, { hear, published: head });
		hand();
		tell({ kind: 'read', ...read });
		if (read.end.kind === 'broken') return;
		tell({ kind: 'checked', contents: await checkContents(source, { tell: () => undefined, signal }) });
	} catch (thrown) {
		tell({ kind: 'failed', why: whyOf(thrown) });
	}
}

/** Returns what a visitor reads about a record that cannot be opened. */
export function whyOf(thrown: unknown): string {
	if (thrown instanceof CountersignError) return line(thrown.message, 400);
	return `The record cannot be read: ${line(thrown instanceof Error ? thrown.message : String(thrown), 300)}.`;
}

import type { Entry } from '../../../src/core/index.ts';
import type { Head } from '../../../src/journal/chain.ts';
import { timedItems } from '../../../src/run/views/timed-items.ts';
import type { PickedFile } from './picked-file.ts';
import { sourceOf } from './picked-source.ts';
import { type OpenRecord, type ReadJournal, readJournal } from './read-record.ts';
import { type RunCall, runCalls } from './run-calls.ts';
import { type RunFacts, runFacts } from './run-facts.ts';

/** A record, with the facts from its valid lines. */
export interface OpenRun {
	readonly record: OpenRecord;
	/** The files that the visitor chose, to read them again. */
	readonly picked: readonly PickedFile[];
	/** The head that the visitor gave. */
	readonly head?: Head;
	/** The entries before the first bad line. */
	readonly trusted: readonly Entry[];
	readonly calls: readonly RunCall[];
	readonly facts: RunFacts;
	readonly steps: ReturnType<typeof timedItems>;
}

/** The settings for reading a record: where progress goes, how the visitor stops it, and the head to compare with. */
export interface Opening {
	readonly tell: (read: number, bytes: number | undefined) => void;
	readonly signal: AbortSignal;
	readonly head?: Head | undefined;
}

/** Reads the journal in what a visitor chose. @throws CountersignError `bad-input` if it is not a record. */
export type ReadPicked = (picked: readonly PickedFile[], opening: Opening) => Promise<ReadJournal>;

/** Opens what a visitor chose. @throws CountersignError `bad-input` if it is not a record. */
export async function openRun(
	picked: readonly PickedFile[],
	opening: Opening,
	read: ReadPicked = readPicked,
): Promise<OpenRun> {
	const { head } = opening;
	const journal = await read(picked, opening);
	const { entries, end } = journal;
	const trusted = end.kind === 'broken' ? entries.filter(({ seq }) => seq < end.line) : entries;
	return {
		record: { ...journal, source: await sourceOf(picked) },
		picked,
		...(head !== undefined && { head }),
		trusted,
		calls: runCalls(trusted),
		facts: runFacts(trusted),
		steps: timedItems(trusted),
	};
}

/** Reads the journal in the page itself, and not in a worker. */
async function readPicked(picked: readonly PickedFile[], { tell, signal, head }: Opening): Promise<ReadJournal> {
	const source = await sourceOf(picked);
	const entries: Entry[] = [];
	const reading = { tell: (read: number) => tell(read, source.journal.bytes), signal };
	const read = await readJournal(source, reading, { hear: (entry) => void entries.push(entry), published: head });
	return { ...read, entries };
}

import { type AuditSource, emptyRecord } from './audit-source.ts';
import { createChainCheck, type Fault, type Head } from './chain.ts';
import { eachLine } from './lines.ts';

/** How reading a journal ended: at its end, in an unfinished last line, or where it does not hold. */
export type ReadEnd =
	| { readonly kind: 'whole'; readonly lines: number; readonly head: Head }
	| { readonly kind: 'torn'; readonly lines: number; readonly head: Head }
	| ({ readonly kind: 'broken' } & Fault);

/** What is made of a line; undefined: nothing that the reader knows, which ends the reading. */
interface Reading<Entry> {
	readonly entryOf: (line: Buffer) => Entry | undefined;
	readonly hear: (entry: Entry, line: Buffer) => void;
	/** The head that was published elsewhere, with which a cut tail is found, too. */
	readonly published?: Head | undefined;
}

/** Reads a record line by line, as far as its chain holds; memory does not grow with it. @throws CountersignError `bad-input` */
export async function readRecord<Entry>(
	source: AuditSource,
	{ entryOf, hear, published }: Reading<Entry>,
): Promise<ReadEnd> {
	const chain = createChainCheck(published);
	let fault: Fault | undefined;
	const end = await eachLine(source.journal.read(), (line) => {
		fault = chain.next(line);
		if (fault !== undefined) return false;
		const entry = entryOf(line);
		if (entry === undefined) fault = { line: chain.head().count, why: 'it is no entry that this version knows' };
		else hear(entry, line);
		return fault === undefined;
	});
	const head = chain.head();
	fault ??= chain.end(end === 'whole');
	if (end === 'too-long') fault ??= { line: head.count + 1, why: 'it is too long' };
	if (fault !== undefined) return { kind: 'broken', ...fault };
	if (head.count === 0 && end === 'whole') throw emptyRecord(source);
	return { kind: end === 'torn' ? 'torn' : 'whole', lines: head.count, head };
}

/** The members of a line; none where it is no JSON object. */
export function objectOf(line: Buffer): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(line.toString());
		return typeof value === 'object' && value !== null ? { ...value } : {};
	} catch {
		// Without a member it is no entry either.
		return {};
	}
}

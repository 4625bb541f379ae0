import { type AuditSource, emptyRecord } from './audit-source.ts';
import { createChainCheck, type Fault, type Head } from './chain.ts';
import { eachLine } from './lines.ts';

/** How reading a journal ended: at its end, in an incomplete last line, or at the first invalid line. */
export type ReadEnd =
	| { readonly kind: 'whole'; readonly lines: number; readonly head: Head }
	| { readonly kind: 'torn'; readonly lines: number; readonly head: Head }
	| ({ readonly kind: 'broken' } & Fault);

/** How to read a journal. If `entryOf` returns undefined for a line, the reading ends there. */
interface Reading<Entry> {
	readonly entryOf: (line: Buffer) => Entry | undefined;
	readonly hear: (entry: Entry, line: Buffer) => void;
	/** A head that was published elsewhere. With it, the reader also notices that the last lines are missing. */
	readonly published?: Head | undefined;
}

/**
 * Reads a record line by line, up to the first invalid line. The memory use does not grow with the record. @throws CountersignError
 * `bad-input`
 */
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

/** Returns the members of a line, or an empty object if the line is not a JSON object. */
export function objectOf(line: Buffer): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(line.toString());
		return typeof value === 'object' && value !== null ? { ...value } : {};
	} catch {
		// Without members, it does not count as an entry, either.
		return {};
	}
}

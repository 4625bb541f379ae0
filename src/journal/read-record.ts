import { createChainCheck, type Fault } from './audit-chain.ts';
import type { AuditSource } from './audit-source.ts';
import { eachLine } from './lines.ts';

/** How reading a journal ended: at its end, in an unfinished last line, or where it does not hold. */
export type ReadEnd =
	| { readonly kind: 'whole'; readonly lines: number }
	| { readonly kind: 'torn'; readonly lines: number }
	| { readonly kind: 'broken'; readonly line: number; readonly why: string };

/** What is made of a line; undefined: nothing that the reader knows, which ends the reading. */
interface Reading<Entry> {
	readonly entryOf: (line: Buffer) => Entry | undefined;
	readonly hear: (entry: Entry, line: Buffer) => void;
}

/** Reads a record line by line, as far as its chain holds; memory does not grow with it. @throws CountersignError `bad-input` */
export async function readRecord<Entry>(source: AuditSource, { entryOf, hear }: Reading<Entry>): Promise<ReadEnd> {
	const chain = createChainCheck();
	let fault: Fault | undefined;
	const end = await eachLine(source.journal(), (line) => {
		fault = chain.next(line);
		if (fault !== undefined) return false;
		const entry = entryOf(line);
		if (entry === undefined) fault = { line: chain.head().count, why: 'it is no entry that this version knows' };
		else hear(entry, line);
		return fault === undefined;
	});
	fault ??= chain.end(end === 'whole');
	if (end === 'too-long') fault ??= { line: chain.head().count + 1, why: 'it is too long' };
	if (fault !== undefined) return { kind: 'broken', ...fault };
	return { kind: end === 'torn' ? 'torn' : 'whole', lines: chain.head().count };
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

import type { Entry } from '../core/index.ts';
import type { AuditSource } from './audit-source.ts';
import type { Head } from './chain.ts';
import { entryIn } from './entry-line.ts';
import { objectOf, type ReadEnd, readRecord } from './read-record.ts';

/**
 * Reads a record entry by entry, up to the first invalid line. The memory use does not grow with the record. With a head that was published
 * elsewhere, it also notices that the last lines are missing. @throws CountersignError `bad-input`
 */
export async function readEntries(
	source: AuditSource,
	hear: (entry: Entry, line: Buffer) => void,
	published?: Head,
): Promise<ReadEnd> {
	return readRecord(source, { entryOf, hear, published });
}

function entryOf(line: Buffer): Entry | undefined {
	const entry = entryIn(objectOf(line));
	return typeof entry === 'string' ? undefined : entry;
}

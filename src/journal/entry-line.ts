import { type Entry, type EntryBody, entryBodySchema, type JsonObject, type Stamp, storedBody } from '../core/index.ts';
import { upgradeEntry } from './upgrade-entry.ts';

/** Returns the entry in a parsed line of any known version, or a sentence why the line is not an entry. */
export function entryIn(line: Readonly<Record<string, unknown>>): Entry | string {
	const body = entryBodySchema.safeParse(upgradeEntry(line));
	if (!body.success) return body.error.issues[0]?.message ?? 'not an entry';
	const { prev, seq, at } = line;
	if (typeof prev !== 'string' || typeof seq !== 'number' || typeof at !== 'string') return 'its place is missing';
	return { prev, seq, at, ...body.data };
}

/** Returns an entry with the field names that this version writes into a journal. */
export function storedEntry({ prev, seq, at, ...body }: Stamp & EntryBody): JsonObject {
	return { prev, seq, at, ...storedBody(body as EntryBody) };
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asCountersignError, CountersignError, sha256 } from '../../core/index.ts';
import { type AuditSource, readCheckpoint, wholeOf } from '../../journal/index.ts';

/**
 * Returns a function that finds a content of a record by its SHA-256: in `blobs/` next to the journal, or in the packs of a checkpoint. A
 * content that does not match its name is treated as missing. Nothing is written. @throws CountersignError for a
 * checkpoint that cannot be read, with the code of the cause
 */
export function contentsOf({ folder, blobs }: AuditSource): (hash: string) => Promise<string | undefined> {
	const packed = folder !== undefined && existsSync(join(folder, 'packs')) ? readPacks(folder) : undefined;
	return async (hash) => {
		const blob = blobs?.get(hash);
		const bytes = (blob && (await wholeOf(blob))) ?? packed?.get(hash);
		return bytes === undefined || sha256(bytes) !== hash ? undefined : Buffer.from(bytes).toString();
	};
}

/** Reads the packs. @throws CountersignError with the code of the cause, such as `checkpoint-truncated`. */
function readPacks(folder: string): ReadonlyMap<string, Uint8Array> {
	const packs = readdirSync(join(folder, 'packs')).map((name) => `packs/${name}`);
	// Only regular files are read, because reading a named pipe would wait for a writer.
	const names = ['journal.jsonl', 'workspace.json', 'label.json', ...packs].filter(
		(name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true,
	);
	try {
		return readCheckpoint(new Map(names.map((name) => [name, readFileSync(join(folder, name))]))).blobs;
	} catch (thrown) {
		const { code, message, fix } = asCountersignError(thrown);
		throw new CountersignError({ code, message: `${folder}: ${message}`, fix, cause: thrown });
	}
}

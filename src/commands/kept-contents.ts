import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asCountersignError, CountersignError, sha256 } from '../core/index.ts';
import { readCheckpoint } from '../journal/index.ts';

/**
 * The contents that lie beside a journal, by their SHA-256: `blobs/` of a run's folder, or the packs of a checkpoint. What holds other
 * bytes than its name says is as good as missing. Nothing is written.
 */
export function contentsBeside(folder: string): (hash: string) => string | undefined {
	const packed = existsSync(join(folder, 'packs')) ? readPacks(folder) : undefined;
	return (hash) => {
		const path = join(folder, 'blobs', hash);
		const bytes = existsSync(path) ? readFileSync(path) : packed?.get(hash);
		return bytes === undefined || sha256(bytes) !== hash ? undefined : Buffer.from(bytes).toString();
	};
}

/** @throws CountersignError `journal-broken` when the checkpoint is not whole. */
function readPacks(folder: string): ReadonlyMap<string, Uint8Array> {
	const packs = readdirSync(join(folder, 'packs')).map((name) => `packs/${name}`);
	const names = ['journal.jsonl', 'workspace.json', 'label.json', ...packs].filter((name) =>
		existsSync(join(folder, name)),
	);
	try {
		return readCheckpoint(new Map(names.map((name) => [name, readFileSync(join(folder, name))]))).blobs;
	} catch (thrown) {
		const { code, message, fix } = asCountersignError(thrown);
		throw new CountersignError({ code, message: `${folder}: ${message}`, fix, cause: thrown });
	}
}

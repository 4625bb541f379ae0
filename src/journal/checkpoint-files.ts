import { z } from 'zod';
import { type Checkpoint, CountersignError, type JsonValue, sha256 } from '../core/index.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const labelSchema = z
	.object({
		run: z.string(),
		thread: z.number().int(),
		status: z.enum(['running', 'waiting', 'finished']),
		lastApproval: z.number().int(),
		count: z.number().int(),
		head: hash,
	})
	.readonly();

const manifestSchema = z
	.object({
		baseSha: z.string(),
		entries: z
			.array(
				z
					.object({ path: z.string(), mode: z.enum(['100644', '100755', '120000']), sha256: hash.nullable() })
					.readonly(),
			)
			.readonly(),
	})
	.readonly();

const packSchema = z.record(hash, z.base64());

const journalFile = 'journal.jsonl';
const manifestFile = 'workspace.json';
const labelFile = 'label.json';
const packs = 'packs/';

/** The files of a checkpoint: the journal, the workspace's manifest, and one pack of the contents that `known` does not have yet. */
export function checkpointFiles(checkpoint: Checkpoint, known: ReadonlySet<string>): Map<string, Uint8Array> {
	const contents = new Map([...checkpoint.blobs, ...checkpoint.files]);
	const fresh = [...contents].filter(([name]) => !known.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
	const files = new Map<string, Uint8Array>([
		[journalFile, checkpoint.journal],
		[manifestFile, json(checkpoint.manifest as unknown as JsonValue)],
		[labelFile, json(checkpoint.label as unknown as JsonValue)],
	]);
	if (fresh.length > 0) {
		const pack = Object.fromEntries(fresh.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));
		files.set(`${packs}${String(checkpoint.label.count).padStart(6, '0')}.json`, json(pack));
	}
	return files;
}

/** Reads a checkpoint back. @throws CountersignError `journal-broken` when a file is missing, malformed or not what its name says. */
export function readCheckpoint(files: ReadonlyMap<string, Uint8Array>): Checkpoint {
	const manifest = parse(files, manifestFile, manifestSchema);
	const contents = new Map(
		[...files.keys()].filter((name) => name.startsWith(packs)).flatMap((name) => unpack(files, name)),
	);
	return {
		journal: fileOf(files, journalFile),
		label: parse(files, labelFile, labelSchema),
		manifest,
		blobs: contents,
		files: contents,
	};
}

function unpack(files: ReadonlyMap<string, Uint8Array>, name: string): readonly (readonly [string, Uint8Array])[] {
	return Object.entries(parse(files, name, packSchema)).map(([key, text]) => {
		const bytes = Buffer.from(text, 'base64');
		if (sha256(bytes) !== key) throw broken(`${name} holds other bytes under ${key} than the name says`);
		return [key, bytes];
	});
}

function parse<T>(files: ReadonlyMap<string, Uint8Array>, name: string, schema: z.ZodType<T>): T {
	const text = Buffer.from(fileOf(files, name)).toString();
	const parsed = schema.safeParse(jsonOrUndefined(text));
	if (parsed.success) return parsed.data;
	throw broken(`${name}: ${parsed.error.issues[0]?.message ?? 'malformed'}`);
}

function jsonOrUndefined(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function fileOf(files: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
	const bytes = files.get(name);
	if (bytes === undefined) throw broken(`${name} is missing`);
	return bytes;
}

function json(value: JsonValue): Uint8Array {
	return Buffer.from(`${JSON.stringify(value)}\n`);
}

function broken(why: string): CountersignError {
	return new CountersignError({
		code: 'journal-broken',
		message: `The run's checkpoint cannot be read: ${why}.`,
		fix: 'Start the run again with a new /agent comment.',
	});
}

import { z } from 'zod';
import { type Checkpoint, type JsonValue, runnerSchema, sha256 } from '../core/index.ts';
import { checkpointFault } from './checkpoint-faults.ts';
import { checkpointLimits, requireFewEntries, requireFits, tooLarge } from './checkpoint-limits.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const publicPart = z.object({
	run: z.string(),
	thread: z.number().int(),
	status: z.enum(['running', 'waiting', 'finished']),
	lastApproval: z.number().int(),
	count: z.number().int(),
	runner: runnerSchema.exactOptional(),
	at: z.iso.datetime().exactOptional(),
});

export const labelSchema = publicPart.extend({ head: hash }).readonly();

/** The schema of a run's label. In a sealed checkpoint, the head is missing. */
export const runLabelSchema = publicPart.extend({ head: hash.exactOptional() }).readonly();

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
/** The name of the file that says that the files next to it are sealed, and for which run. */
export const sealFile = 'sealed.json';
const names = new RegExp(
	`^(${[journalFile, manifestFile, labelFile, sealFile].join('|').replaceAll('.', '\\.')}|packs/\\d{6,9}\\.json)$`,
);

/**
 * Returns the number of the checkpoint that added a pack (a file of blobs). Undefined for the other files, which each checkpoint writes
 * again.
 */
export function packNumber(name: string): number | undefined {
	return name.startsWith(packs) ? Number.parseInt(name.slice(packs.length), 10) : undefined;
}

/**
 * Checks the names and sizes of a checkpoint's files before any of them is read. @throws CountersignError `checkpoint-forged` for a file
 * that no checkpoint has, `checkpoint-too-large`
 */
export function requireCheckpointFiles(files: readonly { readonly path: string; readonly size?: number }[]): void {
	requireFits(files);
	const strange = files.find(({ path }) => !names.test(path));
	if (strange !== undefined)
		throw forged(`it holds the file \`${strange.path.slice(0, 80)}\`, which no checkpoint has`);
}

/** Returns the files to save for a checkpoint. Contents that are not in `known` yet are in one new pack. */
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

/**
 * Reads a checkpoint from its files. @throws CountersignError `checkpoint-truncated` if a file is missing, `checkpoint-forged` if a file is
 * malformed or does not match its name, `checkpoint-too-large`, `state-key-missing` if it is sealed
 */
export function readCheckpoint(files: ReadonlyMap<string, Uint8Array>): Checkpoint {
	if (files.has(sealFile)) throw checkpointFault('state-key-missing', `\`${sealFile}\` lies beside it`);
	const journal = fileOf(files, journalFile);
	requireFewEntries(journal);
	const manifest = parse(files, manifestFile, manifestSchema);
	const contents = new Map(
		[...files.keys()].filter((name) => name.startsWith(packs)).flatMap((name) => unpack(files, name)),
	);
	const label = parse(files, labelFile, labelSchema);
	return { journal, label, manifest, blobs: contents, files: contents };
}

function unpack(files: ReadonlyMap<string, Uint8Array>, name: string): readonly (readonly [string, Uint8Array])[] {
	const entries = Object.entries(parse(files, name, packSchema));
	if (entries.length > checkpointLimits.contents)
		throw tooLarge(`${name} holds more than ${checkpointLimits.contents} contents`);
	return entries.map(([key, text]) => {
		const bytes = Buffer.from(text, 'base64');
		if (sha256(bytes) !== key) throw forged(`${name} holds other bytes under ${key} than the name says`);
		return [key, bytes];
	});
}

function parse<T>(files: ReadonlyMap<string, Uint8Array>, name: string, schema: z.ZodType<T>): T {
	const text = Buffer.from(fileOf(files, name)).toString();
	const parsed = schema.safeParse(jsonOrUndefined(text));
	if (parsed.success) return parsed.data;
	throw forged(`${name}: ${parsed.error.issues[0]?.message ?? 'malformed'}`);
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
	if (bytes === undefined) throw checkpointFault('checkpoint-truncated', `${name} is missing`);
	return bytes;
}

function json(value: JsonValue): Uint8Array {
	return Buffer.from(`${JSON.stringify(value)}\n`);
}

function forged(why: string): Error {
	return checkpointFault('checkpoint-forged', why);
}

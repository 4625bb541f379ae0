import { z } from 'zod';
import { type Checkpoint, type CheckpointLabel, canonicalJson, type JsonObject, type RunLabel } from '../core/index.ts';
import { checkpointFault } from './checkpoint-faults.ts';
import { checkpointFiles, packNumber, readCheckpoint, runLabelSchema, sealFile } from './checkpoint-files.ts';
import { requireFits } from './checkpoint-limits.ts';
import { type Seal, sealWith } from './seal.ts';

/**
 * Converts a repository's checkpoints to files and back, either plain or sealed with a key. Both stores (git refs and directories) use a
 * vault.
 */
export interface Vault {
	/**
	 * Returns the files to save. It leaves out contents in `known`, because they are already saved. @throws CountersignError
	 * `checkpoint-too-large`
	 */
	close(checkpoint: Checkpoint, known: ReadonlySet<string>): ReadonlyMap<string, Uint8Array>;
	/**
	 * Reads the saved files of a run. @throws CountersignError `checkpoint-forged`, `checkpoint-truncated`, `checkpoint-foreign`,
	 * `checkpoint-too-large`, `checkpoint-unsealed`, `state-key-missing`, `state-key-wrong`
	 */
	open(files: ReadonlyMap<string, Uint8Array>, run: string): Checkpoint;
	/** Returns the parts of a label that may be public. */
	shown(label: CheckpointLabel): RunLabel;
}

const sealSchema = z.object({ format: z.literal(1), key: z.string(), repository: z.string(), label: runLabelSchema });

/**
 * Creates a vault. `repository` is owner/name, and the vault refuses files of another repository. It seals with the first key, and opens
 * with any of the keys.
 */
export function createVault(repository: string, stateKeys: readonly string[] = []): Vault {
	const seals = stateKeys.map(sealWith);
	const [seal] = seals;
	const shown: Vault['shown'] = (label) => (seal === undefined ? label : withoutHead(label));
	return {
		shown,
		close(checkpoint, known) {
			const plain = checkpointFiles(checkpoint, known);
			const files = seal === undefined ? plain : closed(plain, checkpoint.label, { repository, seal });
			requireFits([...files].map(([path, bytes]) => ({ path, size: bytes.length })));
			return files;
		},
		open(files, run) {
			const kept = files.get(sealFile);
			if (kept !== undefined) return opened(files, run, { kept, repository, seals });
			// A person with write access to the refs could have replaced a sealed checkpoint with this one.
			if (seal !== undefined) throw checkpointFault('checkpoint-unsealed', 'nothing of it was authenticated');
			return requireRun(readCheckpoint(files), run);
		},
	};
}

interface Sealing {
	readonly repository: string;
	readonly seal: Seal;
}

function closed(
	plain: ReadonlyMap<string, Uint8Array>,
	label: CheckpointLabel,
	{ repository, seal }: Sealing,
): ReadonlyMap<string, Uint8Array> {
	const sealed = [...plain].map(
		([name, bytes]) => [name, seal.close(bytes, sealLabel(name, label, repository))] as const,
	);
	const sealInfo = { format: 1, key: seal.id, repository, label: withoutHead(label) };
	return new Map([...sealed, [sealFile, Buffer.from(`${JSON.stringify(sealInfo)}\n`)]]);
}

function opened(
	files: ReadonlyMap<string, Uint8Array>,
	run: string,
	{ kept, repository, seals }: { kept: Uint8Array; repository: string; seals: readonly Seal[] },
): Checkpoint {
	const sealInfo = sealSchema.safeParse(jsonOrUndefined(Buffer.from(kept).toString()));
	if (!sealInfo.success) throw checkpointFault('checkpoint-forged', `${sealFile} is malformed`);
	const { key, label } = sealInfo.data;
	if (sealInfo.data.repository !== repository)
		throw checkpointFault('checkpoint-foreign', 'it was saved for another repository');
	if (label.run !== run) throw checkpointFault('checkpoint-foreign', 'it was saved for another run');
	if (seals.length === 0) throw checkpointFault('state-key-missing', 'nothing of it can be read');
	const seal = seals.find(({ id }) => id === key);
	const ids = seals.map(({ id }) => id).join(', ');
	if (seal === undefined)
		throw checkpointFault('state-key-wrong', `it names the key ${key.slice(0, 16)}, and this job has ${ids}`);
	const plain = [...files]
		.filter(([name]) => name !== sealFile)
		.map(([name, bytes]) => {
			const content = seal.open(bytes, sealLabel(name, label, repository));
			if (content === undefined) throw checkpointFault('checkpoint-forged', `${name} is not what was sealed here`);
			return [name, content] as const;
		});
	const checkpoint = readCheckpoint(new Map(plain));
	if (canonicalJson(asJson(withoutHead(checkpoint.label))) !== canonicalJson(asJson(label)))
		throw checkpointFault('checkpoint-forged', 'its label is not the one that was sealed');
	return checkpoint;
}

function requireRun(checkpoint: Checkpoint, run: string): Checkpoint {
	if (checkpoint.label.run === run) return checkpoint;
	throw checkpointFault('checkpoint-foreign', 'it was saved for another run');
}

/**
 * Returns the text that says where a sealed file belongs: repository, run, file name and the count of its checkpoint. The file opens only
 * with the same text. A pack (`packs/000001.json`) is written only once, so it has the count of the checkpoint that added it. Each
 * checkpoint writes all other files again.
 */
function sealLabel(file: string, { run, count }: RunLabel, repository: string): string {
	return canonicalJson({ repository, run, file, count: packNumber(file) ?? count });
}

function withoutHead({ head: _, ...label }: CheckpointLabel): RunLabel {
	return label;
}

function asJson(label: RunLabel): JsonObject {
	return label as unknown as JsonObject;
}

function jsonOrUndefined(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

import type { Manifest } from './manifest.ts';
import type { Remembrance } from './memory.ts';
import type { RunId, Runner } from './run-request.ts';

/** The saved state of a run, from which another machine can continue. */
export interface Checkpoint {
	/** The bytes of the journal, which end with a complete line. */
	readonly journal: Uint8Array;
	/** Every blob that the journal refers to, by SHA-256. */
	readonly blobs: ReadonlyMap<string, Uint8Array>;
	readonly manifest: Manifest;
	/** Contents of the manifest's files, by SHA-256. */
	readonly files: ReadonlyMap<string, Uint8Array>;
	readonly label: CheckpointLabel;
}

/** The facts about a run that are stored outside of its journal. */
export interface CheckpointLabel {
	readonly run: RunId;
	readonly thread: number;
	readonly status: 'running' | 'waiting' | 'finished';
	/** The highest approval number that the run has used. */
	readonly lastApproval: number;
	readonly count: number;
	readonly head: string;
	/** Who saved the checkpoint, and when (ISO 8601). Older labels have neither. */
	readonly runner?: Runner;
	readonly at?: string;
}

/** The facts about a run that a store can read without opening the checkpoint. For a sealed checkpoint, `head` is missing. */
export type RunLabel = Omit<CheckpointLabel, 'head'> & Partial<Pick<CheckpointLabel, 'head'>>;

export type ClaimResult =
	| { readonly kind: 'claimed' }
	| { readonly kind: 'taken'; readonly owner: Runner; readonly living: boolean };

/** The result of a claim. With `saved`, the run was saved together with its claim. */
export type ClaimAndSave = ClaimResult & { readonly saved?: true };

/** Where a run's state is between processes: git refs on GitHub, or a directory. Both stores have the same contract. */
export interface RunStore {
	/** Returns the newest checkpoint of a run. */
	load(run: RunId): Promise<Checkpoint | undefined>;
	/**
	 * Saves the run, and advances its ref only by fast-forward. Returns `conflict` if another process advanced it since this process loaded or
	 * saved. It also saves the remembrance if the store can do both at once. For other stores see `keep` of {@link Memory}.
	 */
	save(checkpoint: Checkpoint, remembrance?: Remembrance): Promise<'saved' | 'conflict'>;
	/** Returns the labels of all runs of a thread, in no order. */
	labels(thread: number): Promise<readonly RunLabel[]>;
	/** Returns the labels of all waiting runs in all threads, in no order. */
	waiting(): Promise<readonly RunLabel[]>;
	/** Saves the checkpoint, then claims the call for the owner. It does both at once if the store can. */
	saveAndClaim(checkpoint: Checkpoint, key: string, owner: Runner): Promise<ClaimResult | 'conflict'>;
	/**
	 * Takes the claim of a run that nobody has saved yet, and saves the run if both are possible at once. Left out if the store can never do
	 * both at once.
	 */
	claimAndSave?(checkpoint: Checkpoint, key: string, owner: Runner): Promise<ClaimAndSave>;
	/**
	 * Takes a claim. If another job holds it, returns that job and whether it still lives. If this cannot be read, the job is assumed to
	 * live.
	 */
	claim(key: string, owner: Runner): Promise<ClaimResult>;
	/**
	 * Returns whether a job that was seen at the time `at` (ISO 8601) still lives. If this cannot be read, the job is assumed to live until
	 * the longest possible time of a job is over.
	 */
	isLiving(owner: Runner, at: string): Promise<boolean>;
}

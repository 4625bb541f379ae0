import type { Manifest } from './manifest.ts';
import type { Remembrance } from './memory.ts';
import type { RunId, Runner } from './run-request.ts';

/** A run as it travels between machines. */
export interface Checkpoint {
	/** The journal's bytes, only complete lines. */
	readonly journal: Uint8Array;
	/** Every blob that the journal names, by SHA-256. */
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
	/** Who saved it, and when (ISO 8601). A claim may point to it. Older labels do not have it. */
	readonly runner?: Runner;
	readonly at?: string;
}

/** What a store knows about a run without opening its checkpoint. A sealed checkpoint does not show its head. */
export type RunLabel = Omit<CheckpointLabel, 'head'> & Partial<Pick<CheckpointLabel, 'head'>>;

export type ClaimResult =
	| { readonly kind: 'claimed' }
	| { readonly kind: 'taken'; readonly owner: Runner; readonly living: boolean };

/** The result of a claim. With `saved`, the run was saved together with its claim. */
export type ClaimAndSave = ClaimResult & { readonly saved?: true };

/** The place of a run's state between processes: git refs on GitHub, or a directory. Both stores have the same contract. */
export interface RunStore {
	/** Returns the newest checkpoint of a run. */
	load(run: RunId): Promise<Checkpoint | undefined>;
	/**
	 * Saves the run, and advances its ref only by fast-forward. Returns `conflict` if another process advanced it since this process loaded
	 * or saved. It also saves the remembrance if the store can do both at once. Otherwise see `keep` of {@link Memory}.
	 */
	save(checkpoint: Checkpoint, remembrance?: Remembrance): Promise<'saved' | 'conflict'>;
	/** Returns the labels of all runs of a thread, in no order. */
	labels(thread: number): Promise<readonly RunLabel[]>;
	/** Returns the labels of all waiting runs in all threads, in no order. */
	waiting(): Promise<readonly RunLabel[]>;
	/** Saves the checkpoint, then claims the call for the owner. It does both at once if the store can. */
	saveAndClaim(checkpoint: Checkpoint, key: string, owner: Runner): Promise<ClaimResult | 'conflict'>;
	/**
	 * Takes the claim of a run that nobody has saved yet. It also saves the run if the store can do both at once. Left out if the store can
	 * never do that.
	 */
	claimAndSave?(checkpoint: Checkpoint, key: string, owner: Runner): Promise<ClaimAndSave>;
	/**
	 * Takes a claim. If another job holds it, returns that job and whether it still lives. If this cannot be read, the job is assumed to
	 * live.
	 */
	claim(key: string, owner: Runner): Promise<ClaimResult>;
	/**
	 * Returns whether a job that was seen at the time `at` (ISO 8601) still lives. If this cannot be read, the job is assumed to live, until
	 * it would be older than any job can be.
	 */
	isLiving(owner: Runner, at: string): Promise<boolean>;
}

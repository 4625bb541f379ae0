import type { DeliveredFile } from './delivered.ts';
import type { LeftPath } from './left-path.ts';

/** One path of the workspace that differs from the base commit. Mode as in git; `sha256: null` is a deletion. */
export interface ManifestEntry {
	readonly path: string;
	readonly mode: '100644' | '100755' | '120000';
	readonly sha256: string | null;
}

/** The workspace over its base sha: what travels to another machine. */
export interface Manifest {
	readonly baseSha: string;
	readonly entries: readonly ManifestEntry[];
}

/** The workspace as it stands. */
export interface Snapshot {
	readonly manifest: Manifest;
	/** By SHA-256. */
	readonly files: ReadonlyMap<string, Uint8Array>;
	/** What differs from the base commit and stays here. */
	readonly left: readonly LeftPath[];
}

/** A path of the ground that a delivery goes onto, where the base commit has it otherwise; `sha256: null` where it is not there. */
export interface GroundFile extends ManifestEntry {
	read(): Promise<Uint8Array>;
}

/** What a delivery of the workspace as it stands would commit. */
export interface Delivery {
	readonly manifest: Manifest;
	readonly files: readonly DeliveredFile[];
	/** How many files the base commit has; unknown where left out. */
	readonly tracked?: number;
	/** What is not delivered. */
	readonly left: readonly LeftPath[];
}

import type { DeliveredFile } from './delivered.ts';
import type { LeftPath } from './left-path.ts';

/**
 * One path of the workspace that differs from the base commit. `mode` is the file mode of git, and `sha256: null` means that the path was
 * deleted.
 */
export interface ManifestEntry {
	readonly path: string;
	readonly mode: '100644' | '100755' | '120000';
	readonly sha256: string | null;
}

/** The differences between the workspace and its base commit, from which another machine can restore the workspace. */
export interface Manifest {
	readonly baseSha: string;
	readonly entries: readonly ManifestEntry[];
}

/** The current workspace. */
export interface Snapshot {
	readonly manifest: Manifest;
	/** By SHA-256. */
	readonly files: ReadonlyMap<string, Uint8Array>;
	/** Paths that differ from the base commit and stay on this machine. */
	readonly left: readonly LeftPath[];
}

/** A path that differs between the base commit and the target of a delivery. `sha256: null` if it is missing in the target. */
export interface GroundFile extends ManifestEntry {
	read(): Promise<Uint8Array>;
}

/** What a delivery of the current workspace would commit. */
export interface Delivery {
	readonly manifest: Manifest;
	readonly files: readonly DeliveredFile[];
	/** How many files the base commit has. Left out if this is not known. */
	readonly tracked?: number;
	/** Paths that are not delivered. */
	readonly left: readonly LeftPath[];
}

import {
	type DeliveredFile,
	type Delivery,
	type FileState,
	type GroundFile,
	type ManifestEntry,
	type Snapshot,
	sha256,
} from '../core/index.ts';
import { readAsCommitted } from './as-committed.ts';
import type { BaseTree } from './base-tree.ts';
import { findFolded } from './checked-out.ts';
import { readBlobs } from './read-blobs.ts';

/** A snapshot and its base commit. */
export interface Standing {
	readonly root: string;
	readonly base: BaseTree;
	readonly snapshot: Snapshot;
}

/**
 * Returns the changes of a snapshot, compared with the base commit plus the files of `ground`. A file that is the same as in `ground` is
 * not a change. If `ground` has a file and the run restored the base commit's version, that is a change.
 */
export async function deliveryOver(ground: readonly GroundFile[], standing: Standing): Promise<Delivery> {
	const whole = await deliveryOf(standing);
	if (ground.length === 0) return whole;
	const below = new Map(ground.map((file) => [file.path, file]));
	const present = new Set(whole.files.map(({ path }) => path));
	const putBack = await statesInBase(
		ground.filter(({ path }) => !present.has(path)).map(({ path }) => path),
		standing,
	);
	const all = [...whole.files, ...putBack].sort((a, b) => (a.path < b.path ? -1 : 1));
	const files = await Promise.all(
		all.map(async (file): Promise<readonly DeliveredFile[]> => {
			const under = below.get(file.path);
			if (under === undefined) return [file];
			return isSame(under, file.after) ? [] : [{ ...file, before: await stateOf(under) }];
		}),
	);
	return { ...whole, files: files.flat() };
}

/** Returns files of the base commit in the form of delivered files. */
async function statesInBase(
	paths: readonly string[],
	{ root, base }: Pick<Standing, 'root' | 'base'>,
): Promise<readonly DeliveredFile[]> {
	const blobs = await readBlobs(
		root,
		paths.flatMap((path) => base.files.get(path) ?? []),
	);
	return paths.map((path) => {
		const file = base.files.get(path);
		const after = file === undefined ? undefined : { mode: file.mode, bytes: bytesIn(blobs, file.id) };
		return { path, before: undefined, after };
	});
}

function isSame({ mode, sha256: hash }: GroundFile, after: FileState | undefined): boolean {
	return after === undefined ? hash === null : mode === after.mode && hash === sha256(after.bytes);
}

async function stateOf({ mode, sha256: hash, read }: GroundFile): Promise<FileState | undefined> {
	return hash === null ? undefined : { mode, bytes: await read() };
}

/**
 * Returns the changes of a snapshot as a commit would store them, each with the base commit's version of the file. The stored bytes may
 * differ from the disk because of a `.gitattributes` that the run has written.
 */
async function deliveryOf({ root, base, snapshot }: Standing): Promise<Delivery> {
	const { manifest, files, left } = snapshot;
	const stored = await readAsCommitted(root, manifest, files);
	const folded = await findFolded(
		root,
		manifest.entries.map(({ path }) => path),
	);
	const known = manifest.entries.flatMap(({ path }) => base.files.get(path) ?? []);
	const blobs = await readBlobs(root, known);
	const stateBefore = (path: string): FileState | undefined => {
		const file = base.files.get(path);
		return file === undefined ? undefined : { mode: file.mode, bytes: bytesIn(blobs, file.id) };
	};
	const stateAfter = ({ path, mode, sha256 }: ManifestEntry): FileState | undefined =>
		sha256 === null ? undefined : { mode, bytes: stored.get(path) ?? bytesIn(files, sha256) };
	const delivered = manifest.entries.map(
		(entry): DeliveredFile => ({
			path: entry.path,
			before: stateBefore(entry.path),
			after: stateAfter(entry),
			...(folded.has(entry.path) && { isFolded: true as const }),
		}),
	);
	return { manifest, files: delivered, tracked: base.files.size, left };
}

function bytesIn(contents: ReadonlyMap<string, Uint8Array>, id: string): Uint8Array {
	const bytes = contents.get(id);
	if (bytes === undefined) throw new Error('a delivery names a content that it does not hold');
	return bytes;
}

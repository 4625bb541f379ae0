import type { DeliveredFile, Delivery, FileState, ManifestEntry, Snapshot } from '../core/index.ts';
import { readAsCommitted } from './as-committed.ts';
import type { BaseTree } from './base-tree.ts';
import { findFolded } from './checked-out.ts';
import { readBlobs } from './read-blobs.ts';

/**
 * A snapshot as a commit would hold it, beside the files of the base commit. The bytes are those that git stores: attributes that the run
 * has written may make them others than lie on the disk.
 */
export async function deliveryOf(root: string, base: BaseTree, snapshot: Snapshot): Promise<Delivery> {
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

import type { DeliveredFile, Delivery, FileState, ManifestEntry, Snapshot } from '../core/index.ts';
import { withRepository } from '../sandbox/index.ts';
import { readAsCommitted } from './as-committed.ts';
import type { BaseFile, BaseTree } from './base-tree.ts';
import { mismatch } from './mismatch.ts';

/**
 * A snapshot as a commit would hold it, beside the files of the base commit. The bytes are those that git stores: attributes that the run
 * has written may make them others than lie on the disk.
 */
export async function deliveryOf(root: string, base: BaseTree, snapshot: Snapshot): Promise<Delivery> {
	const { manifest, files, left } = snapshot;
	const stored = await readAsCommitted(root, manifest, files);
	const known = manifest.entries.flatMap(({ path }) => base.files.get(path) ?? []);
	const blobs = await readBlobs(root, known);
	const stateBefore = (path: string): FileState | undefined => {
		const file = base.files.get(path);
		return file === undefined ? undefined : { mode: file.mode, bytes: bytesIn(blobs, file.id) };
	};
	const stateAfter = ({ path, mode, sha256 }: ManifestEntry): FileState | undefined =>
		sha256 === null ? undefined : { mode, bytes: stored.get(path) ?? bytesIn(files, sha256) };
	const delivered = manifest.entries.map(
		(entry): DeliveredFile => ({ path: entry.path, before: stateBefore(entry.path), after: stateAfter(entry) }),
	);
	return { manifest, files: delivered, left };
}

function bytesIn(contents: ReadonlyMap<string, Uint8Array>, id: string): Uint8Array {
	const bytes = contents.get(id);
	if (bytes === undefined) throw new Error('a delivery names a content that it does not hold');
	return bytes;
}

/** The blobs of these files by their ids, in one go. */
async function readBlobs(root: string, files: readonly BaseFile[]): Promise<ReadonlyMap<string, Uint8Array>> {
	const ids = [...new Set(files.map(({ id }) => id))];
	if (ids.length === 0) return new Map();
	const input = ids.map((id) => `${id}\n`).join('');
	const answer = await withRepository(root, (git) => git(['cat-file', '--batch'], { input }));
	if (!answer.ok) throw missing(answer.message);
	const blobs = new Map<string, Uint8Array>();
	for (let at = 0; at < answer.stdout.length; ) {
		const end = answer.stdout.indexOf('\n', at);
		const [id = '', type = '', size = ''] = answer.stdout.subarray(at, end).toString().split(' ');
		if (type !== 'blob' || !/^\d+$/.test(size)) throw missing(`${id} is ${type}`);
		blobs.set(id, answer.stdout.subarray(end + 1, end + 1 + Number(size)));
		at = end + 1 + Number(size) + 1;
	}
	return blobs;
}

function missing(why: string): Error {
	return mismatch(`The checkout does not hold the files of the base commit: ${why}.`, 'Check out without `filter`.');
}

import { withRepository } from '../sandbox/index.ts';
import type { BaseFile } from './base-tree.ts';
import { mismatch } from './mismatch.ts';

/** Reads the blobs of these files with one git process. The result is by id. */
export async function readBlobs(root: string, files: readonly BaseFile[]): Promise<ReadonlyMap<string, Uint8Array>> {
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

/** Returns the contents that the checkout's repository already has, by id. They need not be downloaded again. */
export async function heldBlobs(root: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
	const wanted = [...new Set(ids)].filter((id) => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(id));
	if (wanted.length === 0) return new Map();
	const input = wanted.map((id) => `${id}\n`).join('');
	const answer = await withRepository(root, (git) => git(['cat-file', '--batch-check'], { input }));
	if (!answer.ok) return new Map();
	const here = answer.stdout
		.toString()
		.split('\n')
		.flatMap((line) => /^([0-9a-f]+) blob \d+$/.exec(line)?.[1] ?? []);
	return readBlobs(
		root,
		here.map((id) => ({ id, mode: '100644' as const })),
	);
}

interface Asked {
	readonly file: BaseFile;
	readonly answer: (bytes: Uint8Array) => void;
	readonly fail: (why: unknown) => void;
}

/** Returns a reader for files of the base commit. Requests at the same time share one git process, and fail together. */
export function newBlobReader(root: string): (file: BaseFile) => Promise<Uint8Array> {
	let waiting: Asked[] = [];
	const serve = async (): Promise<void> => {
		const asked = waiting;
		waiting = [];
		try {
			const blobs = await readBlobs(
				root,
				asked.map(({ file }) => file),
			);
			for (const { file, answer, fail } of asked) {
				const bytes = blobs.get(file.id);
				if (bytes === undefined) fail(missing(`git says nothing of ${file.id}`));
				else answer(bytes);
			}
		} catch (thrown) {
			for (const { fail } of asked) fail(thrown);
		}
	};
	return (file) =>
		new Promise((answer, fail) => {
			if (waiting.length === 0) queueMicrotask(() => void serve());
			waiting.push({ file, answer, fail });
		});
}

function missing(why: string): Error {
	return mismatch(`The checkout does not hold the files of the base commit: ${why}.`, 'Check out without `filter`.');
}

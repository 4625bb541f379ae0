import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { withRegularFile } from './read-file.ts';

/** The pointer that Git LFS commits instead of a large file. */
export interface LfsPointer {
	readonly oid: string;
	readonly size: number;
}

/** The largest pointer, by the rules of Git LFS. Bytes. */
const mostBytes = 1_024;

/** Parses an LFS pointer. Undefined for any other content. */
export function parseLfsPointer(bytes: Uint8Array): LfsPointer | undefined {
	if (bytes.length > mostBytes) return undefined;
	const text = Buffer.from(bytes).toString('latin1');
	const form =
		/^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-\d-\S+ \S+\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n?$/;
	const [, oid, size] = form.exec(text) ?? [];
	return oid === undefined ? undefined : { oid, size: Number(size) };
}

/** Returns the SHA-256 of a file of any size. Undefined if it cannot be read. */
export function hashOfFile(path: string): string | undefined {
	return withRegularFile(path, (descriptor) => {
		const hash = createHash('sha256');
		const chunk = Buffer.alloc(262_144);
		for (let got = readSync(descriptor, chunk); got > 0; got = readSync(descriptor, chunk))
			hash.update(chunk.subarray(0, got));
		return hash.digest('hex');
	});
}

import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { withRegularFile } from './read-file.ts';

/** SHA-256 of a regular file of any size; undefined when it is none or cannot be read. */
export function hashRegularFile(path: string): string | undefined {
	return withRegularFile(path, (descriptor) => {
		const hash = createHash('sha256');
		const chunk = Buffer.alloc(262_144);
		for (let got = readSync(descriptor, chunk); got > 0; got = readSync(descriptor, chunk)) {
			hash.update(chunk.subarray(0, got));
		}
		return hash.digest('hex');
	});
}

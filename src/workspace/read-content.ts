import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { FileContent } from '../core/index.ts';
import { withRegularFile } from './read-file.ts';

/**
 * Reads a regular file of any size once. Undefined if it is not regular or cannot be read. The result has the text only if the file has at
 * most `mostText` bytes.
 */
export function readContent(path: string, mostText: number): FileContent | undefined {
	return withRegularFile(path, (descriptor) => {
		const hash = createHash('sha256');
		const text = newText(mostText);
		const chunk = Buffer.alloc(262_144);
		let size = 0;
		for (let got = readSync(descriptor, chunk); got > 0; got = readSync(descriptor, chunk)) {
			const bytes = chunk.subarray(0, got);
			hash.update(bytes);
			size += got;
			text.add(bytes);
		}
		return { size, sha256: hash.digest('hex'), ...text.end() };
	});
}

/**
 * Collects a file's text while it is read. Content with a NUL or with invalid UTF-8 does not count as text, because writing it again would
 * change the bytes.
 */
function newText(most: number): {
	add(bytes: Uint8Array): void;
	end(): { readonly isText: boolean; readonly text?: string };
} {
	const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	let isText = true;
	let size = 0;
	let text = '';
	const decode = (bytes?: Uint8Array): void => {
		try {
			const piece = bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
			if (size <= most) text += piece;
		} catch {
			isText = false;
		}
	};
	return {
		add: (bytes) => {
			size += bytes.length;
			if (bytes.includes(0)) isText = false;
			if (isText) decode(bytes);
		},
		end: () => {
			if (isText) decode();
			return isText && size <= most ? { isText, text } : { isText };
		},
	};
}

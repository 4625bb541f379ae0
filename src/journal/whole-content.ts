import type { Stored } from './audit-source.ts';

/** The largest content to read. Countersign never writes a larger one. */
const mostBytes = 64 * 1_048_576;

/** Returns all bytes of a content, or undefined if it is too large. @throws CountersignError `bad-input` */
export async function wholeOf(stored: Stored, most = mostBytes): Promise<Buffer | undefined> {
	const pieces: Buffer[] = [];
	let bytes = 0;
	for await (const piece of stored.read()) {
		bytes += piece.length;
		if (bytes > most) return undefined;
		pieces.push(Buffer.from(piece));
	}
	return Buffer.concat(pieces);
}

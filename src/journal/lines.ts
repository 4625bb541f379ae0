/** Bytes in pieces, each valid until the next one is asked for. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How the bytes ended: at a line's end, within a line, within a line that no journal holds, or where the listener had heard enough. */
export type LinesEnd = 'whole' | 'torn' | 'too-long' | 'stopped';

/** Longer than any line of a run, whose texts are previews. */
export const longestLine = 32 * 1_048_576;

const newline = 0x0a;

/** Hands over line by line, without holding more than one; `hear` answers false when it has heard enough. The bytes are only lent. */
export async function eachLine(pieces: Pieces, hear: (line: Buffer) => boolean): Promise<LinesEnd> {
	let rest: Buffer[] = [];
	let restBytes = 0;
	for await (const piece of pieces) {
		const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
		let start = 0;
		for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
			const line = bytes.subarray(start, end);
			if (!hear(rest.length === 0 ? line : Buffer.concat([...rest, line]))) return 'stopped';
			rest = [];
			restBytes = 0;
			start = end + 1;
		}
		if (start === bytes.length) continue;
		rest.push(Buffer.from(bytes.subarray(start)));
		restBytes += bytes.length - start;
		if (restBytes > longestLine) return 'too-long';
	}
	return restBytes === 0 ? 'whole' : 'torn';
}

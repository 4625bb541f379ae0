/** Bytes in pieces, each valid until the next one is asked for. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How the bytes ended: at a line's end, within a line, within a line that no journal holds, or where the listener had heard enough. */
export type LinesEnd = 'whole' | 'torn' | 'too-long' | 'stopped';

/** Longer than any line of a run, whose texts are previews. */
export const longestLine = 32 * 1_048_576;

const newline = 0x0a;

/** Hands over line by line, without holding more than one; `hear` answers false when it has heard enough. The bytes are only lent. */
export async function eachLine(pieces: Pieces, hear: (line: Buffer) => boolean): Promise<LinesEnd> {
	const rest = createRest();
	for await (const piece of pieces) {
		const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
		let start = 0;
		for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
			if (!hear(rest.before(bytes.subarray(start, end)))) return 'stopped';
			start = end + 1;
		}
		if (start === bytes.length) continue;
		rest.keep(bytes.subarray(start));
		if (rest.length() > longestLine) return 'too-long';
	}
	return rest.length() === 0 ? 'whole' : 'torn';
}

/** The beginning of a line that goes on in the next piece; one place for all of them, which grows to the longest. */
function createRest() {
	let place = Buffer.alloc(0);
	let length = 0;
	const keep = (bytes: Buffer): void => {
		if (length + bytes.length > place.length) {
			const larger = Buffer.allocUnsafe(Math.max(2 * place.length, length + bytes.length));
			place.copy(larger, 0, 0, length);
			place = larger;
		}
		length += bytes.copy(place, length);
	};
	return {
		keep,
		length: () => length,
		/** A line's end, with what was kept of it; nothing is kept then. */
		before(end: Buffer): Buffer {
			if (length === 0) return end;
			keep(end);
			const line = place.subarray(0, length);
			length = 0;
			return line;
		},
	};
}

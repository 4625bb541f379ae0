/** Bytes in pieces. Each piece is valid only until the next one is requested. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** How reading ended: after a complete line, within a line, in a line that is too long for a journal, or because `hear` returned false. */
export type LinesEnd = 'whole' | 'torn' | 'too-long' | 'stopped';

/** The longest accepted line, in bytes. A run's lines are always shorter, because runs keep long texts outside of the journal. */
export const longestLine = 32 * 1_048_576;

const newline = 0x0a;

/**
 * Calls `hear` for each line, and keeps only one line in memory. It stops when `hear` returns false. The bytes of a line are valid only
 * during the call.
 */
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

/**
 * Collects the beginning of a line that continues in the next piece. It reuses one buffer, which grows to the length of the longest line.
 */
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
		/** Returns the complete line from the collected beginning and its end, and clears the collection. */
		before(end: Buffer): Buffer {
			if (length === 0) return end;
			keep(end);
			const line = place.subarray(0, length);
			length = 0;
			return line;
		},
	};
}

import type { AuditSource, Stored } from './audit-source.ts';
import type { Pieces } from './lines.ts';

/** Receives the number of bytes that were read so far. */
export type Watch = (bytes: number) => void;

/** Returns the size of a record with its blobs, or undefined if it is not known before reading. */
export function bytesOf({ journal, blobs }: AuditSource): number | undefined {
	let sum = 0;
	for (const { bytes } of [journal, ...(blobs?.values() ?? [])]) {
		if (bytes === undefined) return undefined;
		sum += bytes;
	}
	return sum;
}

/** Returns the same record. After each piece that somebody reads from it, it calls `watch` with the total number of bytes. */
export function watchedSource(source: AuditSource, watch: Watch): AuditSource {
	let read = 0;
	const heard = (bytes: number): void => {
		read += bytes;
		watch(read);
	};
	const watched = (stored: Stored): Stored => ({
		get bytes() {
			return stored.bytes;
		},
		read: () => counted(stored.read(), heard),
	});
	return {
		...source,
		journal: watched(source.journal),
		blobs: source.blobs && new Map([...source.blobs].map(([name, stored]) => [name, watched(stored)])),
	};
}

async function* counted(pieces: Pieces, heard: Watch): AsyncGenerator<Uint8Array> {
	for await (const piece of pieces) {
		yield piece;
		heard(piece.length);
	}
}

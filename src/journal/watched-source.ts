import type { AuditSource, Stored } from './audit-source.ts';
import type { Pieces } from './lines.ts';

/** Hears how many bytes were read by now. */
export type Watch = (bytes: number) => void;

/** How many bytes a record has, with its contents; undefined where only reading tells. */
export function bytesOf({ journal, blobs }: AuditSource): number | undefined {
	let sum = 0;
	for (const { bytes } of [journal, ...(blobs?.values() ?? [])]) {
		if (bytes === undefined) return undefined;
		sum += bytes;
	}
	return sum;
}

/** The same record; whoever watches hears of each piece that is read of it. */
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

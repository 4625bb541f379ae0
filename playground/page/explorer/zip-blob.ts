import {
	checkedPieces,
	findDirectory,
	headerBytes,
	listFiles,
	packedStart,
	tailStart,
	type Zip,
	type ZipEntry,
	zipFault,
} from '../../../src/journal/zip.ts';
import { crc32 } from './crc32.ts';
import { blobPieces } from './paced.ts';

/** Opens a zip that a visitor chose. It is checked as the command line checks it. @throws CountersignError `bad-input` */
export async function openZipBlob(name: string, blob: Blob): Promise<Zip> {
	const start = tailStart(blob.size);
	const directory = findDirectory(name, await bytesAt(blob, start, blob.size), start);
	const end = directory.start + directory.bytes;
	const entries = listFiles(name, await bytesAt(blob, directory.start, end), directory);
	return { entries, read: (entry) => unpack(name, blob, entry) };
}

/** Returns whether a file begins as a zip does. */
export async function isZip(blob: Blob): Promise<boolean> {
	const start = await bytesAt(blob, 0, 4);
	return ['PK\x03\x04', 'PK\x05\x06'].includes(start.toString('latin1'));
}

async function* unpack(name: string, blob: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
	const header = await bytesAt(blob, entry.start, entry.start + headerBytes(entry));
	const from = packedStart(name, entry, header);
	const packed = blob.slice(from, from + entry.packedBytes);
	const pieces = entry.isDeflated && entry.packedBytes > 0 ? inflated(name, packed, entry) : blobPieces(packed);
	yield* checkedPieces(name, entry, { pieces, crc32 });
}

/** The browser unpacks a whole piece before it waits, and a piece can grow to a thousand times its size. */
const packedPieceBytes = 16_384;

/** Yields the unpacked bytes. @throws if the data is invalid, or if bytes follow its end. */
async function* inflated(name: string, packed: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
	const reader = inPieces(packed).pipeThrough(new DecompressionStream('deflate-raw')).getReader();
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
	} catch (thrown) {
		throw zipFault(name, `${JSON.stringify(entry.name)} cannot be unpacked`, thrown);
	} finally {
		await reader.cancel().catch(() => undefined);
	}
}

function inPieces(blob: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
	const pieces = blobPieces(blob, packedPieceBytes);
	return new ReadableStream(
		{
			async pull(control) {
				const { value, done } = await pieces.next();
				if (done === true) control.close();
				else control.enqueue(value);
			},
		},
		{ highWaterMark: 0 },
	);
}

async function bytesAt(blob: Blob, start: number, end: number): Promise<Buffer> {
	return Buffer.from(await blob.slice(start, end).arrayBuffer());
}

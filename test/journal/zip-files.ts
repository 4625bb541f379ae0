import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip, and what the zip says of it that is not so. */
export interface ZipFile {
	readonly name: string;
	readonly text: string | Uint8Array;
	readonly stored?: boolean;
	readonly says?: Partial<Record<'method' | 'flags' | 'crc' | 'packed' | 'bytes' | 'start', number>>;
}

/** A zip of these files. */
export function zipOf(files: readonly ZipFile[], count = files.length): Buffer {
	const parts: Buffer[] = [];
	const directory: Buffer[] = [];
	let at = 0;
	for (const { name, text, stored = false, says = {} } of files) {
		const bytes = Buffer.from(text);
		const packed = stored ? bytes : deflateRawSync(bytes);
		const told = {
			method: stored ? 0 : 8,
			flags: 0,
			crc: crc32(bytes),
			packed: packed.length,
			bytes: bytes.length,
			start: at,
			...says,
		};
		const local = record(30, [
			[0, 4, 0x04034b50],
			[8, 2, told.method],
			[26, 2, Buffer.byteLength(name)],
		]);
		parts.push(local, Buffer.from(name), packed);
		const entry: Fields = [
			[0, 4, 0x02014b50],
			[8, 2, told.flags],
			[10, 2, told.method],
			[16, 4, told.crc],
			[20, 4, told.packed],
			[24, 4, told.bytes],
			[28, 2, Buffer.byteLength(name)],
			[42, 4, told.start],
		];
		directory.push(record(46, entry), Buffer.from(name));
		at += local.length + Buffer.byteLength(name) + packed.length;
	}
	const bytes = Buffer.concat(directory);
	return Buffer.concat([
		...parts,
		bytes,
		record(22, [
			[0, 4, 0x06054b50],
			[8, 2, count],
			[10, 2, count],
			[12, 4, bytes.length],
			[16, 4, at],
		]),
	]);
}

type Fields = readonly (readonly [at: number, width: 2 | 4, value: number])[];

function record(length: number, fields: Fields): Buffer {
	const bytes = Buffer.alloc(length);
	for (const [at, width, value] of fields) bytes.writeUIntLE(value, at, width);
	return bytes;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
	let value = index;
	for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320;
	return value;
});

/** Adds a piece to a CRC-32, as `crc32` of `node:zlib` does. */
export function crc32(piece: Uint8Array, before: number): number {
	let value = ~before;
	for (const byte of piece) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
	return ~value >>> 0;
}

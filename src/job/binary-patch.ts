import { deflateSync } from 'node:zlib';

/** Git's alphabet of base 85 (git, base85.c). */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** The most bytes in one line. */
const bytesInLine = 52;

/**
 * Returns the lines in which a binary patch stores a content (git, diff.c: emit_binary_diff_body): its size, then the compressed bytes in
 * base 85.
 */
export function binaryLiteral(content: Uint8Array): readonly string[] {
	const packed = deflateSync(content);
	const lines: string[] = [];
	for (let at = 0; at < packed.length; at += bytesInLine) lines.push(binaryLine(packed.subarray(at, at + bytesInLine)));
	return [`literal ${content.length}`, ...lines, ''];
}

/** Returns a line for these bytes. Its first character is their number: `A` to `Z` mean 1 to 26, `a` to `z` mean 27 to 52. */
function binaryLine(bytes: Uint8Array): string {
	const length = bytes.length <= 26 ? 64 + bytes.length : 96 + bytes.length - 26;
	return String.fromCharCode(length) + base85(bytes);
}

function base85(bytes: Uint8Array): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += 4) {
		let word = [0, 1, 2, 3].reduce((sum, offset) => sum * 256 + (bytes[at + offset] ?? 0), 0);
		let five = '';
		for (let place = 0; place < 5; place++) {
			five = alphabet[word % 85] + five;
			word = Math.floor(word / 85);
		}
		text += five;
	}
	return text;
}

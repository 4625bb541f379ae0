/** The kinds of bytes in an identifier. Bytes of other alphabets count as lower-case letters, so a UTF-8 word stays whole. */
const none = 0;
const small = 1;
const capital = 2;
const digit = 3;
const joint = 4;

const kinds = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(byte));
const lowered = Uint8Array.from({ length: 256 }, (_, byte) => (kindOf(byte) === capital ? byte + 32 : byte));

function kindOf(byte: number): number {
	if (byte >= 128 || (byte >= 97 && byte <= 122)) return small;
	if (byte >= 65 && byte <= 90) return capital;
	if (byte >= 48 && byte <= 57) return digit;
	return byte === 95 || byte === 36 ? joint : none;
}

/** The start value of FNV-1a. */
const seed = 0x811c9dc5;

const prime = 16_777_619;

/** Called for a word with the bytes from `start` to `end`. The hash ignores case and underscores. */
export type VisitWord = (hash: number, start: number, end: number) => void;

/** Returns the hash that {@link eachWord} gives for a word. */
export function hashOf(word: string): number {
	let hash = seed;
	for (const byte of Buffer.from(word))
		if (kinds[byte] !== joint) hash = Math.imul(hash ^ (lowered[byte] as number), prime);
	return hash;
}

/**
 * Calls `visit` for the words of a UTF-8 text: each identifier as a whole, and each of its parts. A part ends at an underscore or where the
 * case changes. So `parseURLPath` and `parse_url_path` give the same four words. It takes linear time and creates no strings, because it
 * must be fast for whole repositories.
 */
export function eachWord(bytes: Uint8Array, visit: VisitWord): void {
	const { length } = bytes;
	for (let at = 0; at < length; at++) {
		let byte = bytes[at] as number;
		let kind = kinds[byte] as number;
		if (kind === none) continue;
		const start = at;
		let hash = seed;
		let isMixed = false;
		do {
			if (kind === joint) isMixed = true;
			else hash = Math.imul(hash ^ (lowered[byte] as number), prime);
			if (kind === capital && at > start) isMixed = true;
			at += 1;
			byte = bytes[at] as number;
			kind = at < length ? (kinds[byte] as number) : none;
		} while (kind !== none);
		if (at - start < 2) continue;
		if (isMixed) eachPart(bytes, start, at, visit);
		visit(hash, start, at);
	}
}

/** Calls `visit` for the parts of one identifier, if it has several. */
function eachPart(bytes: Uint8Array, start: number, end: number, visit: VisitWord): void {
	let from = start;
	for (let at = start; at < end; at++) {
		const kind = kinds[bytes[at] as number];
		const last = at === from ? none : kinds[bytes[at - 1] as number];
		if (kind === joint) {
			visitPart(bytes, from, at, visit);
			from = at + 1;
		} else if (kind === capital && (last === small || last === digit)) {
			visitPart(bytes, from, at, visit);
			from = at;
		} else if (kind === small && last === capital && at - from > 1) {
			// In `HTTPServer`, the last capital letter begins the next part.
			visitPart(bytes, from, at - 1, visit);
			from = at - 1;
		}
	}
	if (from > start) visitPart(bytes, from, end, visit);
}

function visitPart(bytes: Uint8Array, start: number, end: number, visit: VisitWord): void {
	if (end - start < 2) return;
	let hash = seed;
	for (let at = start; at < end; at++) hash = Math.imul(hash ^ (lowered[bytes[at] as number] as number), prime);
	visit(hash, start, end);
}

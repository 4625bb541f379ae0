/** Returns UTF-8 bytes as text. It keeps a byte order mark, as a diff does. Undefined if the bytes are not UTF-8 or contain a zero. */
export function utf8Text(bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Returns the text of bytes as a diff shows it. Undefined if the bytes are not UTF-8 text. */
export function utf8Text(bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined;
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

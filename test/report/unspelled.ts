/** Restores the original of an escaped text. */
export function unspelled(text: string): string {
	return text.replace(/\\u\{([0-9a-f]+)\}(?:(?<=\\u\{20\})×(\d+))?/g, (_, code: string, times = '1') =>
		String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times)),
	);
}

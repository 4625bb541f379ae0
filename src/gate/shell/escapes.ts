const escapes: Readonly<Record<string, string>> = {
	n: '\n',
	t: '\t',
	r: '\r',
	a: '\x07',
	b: '\b',
	f: '\f',
	v: '\v',
	e: '\x1b',
	'\\': '\\',
};

/** Replaces the escapes of `printf` in a text. */
export function unescaped(text: string): string {
	return text.replace(/\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|[\s\S])/g, unescapeOne);
}

/** Returns the character of one escape. An unknown escape stays unchanged. */
export function unescapeOne(whole: string, code: string): string {
	if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
	if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff);
	return escapes[code] ?? whole;
}

/** Returns a text as `$'…'` reads it; undefined if unknown. */
export function ansiText(text: string): string | undefined {
	// Control characters and characters beyond 7 bits depend on the machine.
	if (/\\(c|U|u(?!0{0,2}[0-7]?[0-9a-fA-F](?![0-9a-fA-F])))/.test(text)) return undefined;
	const spelled = text
		.replace(/\\u([0-9a-fA-F]{1,4})/g, (_, hex: string) => `\\x${hex.padStart(4, '0').slice(2)}`)
		.replace(/\\(["'?])/g, '$1')
		.replace(/\\E/g, '\\e');
	return unescaped(spelled);
}

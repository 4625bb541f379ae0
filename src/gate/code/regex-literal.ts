/**
 * Returns where a regex ends, with its flags. `from` is the position after the first slash. Undefined if the regex does not end in its
 * line.
 */
export function regexEnd(source: string, from: number): number | undefined {
	let isClass = false;
	for (let i = from; i < source.length; i++) {
		const char = source[i];
		if (char === '\n') return undefined;
		if (char === '\\') i++;
		else if (char === '[') isClass = true;
		else if (char === ']') isClass = false;
		else if (char === '/' && !isClass) return i + 1 + (/^[a-z]*/.exec(source.slice(i + 1, i + 12))?.[0].length ?? 0);
	}
	return undefined;
}

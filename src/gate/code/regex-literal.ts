/** Where a regex ends that begins behind its slash; undefined when its line has no end for it. */
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

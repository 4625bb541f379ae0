interface Bounds {
	readonly from: number;
	readonly to: number | undefined;
}

/** Returns the bounds of `${x:1:2}` if they are plain numbers. Negative numbers are relative to the end. */
export function boundsOf(offset: string, length: string | undefined, size: number): Bounds | undefined {
	const integer = /^\s*(0|-?[1-9]\d{0,8}|\(-[1-9]\d{0,8}\))\s*$/;
	const [first, count] = [integer.exec(offset)?.[1], length === undefined ? '0' : integer.exec(length)?.[1]];
	if (first === undefined || count === undefined) return undefined;
	const [at, many] = [first, count].map((text) => Number(text.replace(/[()]/g, '')));
	if (at === undefined || many === undefined || (size === Number.POSITIVE_INFINITY && (at < 0 || many < 0)))
		return undefined;
	const from = at < 0 ? size + at : at;
	if (from < 0 || from > size) return many < 0 ? undefined : { from: 0, to: 0 };
	if (length === undefined) return { from, to: undefined };
	const to = many < 0 ? size + many : from + many;
	return to < from ? undefined : { from, to };
}

/** One expression that matches where any of these does, so that a text which none of them matches, as most do, is done with at once. */
export function anyOf(sources: readonly string[], flags = ''): RegExp {
	return new RegExp(sources.length === 0 ? '(?!)' : sources.map((source) => `(?:${source})`).join('|'), flags);
}

/**
 * As {@link anyOf}, whatever the case of ASCII letters. To compile an expression for both cases takes twice as long, which each process of the
 * hook would do: what means the same on the text in small letters is matched there.
 */
export function anyOfWhateverCase(sources: readonly string[]): { test(text: string): boolean } {
	const small = sources.filter(isOfSmallLetters);
	const others = sources.filter((source) => !isOfSmallLetters(source));
	const anySmall = anyOf(small);
	const anyOther = anyOf(others, 'i');
	return { test: (text) => anySmall.test(inSmallLetters(text)) || (others.length > 0 && anyOther.test(text)) };
}

/** Letters of other alphabets stay: with `i` they match no ASCII letter either, though some of them have one as their small letter. */
function inSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Whether an expression with `i` says of each text what it says without of that text in small letters; where that is not plain, it is no. */
export function isOfSmallLetters(source: string): boolean {
	const plain = source.replace(/\\(?:[bBdDsSwWnrtfv]|[^A-Za-z0-9])/g, '_');
	if (!/^[ -~]*$/.test(plain) || /[A-Z\\]|\(\?[a-z-]/.test(plain)) return false;
	return [...plain.matchAll(/\[\^?([^\]]*)\]/g)].every(([, members = '']) => {
		const rest = members.replace(/[0-9]-[0-9]|[a-z]-[a-z]/g, '');
		return !rest.slice(1, -1).includes('-');
	});
}

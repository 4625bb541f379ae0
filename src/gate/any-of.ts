/** Tells of a text whether something matches in it. */
export interface Matcher {
	test(text: string): boolean;
}

/**
 * V8 interprets an expression the first time, and compiles it the second time: together that takes three times as long as compiling it at once,
 * which it does for a text of a thousand characters. Lines, because most expressions stop there.
 */
const longText = '\n'.repeat(1_024);

/** One expression that matches where any of these does, so that a text which none of them matches, as most do, is done with at once. */
export function anyOf(sources: readonly string[], flags = ''): Matcher {
	let compiled: RegExp | undefined;
	return {
		test: (text) => {
			compiled ??= compileAny(sources, flags);
			return compiled.test(text);
		},
	};
}

function compileAny(sources: readonly string[], flags: string): RegExp {
	const any = new RegExp(sources.length === 0 ? '(?!)' : sources.map((source) => `(?:${source})`).join('|'), flags);
	any.test(longText);
	return any;
}

/**
 * As {@link anyOf}, whatever the case of ASCII letters. To compile an expression for both cases takes twice as long, which each process of the
 * hook would do: what means the same on the text in small letters is matched there.
 */
export function anyOfWhateverCase(sources: readonly string[]): Matcher {
	const small: string[] = [];
	const others: string[] = [];
	for (const source of sources) (isOfSmallLetters(source) ? small : others).push(source);
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

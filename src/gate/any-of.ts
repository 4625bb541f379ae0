/** Tests whether an expression matches a text. */
export interface Matcher {
	test(text: string): boolean;
}

/**
 * V8 interprets an expression at its first use, and compiles it at the second. Together this takes three times as long as compiling at
 * once. V8 compiles at once for a text of a thousand characters. The text consists of line breaks, because most expressions stop there.
 */
const longText = '\n'.repeat(1_024);

/**
 * Returns a matcher that is true if any of these expressions matches. Most texts match no expression, and one combined test finds this
 * out at once.
 */
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
 * Like {@link anyOf}, but ignores the case of ASCII letters. An expression with the flag `i` takes twice as long to compile, in each
 * process of the hook. If possible, the expression is therefore matched without `i`, on the text in lower case.
 */
export function anyOfWhateverCase(sources: readonly string[]): Matcher {
	const small: string[] = [];
	const others: string[] = [];
	for (const source of sources) (isOfSmallLetters(source) ? small : others).push(source);
	const anySmall = anyOf(small);
	const anyOther = anyOf(others, 'i');
	return { test: (text) => anySmall.test(inSmallLetters(text)) || (others.length > 0 && anyOther.test(text)) };
}

/**
 * Letters of other alphabets stay unchanged. With `i` they match no ASCII letter, although some of them become an ASCII letter in lower
 * case.
 */
function inSmallLetters(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Returns whether the expression without `i`, on the text in lower case, always gives the same result as with `i`. False if that is not
 * certain.
 */
export function isOfSmallLetters(source: string): boolean {
	const plain = source.replace(/\\(?:[bBdDsSwWnrtfv]|[^A-Za-z0-9])/g, '_');
	if (!/^[ -~]*$/.test(plain) || /[A-Z\\]|\(\?[a-z-]/.test(plain)) return false;
	return [...plain.matchAll(/\[\^?([^\]]*)\]/g)].every(([, members = '']) => {
		const rest = members.replace(/[0-9]-[0-9]|[a-z]-[a-z]/g, '');
		return !rest.slice(1, -1).includes('-');
	});
}

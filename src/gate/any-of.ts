/** Tests whether an expression matches a text. */
export interface Matcher {
	test(text: string): boolean;
}

/**
 * V8 interprets an expression at its first use, and compiles it at the second. Both together take three times as long as compiling at the
 * first use. V8 compiles at the first use if the text has a thousand characters. The text consists of line breaks, because most expressions
 * do not match them, and so the test is fast.
 */
const longText = '\n'.repeat(1_024);

/**
 * Returns a matcher that is true if any of these expressions matches. Most texts match none of them, and one combined test finds this out
 * fast.
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
 * Like {@link anyOf}, but ignores the case of letters. An expression with the flag `i` takes twice as long to compile, in each
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
 * Returns the text with its ASCII letters in lower case. All other letters stay unchanged, because the lower case of some is an ASCII
 * letter. For example, the Kelvin sign would become `k`, which the flag `i` does not match with it.
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

type Item = '*' | ((character: string) => boolean);

/**
 * Creates a function that matches a whole text against a shell pattern (`*`, `?`, `[…]`, `\x`). Its time is linear in the text for each
 * `*`. Returns undefined for an extended pattern or a named character class.
 */
export function patternMatcher(pattern: string): ((text: string) => boolean) | undefined {
	const items = readItems(pattern);
	return items && ((text) => matches(items, text));
}

/** Returns whether a name may match a pattern without slashes. Braces and extended patterns may match any name. */
export function matchesComponent(pattern: string, name: string): boolean {
	if (/[{(]/.test(pattern)) return true;
	return patternMatcher(pattern)?.(name) !== false;
}

function readItems(pattern: string): readonly Item[] | undefined {
	if (/[?*+@!]\(/.test(pattern)) return undefined;
	const items: Item[] = [];
	for (let i = 0; i < pattern.length; i++) {
		const character = pattern[i] ?? '';
		const bracket = character === '[' ? /^\[([!^]?)(\]?[^\]]*)\]/.exec(pattern.slice(i)) : null;
		if (character === '*') {
			if (items.at(-1) !== '*') items.push('*');
		} else if (character === '?') items.push(() => true);
		else if (bracket !== null) {
			const [whole, negated, set = ''] = bracket;
			if (set.includes('[:')) return undefined;
			const holds = inSet(set);
			items.push((one) => holds(one) !== (negated !== ''));
			i += whole.length - 1;
		} else {
			const wanted = character === '\\' && i + 1 < pattern.length ? (pattern[++i] ?? '') : character;
			items.push((one) => one === wanted);
		}
	}
	return items;
}

function inSet(set: string): (character: string) => boolean {
	const ranges = [...set.matchAll(/([^\\])-([^\\])|([\s\S])/g)].map(([, from, to, one]) => [
		from ?? one ?? '',
		to ?? one ?? '',
	]);
	return (character) => ranges.some(([from = '', to = '']) => character >= from && character <= to);
}

function matches(items: readonly Item[], text: string): boolean {
	let [at, star, mark] = [0, -1, 0];
	for (let i = 0; i < text.length; ) {
		const item = items[at];
		if (item === '*') [star, mark, at] = [at, i, at + 1];
		else if (item?.(text[i] ?? '') === true) [at, i] = [at + 1, i + 1];
		else if (star >= 0) [at, mark, i] = [star + 1, mark + 1, mark + 1];
		else return false;
	}
	return items.slice(at).every((item) => item === '*');
}

/** The longest text in which a prefix or suffix is searched. */
const longest = 1_000;

/** `${x#pattern}` and similar operations: returns the text without the prefix or suffix; undefined if unknown. */
export function withoutAffix(text: string, pattern: string, operator: string): string | undefined {
	const matcher = text.length > longest ? undefined : patternMatcher(pattern);
	if (matcher === undefined) return undefined;
	const isPrefix = operator.startsWith('#');
	const lengths = Array.from({ length: text.length + 1 }, (_, i) => (operator.length > 1 ? text.length - i : i));
	const length = lengths.find((n) => matcher(isPrefix ? text.slice(0, n) : text.slice(text.length - n)));
	if (length === undefined) return text;
	return isPrefix ? text.slice(length) : text.slice(0, text.length - length);
}

interface Replacing {
	readonly pattern: string;
	readonly by: string;
	readonly operator: string;
}

/** `${x/pattern/by}` and similar operations: replaces the longest match from the left; undefined if unknown. */
export function replaceMatches(text: string, { pattern, by, operator }: Replacing): string | undefined {
	const matcher = text.length > mostReplaced ? undefined : patternMatcher(pattern);
	// The result of an empty match differs between versions.
	if (matcher === undefined || pattern === '' || matcher(''))
		return pattern === '' && !/[#%]/.test(operator) ? text : undefined;
	const lengthAt = (at: number) =>
		Array.from({ length: text.length - at }, (_, i) => text.length - at - i).find((n) =>
			matcher(text.slice(at, at + n)),
		);
	if (operator === '/#') {
		const length = lengthAt(0);
		return length === undefined ? text : by + text.slice(length);
	}
	if (operator === '/%') {
		const start = Array.from(text, (_, i) => i).find((at) => matcher(text.slice(at)));
		return start === undefined ? text : text.slice(0, start) + by;
	}
	let done = '';
	for (let at = 0; at < text.length; ) {
		const length = lengthAt(at);
		if (length === undefined) done += text[at++] ?? '';
		else {
			done += by;
			at += length;
			if (operator === '/') return done + text.slice(at);
		}
	}
	return done;
}

/** The longest text in which matches are replaced, because every position and length is tried. */
const mostReplaced = 200;

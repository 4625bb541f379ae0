import { names } from './language.ts';
import { isMark } from './reader.ts';
import { closingToken, type Token } from './tokens.ts';

/** Functions that show their arguments or describe them. They return no type, and call nothing. */
const showing = names('print pprint pp repr str format len isinstance issubclass id hash');
/** Functions that only put their arguments into a collection. */
const collecting = names('list tuple set frozenset Counter');
/** Attributes of a type that are texts. */
const named = names('__name__ __qualname__ __doc__');
const words = names('in is not and or if elif else for while return yield lambda assert del from raise with await');
const opening = /^[([{]$/;
const closing = /^[)\]}]$/;

/**
 * Returns `type` if code does more with a Python type than compare it or show it. Threat: the type of an open file opens files, and the
 * type of a function makes functions: `type(sys.stdin.buffer.raw)('.env')`.
 */
export function typeUsed(tokens: readonly Token[], isInText = false): string | undefined {
	for (const [i, token] of tokens.entries()) {
		for (const part of token.parts ?? [])
			if (part !== undefined && typeof part !== 'string' && typeUsed(part, true) !== undefined) return 'type';
		if (token.kind === 'word' && token.text === 'type' && !isHarmless(tokens, i, isInText)) return 'type';
	}
	return undefined;
}

function isHarmless(tokens: readonly Token[], i: number, isInText: boolean): boolean {
	const [before, next] = [tokens[i - 1], tokens[i + 1]];
	if (isMark(before, '.') || isMark(next, '=')) return true;
	if (isMark(next, '(')) {
		const end = closingToken(tokens, i + 1);
		if (isMark(tokens[end + 1], '.')) return named.has(tokens[end + 2]?.text ?? '');
		return isShown(tokens, i, end, isInText);
	}
	if (isMark(before, '(') && isFunction(tokens, i - 2, names('map')) && isMark(next, ','))
		return isShown(tokens, i - 2, closingToken(tokens, i - 1), isInText);
	const isKey = isMark(before, '[') && isMark(next, ']') && isValue(tokens[i - 2]);
	return isKey || isMark(before, '->') || isShown(tokens, i, i, isInText);
}

/** Returns whether the value between two positions is only compared or shown. */
function isShown(tokens: readonly Token[], from: number, to: number, isInText: boolean): boolean {
	const [before, after] = [tokens[from - 1], tokens[to + 1]];
	if (after?.kind === 'mark' && (opening.test(after.text) || after.text === '.')) return false;
	if (isComparing(tokens, from - 1) || isComparing(tokens, to + 1)) return true;
	if (isMark(before, '%') && tokens[from - 2]?.kind === 'text') return true;
	if (before === undefined && after === undefined) return isInText;
	const isSpread = isMark(before, '*') && /^[(,]$/.test(tokens[from - 2]?.text ?? '');
	const isItem = isSpread || (before?.kind === 'mark' && /^[([{,:]$/.test(before.text));
	const isLast = after?.kind === 'mark' && (closing.test(after.text) || after.text === ',');
	if (!isItem || !(isLast || after?.text === 'for')) return false;
	const open = openBefore(tokens, from);
	return open < 0 ? isInText : isShownIn(tokens, open, isInText);
}

/** Returns whether everything in a bracket is only compared or shown. */
function isShownIn(tokens: readonly Token[], open: number, isInText: boolean): boolean {
	const end = closingToken(tokens, open);
	if (!isValue(tokens[open - 1])) return isShown(tokens, open, end, isInText);
	if (!isMark(tokens[open], '(')) return false;
	if (isFunction(tokens, open - 1, showing)) return true;
	const isMember = isMark(tokens[open - 2], '.');
	if (!isFunction(tokens, open - 1, collecting) || (isMember && tokens[open - 3]?.text !== 'collections')) return false;
	return isShown(tokens, isMember ? open - 3 : open - 1, end, isInText);
}

/**
 * Returns whether a token compares values. `==` and `!=` do not count if the code contains `__eq__` or `__ne__`, because such a method may
 * return one of the values. The `in` of a `for` loop does not count either.
 */
function isComparing(tokens: readonly Token[], i: number): boolean {
	const token = tokens[i];
	if (token?.kind === 'mark' && /^[=!]=$/.test(token.text))
		return !tokens.some(({ text }) => text === '__eq__' || text === '__ne__');
	return token?.kind === 'word' && (/^(is|not)$/.test(token.text) || (token.text === 'in' && !isLoop(tokens, i)));
}

function isLoop(tokens: readonly Token[], at: number): boolean {
	for (let i = at - 1; i >= 0; i--) {
		const token = tokens[i];
		if (token?.kind === 'word' && token.text === 'for') return true;
		const isTarget =
			(token?.kind === 'word' && !words.has(token.text)) || (token?.kind === 'mark' && /^[(),*]$/.test(token.text));
		if (!isTarget) return false;
	}
	return false;
}

/** Returns whether a token is one of these functions, and the code has no other function with its name. */
function isFunction(tokens: readonly Token[], at: number, list: ReadonlySet<string>): boolean {
	const name = tokens[at];
	if (name?.kind !== 'word' || !list.has(name.text)) return false;
	return tokens.every((token, i) => {
		if (token.kind !== 'word' || token.text !== name.text) return true;
		const isCall = isMark(tokens[i + 1], '(') && !/^(def|class)$/.test(tokens[i - 1]?.text ?? '');
		return isCall || isImported(tokens, i);
	});
}

/** Returns whether a name is in the list of an import, without another name for it. */
function isImported(tokens: readonly Token[], at: number): boolean {
	let i = at - 1;
	while (isMark(tokens[i], ',') || (tokens[i]?.kind === 'word' && !/^(import|as)$/.test(tokens[i]?.text ?? ''))) i--;
	return tokens[i]?.text === 'import';
}

/** Returns whether a token ends a value, so that a bracket after it calls the value or takes an element of it. */
function isValue(token: Token | undefined): boolean {
	return token?.kind === 'word' ? !words.has(token.text) : token?.kind === 'mark' && closing.test(token.text);
}

function openBefore(tokens: readonly Token[], at: number): number {
	let depth = 0;
	for (let i = at - 1; i >= 0; i--) {
		const token = tokens[i];
		if (token?.kind !== 'mark') continue;
		if (closing.test(token.text)) depth++;
		else if (opening.test(token.text) && --depth < 0) return i;
	}
	return -1;
}

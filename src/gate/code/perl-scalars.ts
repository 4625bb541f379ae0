import { isMark } from './reader.ts';
import { closingToken, type Token } from './tokens.ts';
import type { Value } from './value.ts';

/**
 * Returns whether an element of a list is certainly one value. Threat: Perl replaces a list in a list by its items, so `((), "a", "b")[1]`
 * is `b`. The same happens in a list of arguments.
 */
export function isScalar({ text, items }: Value, tokens: readonly Token[]): boolean {
	if (text !== undefined && items === undefined) return true;
	const [first, second] = tokens;
	if (first === undefined) return false;
	const isOpen = isMark(first, '[') || isMark(first, '{');
	if (isOpen) return closingToken(tokens, 0) === tokens.length - 1;
	if (isMark(first, '\\')) return tokens.length === 2 && second?.kind === 'variable';
	if (first.kind === 'word' && first.text === 'sub')
		return isMark(second, '{') && closingToken(tokens, 1) === tokens.length - 1;
	// The token may be the name of an open file.
	if (tokens.length === 1 && first.kind === 'word') return /^[A-Z][A-Z\d]*$/.test(first.text);
	return isPlain(tokens);
}

/** Returns whether tokens are scalar variables, texts and numbers, joined by operators with a scalar result. */
function isPlain(tokens: readonly Token[]): boolean {
	for (let i = 0; i < tokens.length; i++) {
		const token = tokens[i];
		if (token === undefined) return false;
		const isIndex = isMark(token, '[') || isMark(token, '{');
		if (isIndex && i > 0) {
			i = closingToken(tokens, i);
			continue;
		}
		if (!isOne(token)) return false;
	}
	return true;
}

function isOne({ kind, text, form }: Token): boolean {
	if (kind === 'number') return true;
	if (kind === 'variable') return text.startsWith('$');
	if (kind === 'text') return form === 'string';
	return kind === 'word' ? /^(my|our|local)$/.test(text) : /^[.+*/-]$/.test(text);
}

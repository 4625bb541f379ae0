import { declaredNames } from './declared-names.ts';
import type { Language } from './language.ts';
import { linesOf } from './python-lines.ts';
import { isAssignment, isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/**
 * Returns whether Python changes a list in place by an assignment. Threat: the list may have another name, and this name is used:
 * `b = a; b += ['.env']` and `b[0], c = '.env', 1`.
 */
export function changesLists(tokens: readonly Token[], language: Language): boolean {
	const lines = linesOf(tokens).map((line) => line.tokens);
	if (lines.some((line) => targetsOf(line, /=$/).some((token) => isMark(token, ']') || isMark(token, '.'))))
		return true;
	const added = new Set(lines.flatMap((line) => wordsOf(targetsOf(line, augmented))));
	if (added.size === 0) return false;
	const plain = lines.filter(isPlain);
	const others = lines.filter((line) => !plain.includes(line));
	const imported = others.filter(([head]) => /^(import|from)$/.test(head?.text ?? '')).flatMap(wordsOf);
	const set = declaredNames(
		others.flatMap((line) => [...line.map(asSum), end]),
		language,
	);
	const numbers = new Set(plain.flatMap(wordsOf));
	return [...added].some((name) => !numbers.has(name) || set.has(name) || imported.includes(name));
}

const augmented = /[^:]=$/;
const end: Token = { kind: 'end', text: '\n', spaced: false };

function wordsOf(tokens: readonly Token[]): readonly string[] {
	return tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
}

/** Returns the tokens before the last assignment of a statement. */
function targetsOf(line: readonly Token[], operator: RegExp): readonly Token[] {
	let depth = 0;
	let last = 0;
	for (const [i, token] of line.entries()) {
		if (token.kind !== 'mark') continue;
		if (/^[([{]$/.test(token.text)) depth++;
		else if (/^[)\]}]$/.test(token.text)) depth--;
		else if (depth === 0 && isAssignment(token) && token.text !== ':=' && operator.test(token.text)) last = i;
	}
	return line.slice(0, last);
}

/** Returns whether a statement only gives numbers and texts to names: `n = 0`, `a, b = 0, ''`. */
function isPlain(line: readonly Token[]): boolean {
	const last = line.findLastIndex((token) => isMark(token, '='));
	const isTarget = ({ kind, text }: Token) => kind === 'word' || (kind === 'mark' && /^[,=]$/.test(text));
	const isConstant = ({ kind, text, parts = [] }: Token) =>
		kind === 'number' ||
		(kind === 'text' && parts.every((part) => typeof part === 'string')) ||
		(kind === 'mark' && /^[-,]$/.test(text));
	return last > 0 && line.slice(0, last).every(isTarget) && line.slice(last + 1).every(isConstant);
}

/** Replaces `+=` and similar operators by a plain operator, so that the statement does not count as setting a name. */
function asSum(token: Token): Token {
	return isAssignment(token) && augmented.test(token.text) ? { ...token, text: '+' } : token;
}

import type { Language } from './language.ts';
import { isAssignment, isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** A name that is set in a way that makes it differ from call to call: a parameter, a loop's variable. */
const varying = 2;

/**
 * The names that code sets for itself, and how often: what is set once is constant. Too many names are no danger
 * (they are only looked up before global ones, and {@link clashes} tells the global ones), too few are only unknown.
 */
export function declaredNames(tokens: readonly Token[], language: Language): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	const add = (name: string, times: number): void => {
		found.set(name, (found.get(name) ?? 0) + times);
	};
	tokens.forEach((token, i) => {
		for (const inner of innerTokens(token))
			for (const [name, times] of declaredNames(inner, language)) add(name, times);
		if (isName(token) && isAssignment(tokens[i + 1]) && !isMember(tokens, i, language)) {
			const isPlain = tokens[i + 1]?.text === '=' && !isTuple(tokens, i, language);
			add(token.text, isPlain ? 1 : varying);
			if (isTuple(tokens, i, language)) for (const name of namesBefore(tokens, i)) add(name, varying);
		}
		for (const name of namesAt(tokens, i)) add(name, token.text === 'as' || token.text === '=' ? 1 : varying);
	});
	return found;
}

function innerTokens(token: Token): readonly (readonly Token[])[] {
	return (token.parts ?? []).filter((part): part is readonly Token[] => part !== undefined && typeof part !== 'string');
}

function isName(token: Token | undefined): token is Token {
	return token?.kind === 'word' || token?.kind === 'variable';
}

function isMember(tokens: readonly Token[], i: number, { members }: Language): boolean {
	const before = tokens[i - 1];
	return before?.kind === 'mark' && members.has(before.text);
}

function isTuple(tokens: readonly Token[], i: number, language: Language): boolean {
	return language.hasTuples === true && isMark(tokens[i - 1], ',') && isName(tokens[i - 2]);
}

function namesBefore(tokens: readonly Token[], i: number): string[] {
	const found: string[] = [];
	for (let at = i - 2; isName(tokens[at]); at -= 2) {
		found.push(tokens[at]?.text ?? '');
		if (!isMark(tokens[at - 1], ',')) break;
	}
	return found;
}

/** The names that the construct at a place sets: parameters, loop variables, patterns. */
function namesAt(tokens: readonly Token[], i: number): readonly string[] {
	const token = tokens[i];
	if (token?.kind === 'mark') return namesAtMark(tokens, i);
	if (token?.kind !== 'word') return [];
	const next = tokens[i + 1];
	switch (token.text) {
		case 'for':
		case 'foreach':
			return between(tokens, i + 1, (one) => one.text === 'in' || one.text === 'of' || one.text === '=');
		case 'as':
			if (next?.kind === 'variable')
				return between(tokens, i + 1, (one) => isMark(one, ')')).flatMap((one) => [one, one]);
			return next?.kind === 'word' ? [next.text] : [];
		case 'getline':
			return next?.kind === 'word' ? [next.text] : [];
		case 'gsub':
		case 'split':
		case 'match':
		case 'read':
		case 'sysread':
			return isMark(tokens[i - 1], '.') ? [] : parameters(tokens, i);
		case 'lambda':
			return between(tokens, i + 1, (one) => isMark(one, ':'));
		case 'def':
		case 'function':
		case 'fn':
			return [...(next?.kind === 'word' ? [next.text] : []), ...parameters(tokens, i)];
		case 'catch':
		case 'sub':
			return next?.kind === 'word' ? [next.text] : parameters(tokens, i);
		case 'const':
		case 'let':
		case 'var':
		case 'local':
			return declaration(tokens, i + 1);
		default:
			return [];
	}
}

/** `x => …`, `(a, b) => …`, `[a, b] = …`, `{ |a, b| … }`. */
function namesAtMark(tokens: readonly Token[], i: number): readonly string[] {
	const before = tokens[i - 1];
	if (isMark(tokens[i], '=>')) {
		if (before?.kind === 'word') return [before.text];
		return isMark(before, ')') ? wordsOf(tokens.slice(openingOf(tokens, i - 1), i)) : [];
	}
	if (isMark(tokens[i], '=') && (isMark(before, ']') || isMark(before, '}'))) {
		const open = openingOf(tokens, i - 1);
		const owner = tokens[open - 1];
		return isName(owner) && owner.kind === 'variable' ? [] : wordsOf(tokens.slice(open, i));
	}
	const opensBlock = isMark(before, '{') || (before?.kind === 'word' && before.text === 'do');
	return isMark(tokens[i], '|') && opensBlock ? between(tokens, i + 1, (one) => isMark(one, '|')) : [];
}

/** Whether code changes lists, or texts, in their place. */
export function mutates(tokens: readonly Token[], language: Language): boolean {
	return tokens.some((token, i) => {
		if (token.kind !== 'number' && language.mutators.has(token.text)) return true;
		if (innerTokens(token).some((inner) => mutates(inner, language))) return true;
		if (!isAssignment(token)) return false;
		const before = tokens[i - 1];
		return isMark(before, ']') || isMark(before, '}') || (isName(before) && isMember(tokens, i - 1, language));
	});
}

function declaration(tokens: readonly Token[], from: number): readonly string[] {
	const next = tokens[from];
	if (next?.kind === 'word' && isMark(tokens[from + 1], ','))
		return [next.text, ...between(tokens, from, isAssignment)];
	if (next?.kind === 'word') return /^(=|of|in)$/.test(tokens[from + 1]?.text ?? '') ? [] : [next.text];
	return [];
}

/** The words up to a token; where it does not come soon, none. */
function between(tokens: readonly Token[], from: number, ends: (token: Token) => boolean): readonly string[] {
	const window = tokens.slice(from, from + 60);
	const end = window.findIndex(ends);
	return end < 0 ? [] : wordsOf(window.slice(0, end));
}

function parameters(tokens: readonly Token[], i: number): readonly string[] {
	const open = tokens.slice(i, i + 4).findIndex((token) => isMark(token, '('));
	if (open < 0) return [];
	const window = tokens.slice(i + open, i + open + 80);
	let depth = 0;
	const end = window.findIndex((token) => {
		if (isMark(token, '(')) depth++;
		return isMark(token, ')') && --depth === 0;
	});
	return end < 0 ? [] : wordsOf(window.slice(0, end));
}

function openingOf(tokens: readonly Token[], close: number): number {
	let depth = 0;
	for (let i = close; i >= 0 && close - i < 80; i--) {
		const token = tokens[i];
		if (token?.kind !== 'mark') continue;
		if (/^[)\]}]$/.test(token.text)) depth++;
		else if (/^[([{]$/.test(token.text) && --depth === 0) return i;
	}
	return close;
}

function wordsOf(tokens: readonly Token[]): readonly string[] {
	return tokens.flatMap((token) => (isName(token) ? [token.text] : []));
}

import type { Language } from './language.ts';
import { isAssignment, isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** The count of a name whose value differs from call to call, such as a parameter or a loop variable. */
const varying = 2;
/** The maximum number of names. If there are more, the result contains {@link tooMany}. */
const maxNames = 20_000;
/** A name in place of names that are not known. */
export const tooMany = '';
/** The maximum distance to the other end of a construct, in tokens. If it is farther away, {@link tooMany} replaces its names. */
const farthest = 200;

/**
 * Returns the names that code sets, and how often. Only a name that is set once is constant. An extra name only makes the code less
 * certain, but a missing one would make it more certain than it is. Therefore each construct that sets names includes all names near it.
 */
export function declaredNames(tokens: readonly Token[], language: Language): ReadonlyMap<string, number> {
	const found = new Map<string, number>();
	let budget = maxNames;
	const add = (name: string, times: number): void => {
		budget = name === tooMany ? -1 : budget - 1;
		found.set(name, (found.get(name) ?? 0) + times);
	};
	tokens.forEach((token, i) => {
		if (budget < 0) return;
		for (const inner of innerTokens(token))
			for (const [name, times] of declaredNames(inner, language)) add(name, times);
		if (isName(token) && isAssignment(tokens[i + 1]) && !isMember(tokens, i, language))
			add(token.text, tokens[i + 1]?.text === '=' ? 1 : varying);
		for (const name of namesAt(tokens, i, language)) add(name, varying);
		for (const name of namesOnce(tokens, i, language)) add(name, 1);
	});
	if (budget < 0) found.set(tooMany, varying);
	return found;
}

/** Returns whether code changes lists or strings in place. */
export function mutates(tokens: readonly Token[], language: Language): boolean {
	return tokens.some((token, i) => {
		if (isMutator(token, language)) return true;
		if (innerTokens(token).some((inner) => mutates(inner, language))) return true;
		if (!isAssignment(token)) return false;
		const before = tokens[i - 1];
		return isMark(before, ']') || isMark(before, '}') || (isName(before) && isMember(tokens, i - 1, language));
	});
}

/** Returns whether a token names a function that changes a value in place. A symbol may name it too: `each(&:succ!)`. */
function isMutator({ kind, text, form, parts }: Token, { mutators, mutatorForm }: Language): boolean {
	const name = form === 'symbol' ? (parts?.join('') ?? '') : kind === 'number' ? '' : text;
	return mutators.has(name) || (kind !== 'mark' && mutatorForm?.test(name) === true);
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

/** Returns the names that an import or a pattern sets. Each of them counts as set once. */
function namesOnce(tokens: readonly Token[], i: number, { keywords }: Language): readonly string[] {
	const [token, next] = [tokens[i], tokens[i + 1]];
	if (token?.kind === 'word' && token.text === 'as') return next?.kind === 'word' ? [next.text] : [];
	const before = tokens[i - 1];
	const isPattern = isMark(token, '=') && (isMark(before, ']') || isMark(before, '}'));
	if (!isPattern) return [];
	const open = openingOf(tokens, i);
	if (open === undefined) return [tooMany];
	const holder = tokens[open - 1];
	const isIndex = isMark(before, ']') && (isMark(holder, ']') || isMark(holder, ')') || isValue(holder, keywords));
	return isIndex || holder?.kind === 'variable' ? [] : wordsOf(tokens.slice(open, i));
}

/** Returns the names that the construct at a position sets: parameters, loop variables, lists of names. */
function namesAt(tokens: readonly Token[], i: number, language: Language): readonly string[] {
	const token = tokens[i];
	if (token?.kind === 'mark') return namesAtMark(tokens, i, language);
	if (token?.form === 'regex' && language.name === 'ruby') return captures(token);
	if (token?.kind !== 'word') return [];
	const next = tokens[i + 1];
	// `name: type`
	const isTyped = language.name === 'python' && isMark(next, ':') && tokens[i - 1]?.kind === 'end';
	if (isTyped && tokens[i + 2]?.kind === 'word' && !language.keywords.has(token.text)) return [token.text];
	switch (token.text) {
		case 'for':
		case 'foreach':
			return loopNames(tokens, i + 1);
		case 'as':
			return next?.kind === 'variable' || isMark(next, '(') || isMark(next, '[')
				? between(tokens, i + 1, /^[):]$/)
				: [];
		case 'lambda':
			return between(tokens, i + 1, /^:$/);
		case 'in':
		case 'rescue':
			return language.name === 'ruby' ? between(tokens, i + 1, /^(\n|;|then)$/) : [];
		case 'getline':
			return next?.kind === 'word' ? [next.text] : [];
		case 'class':
		case 'module':
			return /^(python|ruby|javascript)$/.test(language.name) && next?.kind === 'word' ? [next.text] : [];
		case 'def':
		case 'function':
		case 'fn': {
			const name = isMark(next, '*') ? tokens[i + 2] : next;
			return [...(name?.kind === 'word' ? [name.text] : []), ...parameters(tokens, i)];
		}
		case 'catch':
		case 'sub':
		case 'gsub':
		case 'split':
		case 'match':
		case 'read':
		case 'sysread':
			if (isMember(tokens, i, language)) return [];
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

/** Returns the names in `x => …`, `(a, b) => …`, `->(a) { }`, `(a, b) = …`, `a, b = …`, `{ |a, b| … }` and `a++`. */
function namesAtMark(tokens: readonly Token[], i: number, language: Language): readonly string[] {
	const [before, token, next] = [tokens[i - 1], tokens[i], tokens[i + 1]];
	switch (token?.text) {
		case '++':
		case '--':
			return [before, next].flatMap((one) => (isName(one) ? [one.text] : []));
		case '->':
			return isMark(next, '(')
				? parameters(tokens, i)
				: language.name === 'ruby'
					? between(tokens, i + 1, /^(\{|do)$/)
					: [];
		case '=>': {
			const after = language.name === 'ruby' && isName(next) ? [next.text] : [];
			if (before?.kind === 'word') return [before.text, ...after];
			return isMark(before, ')') ? sinceOpening(tokens, i) : after;
		}
		case '|': {
			const opensBlock = isMark(before, '{') || (before?.kind === 'word' && before.text === 'do');
			return opensBlock ? between(tokens, i + 1, /^\|$/) : [];
		}
		case '=':
			if (isMark(before, ')')) return sinceOpening(tokens, i);
			return language.hasTuples === true ? tuple(tokens, i, language) : [];
		default:
			return [];
	}
}

/** Returns all names on the left side of an assignment with commas. */
function tuple(tokens: readonly Token[], i: number, { name }: Language): readonly string[] {
	let depth = 0;
	let hasComma = false;
	let from = i - 1;
	for (; from >= 0; from--) {
		if (i - from > farthest) return [tooMany];
		const token = tokens[from];
		if (token?.kind === 'end' || isMark(token, ';') || (name === 'python' && isMark(token, ':') && depth === 0)) break;
		if (token?.kind !== 'mark') continue;
		if (/^[)\]}]$/.test(token.text)) depth++;
		else if (/^[([{]$/.test(token.text) && --depth < 0) {
			// A named argument, or a field of a table, is not an assignment.
			if (name !== 'ruby') return [];
			break;
		} else if (token.text === ',') hasComma = true;
	}
	return hasComma ? wordsOf(tokens.slice(from + 1, i)) : [];
}

/** Returns the names in `for x in`, `for (const x of`, `for (i = 0` and `for my $x (`. */
function loopNames(tokens: readonly Token[], from: number): readonly string[] {
	const end = find(tokens, from, (one) => /^(in|of|=|;|\n)$/.test(one.text));
	const first = tokens[from];
	if (first?.kind === 'variable' || /^(my|our)$/.test(first?.text ?? '')) return between(tokens, from, /^\($/);
	if (end === undefined) return [tooMany];
	return end < 0 || /^[;\n]$/.test(tokens[end]?.text ?? '') ? [] : wordsOf(tokens.slice(from, end));
}

/** Returns the names that a regex sets. */
function captures({ parts = [] }: Token): readonly string[] {
	const found = parts.flatMap((part) => (typeof part === 'string' ? [...part.matchAll(/\(\?<(\w+)>/g)] : []));
	return found.map((match) => match[1] ?? '');
}

function isValue(token: Token | undefined, keywords: ReadonlySet<string>): boolean {
	return token?.kind === 'word' && !keywords.has(token.text);
}

function declaration(tokens: readonly Token[], from: number): readonly string[] {
	const next = tokens[from];
	if (next?.kind !== 'word') return [];
	if (isMark(tokens[from + 1], ',')) return [next.text, ...between(tokens, from, /^[=;]$/)];
	return /^(=|of|in)$/.test(tokens[from + 1]?.text ?? '') ? [] : [next.text];
}

/** Returns the names up to a token. */
function between(tokens: readonly Token[], from: number, ends: RegExp): readonly string[] {
	const end = find(tokens, from, (token) => token.kind !== 'text' && ends.test(token.text));
	return end === undefined ? [tooMany] : wordsOf(tokens.slice(from, end < 0 ? tokens.length : end));
}

/** Returns the names in the parentheses that open within the next few tokens. */
function parameters(tokens: readonly Token[], i: number): readonly string[] {
	const open = tokens.slice(i, i + 5).findIndex((token) => isMark(token, '('));
	if (open < 0) return [];
	let depth = 0;
	const end = find(tokens, i + open, (token) => {
		if (isMark(token, '(')) depth++;
		return isMark(token, ')') && --depth === 0;
	});
	return end === undefined ? [tooMany] : wordsOf(tokens.slice(i + open, end < 0 ? tokens.length : end));
}

/** Returns the position of the first matching token. -1 if there is none, and undefined if it may be too far away. */
function find(tokens: readonly Token[], from: number, matches: (token: Token) => boolean): number | undefined {
	for (let i = from; i < tokens.length; i++) {
		if (i - from > farthest) return undefined;
		const token = tokens[i];
		if (token !== undefined && matches(token)) return i;
	}
	return -1;
}

/** Returns the names in the brackets that close before a token. */
function sinceOpening(tokens: readonly Token[], end: number): readonly string[] {
	const open = openingOf(tokens, end);
	return open === undefined ? [tooMany] : wordsOf(tokens.slice(open, end));
}

/** Returns the position of the opening bracket for the bracket that closes before a token. Undefined if it is too far away. */
function openingOf(tokens: readonly Token[], end: number): number | undefined {
	let depth = 0;
	for (let i = end - 1; i >= 0; i--) {
		if (end - i > farthest) return undefined;
		const token = tokens[i];
		if (token?.kind !== 'mark') continue;
		if (/^[)\]}]$/.test(token.text)) depth++;
		else if (/^[([{]$/.test(token.text) && --depth === 0) return i;
	}
	return 0;
}

function wordsOf(tokens: readonly Token[]): readonly string[] {
	return tokens.length > farthest ? [tooMany] : tokens.flatMap((token) => (isName(token) ? [token.text] : []));
}

import { type Escapes, readEscape } from './escapes.ts';

/** One token of code, by the lexical grammar of its language. */
export interface Token {
	readonly kind: 'word' | 'variable' | 'text' | 'number' | 'mark' | 'end';
	readonly text: string;
	/** A blank or a similar separator comes before it. */
	readonly spaced: boolean;
	/** For a string: constant pieces, and the tokens of code in it. A piece is undefined if it is unknown. */
	readonly parts?: readonly Part[];
	readonly form?: Form;
	/** For the end of a line: the indentation of the next line, if the language uses indentation. */
	readonly indent?: number;
}

export type Part = string | readonly Token[] | undefined;

/** The kind of a string. `symbol` is a name with a colon, `command` is run by the language, and `input` reads from an input. */
export type Form = 'string' | 'command' | 'regex' | 'symbol' | 'template' | 'words' | 'input';

/** How a quoted string is read. */
export interface Quote {
	readonly close: string;
	readonly escapes: Escapes;
	/** Finds code inside the string. Returns its source, and where the string continues. */
	readonly hole?: (source: string, at: number, lexer: Lexer) => Hole | undefined;
	readonly form?: Form;
	/** The bracket that opens a nested pair in the string. */
	readonly nests?: string;
}

/** Code in a string, as source. If finding its end required cutting it into tokens, it is these tokens. */
export interface Hole {
	readonly code: string | readonly Token[];
	readonly end: number;
	/** Why it is uncertain whether this is code, or where it ends. */
	readonly unsure?: string;
}

/** A literal of one language: its tokens, and where the code continues. */
export interface Literal {
	readonly tokens: readonly Token[];
	readonly end: number;
	readonly unsure?: string;
}

/** The lexical grammar of a language, as data. `literal` reads everything that data cannot describe. */
export interface Grammar {
	readonly comments: readonly string[];
	readonly blocks: readonly (readonly [string, string])[];
	readonly quotes: Readonly<Record<string, Quote>>;
	readonly variable?: RegExp;
	readonly word: RegExp;
	/** Whether the end of a line ends a statement: always, only outside of brackets, or never. */
	readonly lines: 'end' | 'end-outside-brackets' | 'blank';
	readonly literal?: (at: number, lexer: Lexer) => Literal | undefined;
	/** Constructs that may mean something else than they seem to. If the code contains one, nothing is certain. */
	readonly suspicious?: RegExp;
}

/** The text that is cut, and its tokens so far. */
export interface Lexer {
	readonly source: string;
	readonly grammar: Grammar;
	readonly tokens: Token[];
	readonly brackets: string[];
	readonly depth: number;
	/** The number of tokens that may still be cut, including the tokens of code in strings. */
	readonly budget: { tokens: number };
	unsure: string | undefined;
}

export interface Tokens {
	readonly tokens: readonly Token[];
	/** Why the tokens are uncertain. Undefined if they are certain. */
	readonly unsure: string | undefined;
}

const marks =
	/>>>=|<=>|===|!==|\*\*=|&&=|\|\|=|\?\?=|<<=|>>=|>>>|\.\.\.|->|=>|::|\?\.(?!\d)|&\.|\|&|:=|\+\+|--|&&|\|\||\?\?|==|!=|=~|!~|<=|>=|\+=|-=|\*=|\/=|%=|\|=|&=|\^=|\.=|\*\*|\/\/|<<|>>|\.\.|[!-/:-@[-`{-~]/y;
const number = /(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*)(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?|\.\d+)n?/y;
const maxDepth = 12;
/** The maximum number of tokens in one piece of code. */
export const maxTokens = 8_000;
export const tooManyTokens = 'too much code';

/** Cuts code into tokens. It never fails: `unsure` says why the result is uncertain. */
export function tokenize(source: string, grammar: Grammar, depth = 0, budget = { tokens: maxTokens }): Tokens {
	const lexer: Lexer = { source, grammar, tokens: [], brackets: [], depth, budget, unsure: undefined };
	if (depth > maxDepth) return { tokens: [], unsure: 'code nested too deeply' };
	// In some languages, a blank that is not ASCII is a letter, so a word ends later than it seems.
	if (/[^\P{Cc}\t\n]|[^\S\t\n ]/u.test(source)) lexer.unsure = 'control characters or unusual blanks';
	if (grammar.suspicious?.test(source)) lexer.unsure = 'a construct that changes how code is read';
	for (let at = 0; at < source.length; ) {
		const before = lexer.tokens.length;
		const next = step(at, lexer);
		budget.tokens -= lexer.tokens.length - before;
		if (budget.tokens < 0) return { tokens: lexer.tokens, unsure: tooManyTokens };
		if (next <= at) {
			lexer.unsure ??= `the character ${source[at]}`;
			at++;
		} else at = next;
	}
	return { tokens: lexer.tokens, unsure: lexer.unsure };
}

function step(at: number, lexer: Lexer): number {
	const { source, grammar } = lexer;
	const char = source[at] ?? '';
	if (char === '\n') return endLine(at, lexer);
	if (/\s/.test(char)) return at + 1;
	if (char === '\\' && source[at + 1] === '\n') return at + 2;
	const comment = grammar.comments.find((mark) => source.startsWith(mark, at));
	const block = grammar.blocks.find(([open]) => source.startsWith(open, at));
	if (block !== undefined) return endOf(block[1], at + block[0].length, lexer);
	if (comment !== undefined && !isLength(at, lexer)) return lineEnd(source, at);
	const literal = grammar.literal?.(at, lexer);
	if (literal !== undefined) {
		lexer.tokens.push(...literal.tokens);
		lexer.unsure ??= literal.unsure;
		return literal.end;
	}
	const quote = grammar.quotes[char];
	if (quote !== undefined) {
		const read = readQuoted(at, char, quote, lexer);
		lexer.tokens.push(read.token);
		return read.end;
	}
	return plain(at, lexer);
}

/** In Perl, `$#` is a variable and not a comment. */
function isLength(at: number, { source, grammar }: Lexer): boolean {
	return grammar.variable !== undefined && source[at] === '#' && /[$\\]/.test(source[at - 1] ?? '');
}

function plain(at: number, lexer: Lexer): number {
	const { source, grammar, tokens } = lexer;
	const kinds = [
		['variable', grammar.variable],
		['number', number],
		['word', grammar.word],
		['mark', marks],
	] as const;
	for (const [kind, regex] of kinds) {
		const text = regex === undefined ? undefined : match(regex, source, at);
		if (text === undefined || text === '') continue;
		tokens.push({ kind, text, spaced: isSpaced(source, at) });
		if (kind === 'mark') track(text, lexer);
		return at + text.length;
	}
	return at;
}

/** Returns the text that a sticky regex matches at a position. */
export function match(regex: RegExp, source: string, at: number): string | undefined {
	regex.lastIndex = at;
	return regex.exec(source)?.[0];
}

export function isSpaced(source: string, at: number): boolean {
	return at === 0 || /[\s;{}]/.test(source[at - 1] ?? '');
}

function track(text: string, { brackets }: Lexer): void {
	if (text === '(' || text === '[' || text === '{') brackets.push(text);
	else if (text === ')' || text === ']' || text === '}') brackets.pop();
}

function endLine(at: number, { source, grammar, brackets, tokens }: Lexer): number {
	const ends = grammar.lines === 'end' || (grammar.lines === 'end-outside-brackets' && brackets.length === 0);
	const hasIndent = ends && grammar.lines === 'end-outside-brackets';
	const indent = hasIndent ? { indent: match(blanks, source, at + 1)?.length ?? 0 } : {};
	if (ends) tokens.push({ kind: 'end', text: '\n', spaced: false, ...indent });
	return at + 1;
}

const blanks = /[ \t]*/y;

function lineEnd(source: string, at: number): number {
	const end = source.indexOf('\n', at);
	return end < 0 ? source.length : end;
}

function endOf(close: string, from: number, lexer: Lexer): number {
	const end = lexer.source.indexOf(close, from);
	if (end < 0) lexer.unsure ??= 'a comment without an end';
	return end < 0 ? lexer.source.length : end + close.length;
}

/** Reads a quoted string. `open` is the text before its content. */
export function readQuoted(at: number, open: string, quote: Quote, lexer: Lexer): { token: Token; end: number } {
	const { source } = lexer;
	const parts: Part[] = [];
	let text = '';
	let i = at + open.length;
	let inner = 0;
	const flush = (): void => {
		if (text !== '') parts.push(text);
		text = '';
	};
	for (;;) {
		if (i >= source.length) {
			lexer.unsure ??= 'a text without an end';
			break;
		}
		if (source.startsWith(quote.close, i) && inner === 0) break;
		const hole = quote.hole?.(source, i, lexer);
		if (hole !== undefined) {
			flush();
			lexer.unsure ??= hole.unsure;
			parts.push(typeof hole.code === 'string' ? holeTokens(hole.code, lexer) : hole.code);
			i = hole.end;
			continue;
		}
		if (source[i] === quote.nests) inner++;
		if (quote.nests !== undefined && source[i] === quote.close) inner--;
		const read = readEscape(source, i, quote.escapes, quote.close);
		if (read.text === undefined) {
			flush();
			parts.push(undefined);
		} else text += read.text;
		i = read.end;
	}
	flush();
	const token: Token = { kind: 'text', text: '', spaced: isSpaced(source, at), parts, form: quote.form ?? 'string' };
	return { token, end: i + quote.close.length };
}

function holeTokens(code: string, lexer: Lexer): readonly Token[] {
	// A line comment would hide the closing bracket, so the end of the hole is uncertain.
	if (/(?<!\$)#|\/[/*]|--/.test(code)) lexer.unsure ??= 'a comment in a text';
	const inner = tokenize(code, lexer.grammar, lexer.depth + 1, lexer.budget);
	lexer.unsure ??= inner.unsure;
	return inner.tokens;
}

/**
 * Cuts the code of a hole as the language does, up to the position outside of brackets where `ends` is true. Threat: a bracket or a quote
 * in a string of this code must not end the code.
 */
export function cutHole(from: number, lexer: Lexer, ends: (source: string, at: number) => boolean): Hole {
	const { source, budget } = lexer;
	const inner: Lexer = { ...lexer, tokens: [], brackets: [], depth: lexer.depth + 1, unsure: undefined };
	if (inner.depth > maxDepth) lexer.unsure ??= 'code nested too deeply';
	let at = from;
	while (at < source.length && inner.depth <= maxDepth && budget.tokens >= 0) {
		if (inner.brackets.length === 0 && ends(source, at)) break;
		const before = inner.tokens.length;
		const next = step(at, inner);
		budget.tokens -= inner.tokens.length - before;
		if (next <= at) inner.unsure ??= `the character ${source[at]}`;
		at = Math.max(next, at + 1);
	}
	if (budget.tokens < 0) lexer.unsure = tooManyTokens;
	lexer.unsure ??= inner.unsure ?? (at >= source.length ? 'a text without an end' : undefined);
	return { code: inner.tokens, end: at };
}

/** Returns a function that reads a hole from an opening brace to the matching closing brace. */
export function braced(open: string): (source: string, at: number) => Hole | undefined {
	return (source, at) => {
		if (!source.startsWith(open, at)) return undefined;
		const start = at + open.length;
		const end = closing(source, start, '{', '}');
		return { code: source.slice(start, end), end: end + 1 };
	};
}

/** Returns the position of the bracket that closes the one before `from`. Strings in between may contain brackets. */
export function closing(source: string, from: number, open: string, close: string): number {
	let depth = 1;
	for (let i = from; i < source.length; i++) {
		const char = source[i] ?? '';
		if (char === '"' || char === "'" || char === '`') {
			const end = source.indexOf(char, i + 1);
			if (end > 0) i = end;
		} else if (char === open) depth++;
		else if (char === close && --depth === 0) return i;
	}
	return source.length;
}

/** Returns the position of the token that closes the bracket at `open`, or the number of tokens if it stays open. */
export function closingToken(tokens: readonly Token[], open: number): number {
	let depth = 0;
	for (let i = open; i < tokens.length; i++) {
		const token = tokens[i];
		if (token?.kind !== 'mark') continue;
		if (/^[([{]$/.test(token.text)) depth++;
		else if (/^[)\]}]$/.test(token.text) && --depth === 0) return i;
	}
	return tokens.length;
}

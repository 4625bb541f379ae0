import { isMark } from './reader.ts';
import { regexEnd } from './regex-literal.ts';
import { braced, type Hole, isSpaced, type Lexer, type Literal, readQuoted, type Token } from './tokens.ts';

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
/** Keywords that come before a value. */
const beforeValue =
	/^(if|unless|while|until|and|or|not|when|in|do|then|else|elsif|return|case|begin|ensure|rescue|break|next)$/;
/** Functions whose first argument may come without brackets. */
export const withoutBrackets = /^(puts|p|pp|print|printf|raise|require|system|exec|spawn|eval|yield)$/;

const codeHole = braced('#{');

/** Finds code in a text. Threat: `"#$x"`, `"#@x"` and `"#@@x"` also show a variable. */
export function rubyHole(source: string, at: number): Hole | undefined {
	const [, name] = /^#([$@][@\w]*)/.exec(source.slice(at, at + 80)) ?? [];
	if (name === undefined) return codeHole(source, at);
	return { code: name.length > 1 ? name : '', end: at + 1 + name.length, unsure: 'a variable in a text' };
}

type Position = 'operand' | 'operator' | 'unsure';

/** Reads the literals that only Ruby has: `%w[]`, `:symbol`, `?c`, and a regex where a value may begin. */
export function rubyLiteral(at: number, lexer: Lexer): Literal | undefined {
	const { source } = lexer;
	const char = source[at] ?? '';
	if (char === ':') return symbol(at, lexer);
	if (char !== '/' && char !== '%' && char !== '?') return undefined;
	const position = positionOf(at, lexer);
	if (char === '?') return character(at, position, lexer);
	if (position === 'operator') return undefined;
	const unsure = position === 'unsure' ? { unsure: 'a literal, or an operator' } : {};
	if (char === '%') {
		const literal = percent(at, lexer);
		return literal === undefined ? undefined : { ...literal, ...unsure };
	}
	if (regexEnd(source, at + 1) === undefined) return { tokens: [], end: at + 1, unsure: 'a regex without an end' };
	const read = readQuoted(at, '/', { close: '/', escapes: 'raw', hole: rubyHole, form: 'regex' }, lexer);
	return { tokens: [read.token], end: read.end + flags(source, read.end), ...unsure };
}

function flags(source: string, at: number): number {
	return /^[a-z]*/.exec(source.slice(at, at + 8))?.[0].length ?? 0;
}

/** Returns whether a value or an operator may begin here. */
function positionOf(at: number, { source, tokens }: Lexer): Position {
	const before = tokens.at(-1);
	if (before === undefined || before.kind === 'end') return 'operand';
	if (before.kind === 'number' || before.kind === 'text' || before.kind === 'variable') return 'operator';
	const next = source[at + 1] ?? ' ';
	if (before.kind === 'word') {
		const isPlain = !/^(\.|&\.|::)$/.test(tokens.at(-2)?.text ?? '') && tokens.at(-2)?.text !== 'def';
		if (isPlain && beforeValue.test(before.text)) return 'operand';
		const isArgument = isSpaced(source, at) && !/[\s=]/.test(next);
		if (isPlain && withoutBrackets.test(before.text)) return isArgument ? 'operand' : 'unsure';
		return isSpaced(source, at) && !/\s/.test(next) ? 'unsure' : 'operator';
	}
	// The word before the sign is a method, whatever its name.
	if (isMark(before, '.') || isMark(before, '&.') || isMark(before, '::')) return 'unsure';
	if (isMark(before, ')') || isMark(before, ']')) return 'operator';
	return isMark(before, '}') ? (source[at] === '?' ? 'operator' : 'unsure') : 'operand';
}

function symbol(at: number, lexer: Lexer): Literal | undefined {
	const { source } = lexer;
	if (source[at + 1] === ':' || /[\w)\]"'`:]/.test(source[at - 1] ?? '')) return undefined;
	if (source[at + 1] === '"') {
		const read = readQuoted(at, ':"', { close: '"', escapes: 'ruby', hole: rubyHole, form: 'symbol' }, lexer);
		return { tokens: [read.token], end: read.end };
	}
	const [name] =
		/^[A-Za-z_]\w*[?!=]?(?![\w])|^(?:<=>|===?|=~|\*\*|<<|>>|<=|>=|!=|\[\]|[+*<>/%&|^-])(?=[\s),\]}.])/.exec(
			source.slice(at + 1, at + 60),
		) ?? [];
	if (name === undefined)
		return /[+*<>=!~/%&|^`[-]/.test(source[at + 1] ?? '') ? { tokens: [], end: at + 1, unsure: 'a symbol' } : undefined;
	const clean = name.endsWith('=') && source[at + 1 + name.length] === '>' ? name.slice(0, -1) : name;
	const token: Token = { kind: 'text', text: '', spaced: isSpaced(source, at), parts: [clean], form: 'symbol' };
	return { tokens: [token], end: at + 1 + clean.length };
}

function character(at: number, position: Position, { source }: Lexer): Literal | undefined {
	const next = source[at + 1] ?? '';
	if (position === 'operator')
		return /["'`/%#]/.test(next) ? { tokens: [], end: at + 1, unsure: 'a question mark' } : undefined;
	if (position === 'unsure' || !/\w/.test(next) || /\w/.test(source[at + 2] ?? ''))
		return { tokens: [], end: at + 1, unsure: 'a question mark' };
	return { tokens: [{ kind: 'text', text: '', spaced: true, parts: [next], form: 'string' }], end: at + 2 };
}

/** Reads `%w[a b]`, `%q()`, `%x(ls)`, `%r{}` and `%()`. */
function percent(at: number, lexer: Lexer): Literal | undefined {
	const { source } = lexer;
	const found = /^%([wWiIqQxrs]?)([^\w\s])/.exec(source.slice(at, at + 4));
	if (!found) return undefined;
	const [whole, kind = '', open = ''] = found;
	if (!/[([{<|!/]/.test(open)) return { tokens: [], end: at + whole.length, unsure: `\`${whole}\`` };
	const isPlain = /^[wiqs]$/.test(kind);
	const form = /^[wWiI]$/.test(kind) ? 'words' : kind === 'x' ? 'command' : kind === 'r' ? 'regex' : 'string';
	const read = readQuoted(
		at,
		whole,
		{
			close: pairs[open] ?? open,
			escapes: kind === 'r' ? 'raw' : isPlain ? 'quote' : 'ruby',
			form,
			...(!isPlain && { hole: rubyHole }),
			...(pairs[open] !== undefined && { nests: open }),
		},
		lexer,
	);
	// After a backslash, a blank does not end a word.
	const unsure = form === 'words' && source.slice(at, read.end).includes('\\') ? 'a backslash in words' : undefined;
	return {
		tokens: [read.token],
		end: read.end + (kind === 'r' ? flags(source, read.end) : 0),
		...(unsure !== undefined && { unsure }),
	};
}

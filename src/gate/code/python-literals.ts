import { isMark } from './reader.ts';
import { cutHole, type Hole, type Lexer, type Literal, match, readQuoted, type Token } from './tokens.ts';

const start = /(?:[rRbBuU]|[fF]|[fF][rR]|[rR][fFbB]|[bB][rR])?('''|"""|'|")/y;

/** Reads a string with a prefix: `r''`, `f""`, `b''''''`. */
export function pythonLiteral(at: number, lexer: Lexer): Literal | undefined {
	start.lastIndex = at;
	const found = start.exec(lexer.source);
	if (!found) return undefined;
	const [open, close = ''] = found;
	const prefix = open.slice(0, -close.length).toLowerCase();
	const { token, end } = readQuoted(
		at,
		open,
		{
			close,
			escapes: prefix.includes('r') ? 'raw' : 'python',
			...(prefix.includes('f') && {
				hole: (source: string, from: number, inner: Lexer) => formatted(source, from, close, inner),
			}),
		},
		lexer,
	);
	const isBroken = close.length === 1 && /(?<!\\)\n/.test(lexer.source.slice(at, end));
	return {
		tokens: [prefix.includes('b') ? { ...token, text: 'b' } : token],
		end,
		...(isBroken && { unsure: 'a text over several lines' }),
		// Bytes have no such escape: the backslash stays.
		...(prefix.includes('b') && /\\[uUN]/.test(lexer.source.slice(at, end)) && { unsure: 'an escape in bytes' }),
	};
}

/** Reads `{value!r:>10}` in an f-string that ends with `close`. `{{` is a brace. */
function formatted(source: string, at: number, close: string, lexer: Lexer): Hole | undefined {
	if (source.startsWith('{{', at) || source.startsWith('}}', at)) return brace(source[at] ?? '', at + 2);
	if (source[at] === '}') lexer.unsure ??= 'a brace in an f-string';
	if (source[at] !== '{') return undefined;
	const hole = cutHole(at + 1, lexer, isEndOfValue);
	const code = source.slice(at, hole.end);
	// Before version 3.12, Python ends the string at its own quote. It allows no backslash and no comment in a hole.
	const isOdd = code.includes(close) || /\\|#/.test(code.replace(/'[^'\\]*'|"[^"\\]*"/g, ''));
	const end = endOfFormat(source, hole.end, close);
	if (isOdd || end === undefined) lexer.unsure ??= 'an f-string';
	const shown = shownBy(hole.code as readonly Token[], source.slice(hole.end, end ?? hole.end));
	return { code: shown, end: end ?? source.length };
}

function brace(text: string, end: number): Hole {
	return { code: [{ kind: 'text', text: '', spaced: false, parts: [text], form: 'string' }], end };
}

function isEndOfValue(source: string, at: number): boolean {
	return /[}:]/.test(source[at] ?? '') || (source[at] === '!' && source[at + 1] !== '=');
}

/** The text after the value: `!r`, and a format of plain characters and plain names. */
const format = /(?:![rsa])?(?::(?:[-+<>^=,_.\w%$/ *~|]|\{ *\w+ *\})*)?\}/y;

function endOfFormat(source: string, at: number, close: string): number | undefined {
	const found = match(format, source, at);
	return found === undefined || found.includes(close) ? undefined : at + found.length;
}

/**
 * Returns `format(value, width)` for `{value:{width}}`. Threat: the format of a date may show any value, and formatting changes a text.
 * `{value=}` adds the source of the value.
 */
function shownBy(code: readonly Token[], after: string): readonly Token[] {
	const isNamed = isMark(code.at(-1), '=');
	if (after === '}' && !isNamed) return code;
	const fields = [...after.matchAll(/\{ *(\w+) *\}/g)].flatMap(([, name = '']) => [
		mark(','),
		{ kind: /^\d/.test(name) ? 'number' : 'word', text: name, spaced: false } as const,
	]);
	const value = isNamed ? code.slice(0, -1) : code;
	return [{ kind: 'word', text: 'format', spaced: true }, mark('('), ...value, ...fields, mark(')')];
}

const mark = (text: string): Token => ({ kind: 'mark', text, spaced: false });

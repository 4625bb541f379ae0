import { braced, closing, type Hole, type Lexer, type Literal, readQuoted } from './tokens.ts';

const start = /(?:[rRbBuU]|[fF]|[fF][rR]|[rR][fFbB]|[bB][rR])?('''|"""|'|")/y;

/** Text with a prefix: `r''`, `f""`, `b''''''`. */
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
			...(prefix.includes('f') && { hole: formatted }),
		},
		lexer,
	);
	const isBroken = close.length === 1 && /(?<!\\)\n/.test(lexer.source.slice(at, end));
	return {
		tokens: [prefix.includes('b') ? { ...token, text: 'b' } : token],
		end,
		...(isBroken && { unsure: 'a text over several lines' }),
	};
}

/** `{value!r:>10}` in an f-string; `{{` is a brace. */
function formatted(source: string, at: number): Hole | undefined {
	if (source.startsWith('{{', at) || source.startsWith('}}', at)) return { code: `"${source[at]}"`, end: at + 2 };
	const hole = braced('{')(source, at);
	if (hole === undefined) return undefined;
	const end = closing(source, at + 1, '{', '}');
	return { code: hole.code.replace(/=?(![rsa])?(:[-+<>^=,_.\w% ]*)?$/, ''), end: end + 1 };
}

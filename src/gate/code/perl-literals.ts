import { isMark } from './reader.ts';
import { regexEnd } from './regex-literal.ts';
import {
	closing,
	type Hole,
	isSpaced,
	type Lexer,
	type Literal,
	type Quote,
	readQuoted,
	type Token,
} from './tokens.ts';

/** Words that a regex may follow: behind all others a slash may divide. */
const beforeRegex =
	/^(split|grep|map|join|if|unless|while|until|and|or|not|return|print|push|x|lt|gt|le|ge|eq|ne|cmp|say|die|warn)$/;
const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** What only Perl has: `q{}`, `m//`, `s///`, `<STDIN>`, `-e`, and marks that are sigils in another place. */
export function perlLiteral(at: number, lexer: Lexer): Literal | undefined {
	const { source, tokens } = lexer;
	const char = source[at] ?? '';
	const before = tokens.at(-1);
	const isOperand = before !== undefined && endsOperand(before);
	const spaced = isSpaced(source, at);
	if (/[a-z]/.test(char)) return quoteLike(at, lexer);
	if (isOperand && char === '%' && source[at + 1] !== '=')
		return { tokens: [{ kind: 'mark', text: '%', spaced }], end: at + 1 };
	if (char === '/') return slash(at, isOperand, lexer);
	if (isOperand) return undefined;
	const filetest = /^-[a-zA-Z](?!\w)(?!\s*=>)/.exec(source.slice(at, at + 8));
	if (filetest) return { tokens: [], end: at + 2 };
	const pattern = /^<[^<>=\s$]*[*?~/.][^<>\s]*>/.exec(source.slice(at, at + 200));
	if (pattern) {
		const read = readQuoted(at, '<', { close: '>', escapes: 'perl', hole: perlHole }, lexer);
		const tokens: Token[] = [
			{ kind: 'word', text: 'glob', spaced: true },
			{ ...read.token, spaced: true },
		];
		return { tokens, end: read.end, unsure: 'a pattern of files' };
	}
	const input = /^<(?:\$?\w*|<>)>/.exec(source.slice(at, at + 60));
	if (char !== '<' || !input) return undefined;
	return { tokens: [{ kind: 'text', text: input[0], spaced, parts: [], form: 'input' }], end: at + input[0].length };
}

function endsOperand(token: Token): boolean {
	if (token.kind === 'variable' || token.kind === 'number' || token.kind === 'text') return true;
	return isMark(token, ')') || isMark(token, ']') || isMark(token, '}');
}

function slash(at: number, isOperand: boolean, lexer: Lexer): Literal | undefined {
	const before = lexer.tokens.at(-1);
	// `shift // 5`
	if (/^(shift|pop)$/.test(before?.text ?? '') && lexer.source[at + 1] === '/') return undefined;
	const isAmbiguous = isMark(before, '}') || (before?.kind === 'word' && !beforeRegex.test(before.text));
	if (isOperand && !isAmbiguous) return undefined;
	const end = regexEnd(lexer.source, at + 1);
	if (end === undefined || isAmbiguous) lexer.unsure ??= 'a regex, or a division';
	if (isAmbiguous) return undefined;
	const read = readQuoted(at, '/', { close: '/', escapes: 'raw', hole: perlHole, form: 'regex' }, lexer);
	return flagged(read.token, read.end, lexer);
}

/** A regex with its flags: with `e` its replacement is code. */
function flagged(token: Token, end: number, { source }: Lexer): Literal {
	const [flags = ''] = /^[a-z]*/.exec(source.slice(end, end + 12)) ?? [];
	return {
		tokens: [token],
		end: end + flags.length,
		...(/e/.test(flags) && token.text === 's' && { unsure: 'a replacement that is code' }),
	};
}

/** `q()`, `qq{}`, `qw//`, `qx`, `m`, `qr`, `s///`, `tr`, `y`. */
function quoteLike(at: number, lexer: Lexer): Literal | undefined {
	const { source, tokens } = lexer;
	const found = /^(qq|qw|qx|qr|q|m|s|tr|y)(?!\w)(\s*)/.exec(source.slice(at, at + 20));
	const before = tokens.at(-1);
	if (!found || /[\w$@%&]/.test(source[at - 1] ?? '') || isMark(before, '->') || before?.text === 'sub')
		return undefined;
	const [whole, operator = '', blank = ''] = found;
	const from = at + whole.length;
	const open = source[from] ?? '';
	if (/^\s*=>/.test(source.slice(at + operator.length, at + 12)) || (open === '}' && isMark(before, '{')))
		return undefined;
	if (
		open === ',' ||
		open === ';' ||
		open === ')' ||
		open === '=' ||
		open === '' ||
		(blank !== '' && /[\w#]/.test(open))
	)
		return { tokens: [], end: from, unsure: `\`${operator}${open}\`` };
	const quote = quoteOf(operator, open);
	const first = readQuoted(at, source.slice(at, from + 1), quote, lexer);
	const token: Token = { ...first.token, text: operator.length === 1 || operator === 'tr' ? operator : '' };
	if (!/^(s|tr|y)$/.test(operator))
		return quote.form === 'regex' ? flagged(token, first.end, lexer) : { tokens: [token], end: first.end };
	return replacement(token, first.end, { operator, open }, lexer);
}

function replacement(
	token: Token,
	end: number,
	{ operator, open }: { readonly operator: string; readonly open: string },
	lexer: Lexer,
): Literal {
	const isPaired = pairs[open] !== undefined;
	const gap = isPaired ? (/^\s*/.exec(lexer.source.slice(end, end + 20))?.[0].length ?? 0) : 0;
	const next = isPaired ? (lexer.source[end + gap] ?? '') : open;
	const start = isPaired ? end + gap : end - 1;
	const second = readQuoted(start, next, quoteOf(operator === 's' ? 's' : 'q', next), lexer);
	const parts = [...(token.parts ?? []), ...(second.token.parts ?? [])];
	return flagged({ ...token, parts, form: 'regex' }, second.end, lexer);
}

function quoteOf(operator: string, open: string): Quote {
	const close = pairs[open] ?? open;
	const interpolates = !/^(q|qw|tr|y)$/.test(operator) && open !== "'";
	const isRegex = /^(m|qr|s|tr|y)$/.test(operator);
	const form = isRegex ? 'regex' : operator === 'qw' ? 'words' : operator === 'qx' ? 'command' : 'string';
	return {
		close,
		form,
		escapes: isRegex ? 'raw' : interpolates ? 'perl' : 'quote',
		...(interpolates && { hole: perlHole }),
		...(pairs[open] !== undefined && { nests: open }),
	};
}

/** A variable in a text, with its subscripts; `${…}` and `@{…}` are code. */
export function perlHole(source: string, at: number): Hole | undefined {
	if (source[at] !== '$' && source[at] !== '@') return undefined;
	const rest = source.slice(at, at + 200);
	if (/^[$@]\{/.test(rest)) {
		const end = closing(source, at + 2, '{', '}');
		const inner = source.slice(at + 2, end);
		const isName = /^\^?\w+$/.test(inner);
		return { code: isName ? `${source[at]}${inner}` : `${source[at]}{${inner}}`, end: end + 1 };
	}
	const [name] =
		/^(?:\$(?:\$*[A-Za-z_]\w*(?:::\w+)*|\d+|[&!@,;.0](?![)|])|\$(?=\W|$))|@\$*[A-Za-z_]\w*)/.exec(rest) ?? [];
	if (name === undefined) return undefined;
	let end = at + name.length;
	for (;;) {
		const open = /^(?:->)?([[{])/.exec(source.slice(end, end + 3));
		if (!open || (source[at] === '$' && /^\$[^\w$]/.test(name))) break;
		const from = end + open[0].length;
		end = closing(source, from, open[1] ?? '[', open[1] === '{' ? '}' : ']') + 1;
	}
	return { code: source.slice(at, end), end };
}

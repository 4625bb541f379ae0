import { patternHoles, perlHoles } from './perl-holes.ts';
import { beforePattern } from './perl-words.ts';
import { isMark } from './reader.ts';
import { regexEnd } from './regex-literal.ts';
import { isSpaced, type Lexer, type Literal, type Quote, readQuoted, type Token } from './tokens.ts';

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Reads the literals that only Perl has: `q{}`, `m//`, `s///`, `<STDIN>`, `-e`, and operators that are sigils in other places. */
export function perlLiteral(at: number, lexer: Lexer): Literal | undefined {
	const { source, tokens } = lexer;
	const char = source[at] ?? '';
	const before = tokens.at(-1);
	const isOperand = before !== undefined && endsOperand(before, tokens);
	const spaced = isSpaced(source, at);
	if (/[a-z]/.test(char)) return quoteLike(at, lexer);
	if (isOperand && char === '%' && source[at + 1] !== '=')
		return { tokens: [{ kind: 'mark', text: '%', spaced }], end: at + 1 };
	if (char === '/') return slash(at, isOperand, lexer);
	if (isOperand) return undefined;
	const filetest = /^-[defrswxz](?=\s+["'$]|["'(])/.exec(source.slice(at, at + 20));
	if (filetest)
		return { tokens: [], end: at + 2, ...(!beginsValue(before) && { unsure: 'a test of a file, or a name' }) };
	const pattern = /^<[^<>=\s$]*[*?~/.][^<>\s]*>/.exec(source.slice(at, at + 200));
	if (pattern) {
		const read = readQuoted(at, '<', { close: '>', escapes: 'perl', hole: perlHoles('>') }, lexer);
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

/** Returns whether an operator comes next. If the tokens do not show it, a later check decides. */
function endsOperand(token: Token, tokens: readonly Token[]): boolean {
	if (token.kind === 'variable' || token.kind === 'number' || token.kind === 'text') return true;
	return isMark(token, ')') || isMark(token, ']') || (isMark(token, '}') && braces(tokens) === 'subscript');
}

/** The maximum distance to the opening brace, in tokens. */
const farthest = 2_000;

/** Returns the kind of the braces that close with the last token. */
function braces(tokens: readonly Token[]): 'subscript' | 'block' | undefined {
	let depth = 0;
	for (let i = tokens.length - 1; i > 0 && tokens.length - i < farthest; i--) {
		if (isMark(tokens[i], '}')) depth++;
		if (!isMark(tokens[i], '{') || --depth > 0) continue;
		const before = tokens[i - 1];
		const isSubscript = before?.kind === 'variable' || isMark(before, '->') || isMark(before, ']');
		if (isSubscript || (isMark(before, '}') && tokens[i]?.spaced === false)) return 'subscript';
		return isMark(before, '}') ? undefined : 'block';
	}
	return undefined;
}

/** Returns whether a value certainly begins here: after an operator, an opening bracket, or a word that only comes before values. */
function beginsValue(before: Token | undefined): boolean {
	if (before === undefined) return true;
	if (before.kind === 'word') return beforePattern.has(before.text);
	return before.kind === 'mark' && !/^([)\]}]|\+\+|--|->)$/.test(before.text);
}

function slash(at: number, isOperand: boolean, lexer: Lexer): Literal | undefined {
	const before = lexer.tokens.at(-1);
	// `shift // 5`
	if (/^(shift|pop)$/.test(before?.text ?? '') && lexer.source[at + 1] === '/') return undefined;
	const isMethod = isMark(lexer.tokens.at(-2), '->') || isMark(lexer.tokens.at(-2), '&');
	const isWord = before?.kind === 'word' && (isMethod || !beforePattern.has(before.text));
	const isAmbiguous = isWord || (isMark(before, '}') && !isOperand);
	if (isOperand) return undefined;
	const end = regexEnd(lexer.source, at + 1);
	if (end === undefined || isAmbiguous) lexer.unsure ??= 'a regex, or a division';
	if (isAmbiguous) return undefined;
	const read = readQuoted(at, '/', { close: '/', escapes: 'raw', hole: patternHoles('/'), form: 'regex' }, lexer);
	return flagged(read.token, read.end, lexer);
}

/** Reads a regex with its flags. With the flag `e`, its replacement is code. */
function flagged(token: Token, end: number, { source }: Lexer): Literal {
	const [flags = ''] = /^[a-z]*/.exec(source.slice(end, end + 40)) ?? [];
	return {
		tokens: [token],
		end: end + flags.length,
		...(/e/.test(flags) && token.text === 's' && { unsure: 'a replacement that is code' }),
	};
}

/** Reads `q()`, `qq{}`, `qw//`, `qx`, `m`, `qr`, `s///`, `tr` and `y`. */
function quoteLike(at: number, lexer: Lexer): Literal | undefined {
	const { source, tokens } = lexer;
	const found = /^(qq|qw|qx|qr|q|m|s|tr|y)(?!\w)(\s*)/.exec(source.slice(at, at + 20));
	const before = tokens.at(-1);
	if (!found || /[\w$@%&]/.test(source[at - 1] ?? '') || isMark(before, '->') || before?.text === 'sub')
		return undefined;
	const [whole, operator = '', blank = ''] = found;
	const from = at + whole.length;
	const open = source[from] ?? '';
	if (/^\s*=>/.test(source.slice(at + operator.length, at + 80)) || (open === '}' && isMark(before, '{')))
		return undefined;
	if (blank !== '' || !/[/{([|!#@~%]/.test(open)) return { tokens: [], end: from, unsure: `\`${operator}${open}\`` };
	const quote = quoteOf(operator, open);
	const isPattern = operator === 's';
	const first = readQuoted(
		at,
		source.slice(at, from + 1),
		isPattern ? { ...quote, hole: patternHoles(quote.close) } : quote,
		lexer,
	);
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
	if (isPaired && pairs[next] === undefined) lexer.unsure ??= 'a replacement without brackets';
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
		...(interpolates && { hole: /^(m|qr)$/.test(operator) ? patternHoles(close) : perlHoles(close) }),
		...(pairs[open] !== undefined && { nests: open }),
	};
}

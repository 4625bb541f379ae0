import { names } from './language.ts';
import { isMark } from './reader.ts';
import { regexEnd } from './regex-literal.ts';
import { isSpaced, type Lexer, type Literal, type Token } from './tokens.ts';

const beforeRegex = names('return typeof case in of delete void throw new else do instanceof await yield');

/** A regex, where a slash does not divide. */
export function javascriptLiteral(at: number, lexer: Lexer): Literal | undefined {
	const { source } = lexer;
	if (source[at] !== '/') return undefined;
	const begins = beginsRegex(lexer.tokens);
	if (begins === false) return undefined;
	const token: Token = { kind: 'text', text: '', spaced: isSpaced(source, at), parts: [''], form: 'regex' };
	const end = regexEnd(source, at + 1);
	const unsure =
		begins === undefined ? 'a regex, or a division' : end === undefined ? 'a regex without an end' : undefined;
	return { tokens: [token], end: end ?? source.length, ...(unsure && { unsure }) };
}

/** Whether a slash begins a regex: undefined when that cannot be told. */
function beginsRegex(tokens: readonly Token[]): boolean | undefined {
	const before = tokens.at(-1);
	if (before === undefined) return true;
	if (before.kind === 'number' || before.kind === 'text') return false;
	if (before.kind === 'word') return beforeRegex.has(before.text) && !isMark(tokens.at(-2), '.');
	if (before.text === ']') return false;
	if (before.text === '}' || before.text === '++' || before.text === '--') return undefined;
	if (before.text !== ')') return true;
	let depth = 0;
	for (let i = tokens.length - 1; i >= 0; i--) {
		if (isMark(tokens[i], ')')) depth++;
		if (isMark(tokens[i], '(') && --depth === 0) return /^(if|while|for|with)$/.test(tokens[i - 1]?.text ?? '');
	}
	return undefined;
}

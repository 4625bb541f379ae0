import { names } from './language.ts';
import { isMark } from './reader.ts';
import { regexEnd } from './regex-literal.ts';
import { cutHole, type Hole, isSpaced, type Lexer, type Literal, type Token } from './tokens.ts';

/** Reserved words that come before a value. */
const beforeRegex = names('return typeof case in delete void throw new else do instanceof');
/** Words that may come before a value or may be a name, depending on their place. */
const ambiguous = names('of await yield break continue debugger finally try async get set static let');
/** Operators and brackets that come before a value. */
const opening = names(
	'( [ { , ; : ? = += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??= => && || ?? ! ~ + - * % ** & | ^ < > <= >= == != === !== << >> >>> ...',
);

/** Reads a regex, unless the slash is a division. If the slash may be either, the result is unsure. */
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

/** Returns whether a slash begins a regex. Undefined if that is unknown. */
function beginsRegex(tokens: readonly Token[]): boolean | undefined {
	const before = tokens.at(-1);
	if (before === undefined) return true;
	if (before.kind === 'number' || before.kind === 'text') return false;
	if (before.kind === 'word') {
		if (ambiguous.has(before.text)) return undefined;
		if (!beforeRegex.has(before.text)) return false;
		return isBehindMember(tokens, tokens.length - 1) ? undefined : true;
	}
	if (before.text === ']') return false;
	if (before.text === ')') return behindParentheses(tokens);
	return opening.has(before.text) ? true : undefined;
}

/** Returns whether a word is the name of a member: `x.in`, `x?.in` and `#in`. */
function isBehindMember(tokens: readonly Token[], i: number): boolean {
	const before = tokens[i - 1];
	return before?.kind === 'mark' && /^(\.|\?\.|#)$/.test(before.text);
}

/** The maximum distance to the matching parenthesis, in tokens. */
const farthest = 500;

/**
 * Returns whether a slash after the parentheses begins a regex. It does after the head of a statement. After other parentheses, it is a
 * division.
 */
function behindParentheses(tokens: readonly Token[]): boolean | undefined {
	let depth = 0;
	for (let i = tokens.length - 1; i >= 0 && tokens.length - i < farthest; i--) {
		if (isMark(tokens[i], ')')) depth++;
		if (!isMark(tokens[i], '(') || --depth > 0) continue;
		const head = tokens[i - 1];
		if (head?.kind !== 'word' || !/^(if|while|for|with|await)$/.test(head.text)) return false;
		return isBehindMember(tokens, i - 1) || head.text === 'await' ? undefined : true;
	}
	return undefined;
}

/** Reads `${…}` in a template. */
export function templateHole(source: string, at: number, lexer: Lexer): Hole | undefined {
	if (!source.startsWith('${', at)) return undefined;
	const hole = cutHole(at + 2, lexer, (code, i) => code[i] === '}');
	return { ...hole, end: hole.end + 1 };
}

import { names } from './language.ts';
import { isMark } from './reader.ts';
import { regexEnd } from './regex-literal.ts';
import { cutHole, type Hole, isSpaced, type Lexer, type Literal, type Token } from './tokens.ts';

/** Reserved words behind which a value begins. */
const beforeRegex = names('return typeof case in delete void throw new else do instanceof');
/** Words that a value may follow or that are a name, by where they stand. */
const ambiguous = names('of await yield break continue debugger finally try async get set static let');
/** Marks behind which a value begins. */
const opening = names(
	'( [ { , ; : ? = += -= *= /= %= **= <<= >>= >>>= &= |= ^= &&= ||= ??= => && || ?? ! ~ + - * % ** & | ^ < > <= >= == != === !== << >> >>> ...',
);

/** A regex, where a slash does not divide. What may be both is not certain. */
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
	if (before.kind === 'word') {
		if (ambiguous.has(before.text)) return undefined;
		if (!beforeRegex.has(before.text)) return false;
		return isBehindMember(tokens, tokens.length - 1) ? undefined : true;
	}
	if (before.text === ']') return false;
	if (before.text === ')') return behindParentheses(tokens);
	return opening.has(before.text) ? true : undefined;
}

/** `x.in`, `x?.in` and `#in` are names. */
function isBehindMember(tokens: readonly Token[], i: number): boolean {
	const before = tokens[i - 1];
	return before?.kind === 'mark' && /^(\.|\?\.|#)$/.test(before.text);
}

/** How many tokens back the parenthesis is looked for that belongs to another. */
const farthest = 500;

/** Behind the head of a statement a regex begins, behind other parentheses a slash divides. */
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

/** `${…}` in a template. */
export function templateHole(source: string, at: number, lexer: Lexer): Hole | undefined {
	if (!source.startsWith('${', at)) return undefined;
	const hole = cutHole(at + 2, lexer, (code, i) => code[i] === '}');
	return { ...hole, end: hole.end + 1 };
}

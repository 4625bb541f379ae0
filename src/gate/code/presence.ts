import { isMark, type Reader } from './reader.ts';
import type { Token } from './tokens.ts';

/** The tokens of code that reads one environment variable. `T` means a string. */
const readings: Readonly<Record<string, RegExp>> = {
	python: /^os\.(environ\.get\(T(,T)?\)|getenv\(T(,T)?\)|environ\[T\])$/,
	javascript: /^(process|Bun)\.env(\??\.\w+|\[T\])(\??\.length)?$/,
};

const onlyMeasures = /^(len|bool|Boolean)$/;
const nothingAtAll = /^(undefined|null|None)$/;

/**
 * Returns whether the code learns only whether a variable is set, or how long it is: `!!process.env.X`, `len(os.environ['X'])`. Threat: a
 * comparison with any other string would reveal the value letter by letter.
 */
export function tellsOnlyPresence(reader: Reader, from: number): boolean {
	const { tokens, at, reading } = reader;
	const code = tokens.slice(from, at).map(spelled).join('');
	if (readings[reading.language.name]?.test(code) !== true) return false;
	if (code.endsWith('.length')) return true;
	const [before, after] = [tokens[from - 1], tokens[at]];
	if (isMark(before, '!') || isWord(before, /^typeof$/)) return true;
	if (isWord(before, /^not$/)) return isEnd(after);
	if (!isBeginning(before)) return false;
	if (isMark(after, '?') || isMark(after, '&&') || isWord(after, /^(is|and)$/)) return true;
	if (after?.kind === 'mark' && /^[!=]==?$/.test(after.text)) return isNothing(tokens[at + 1]);
	if (isWord(before, /^if$/)) return isMark(after, ':') || isWord(after, /^else$/);
	return isMark(before, '(') && isMeasured(reader, from);
}

/** Returns whether an expression begins after this token. Threat: `'h' < process.env.X ? 1 : 0` reveals the value letter by letter. */
function isBeginning(token: Token | undefined): boolean {
	if (token === undefined || token.kind === 'end') return true;
	if (token.kind === 'mark') return /^([([{,;=:?!]|=>|:=|&&|\|\||\?\?)$/.test(token.text);
	return isWord(token, /^(if|elif|else|while|assert|return|and|or|not|print)$/);
}

/** Returns whether an expression ends before this token. */
function isEnd(token: Token | undefined): boolean {
	if (token === undefined || token.kind === 'end') return true;
	if (token.kind === 'mark') return /^[)\]},;:]$/.test(token.text);
	return isWord(token, /^(if|else|and|or)$/);
}

/** Returns whether the value is only measured or tested: `len(… or '')`, `if (…)`. */
function isMeasured({ tokens, at, reading }: Reader, from: number): boolean {
	const isOr = (token: Token | undefined) => isMark(token, '||') || isMark(token, '??') || isWord(token, /^or$/);
	const end = isOr(tokens[at]) && tokens[at + 1]?.kind === 'text' ? at + 2 : at;
	const [holder, callee] = [tokens[from - 3], tokens[from - 2]];
	if (!isMark(tokens[end], ')')) return false;
	if (isWord(callee, /^(if|while)$/)) return reading.language.name === 'javascript';
	if (isMark(tokens[end + 1], '.') && isWord(tokens[end + 2], /^length$/)) return isBeginning(callee);
	const isOwn = reading.declared.has(callee?.text ?? '') || reading.names.has(callee?.text ?? '');
	return isWord(callee, onlyMeasures) && !isOwn && !isMark(holder, '.');
}

function spelled({ kind, text, parts = [] }: Token): string {
	const [only, ...more] = parts;
	if (kind !== 'text') return kind === 'end' ? ' ' : text;
	return more.length === 0 && (only === undefined || typeof only === 'string') ? 'T' : '?';
}

function isNothing(token: Token | undefined): boolean {
	return isWord(token, nothingAtAll) || (token?.kind === 'text' && (token.parts ?? []).every((part) => part === ''));
}

function isWord(token: Token | undefined, pattern: RegExp): boolean {
	return token?.kind === 'word' && pattern.test(token.text);
}

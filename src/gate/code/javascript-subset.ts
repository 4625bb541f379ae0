import { reservedName } from './javascript-reserved.ts';
import { names } from './language.ts';
import { isAssignment, isMark } from './reader.ts';
import { closingToken, type Token } from './tokens.ts';

/**
 * Returns a construct that is outside the part of JavaScript that the gate can read. Threat: a class may give its functions the names of
 * harmless methods. A file stream has its path in an attribute, and code may change this attribute before the stream opens the file.
 */
export function outsideJavascript(tokens: readonly Token[]): string | undefined {
	const named = tokens.filter((token) => isWord(token, /^class$/)).length;
	const own = new Set(tokens.flatMap((token, i) => (isWord(tokens[i - 1], /^class$/) ? [token.text] : [])));
	const opensLate = hasWord(tokens, /^create(Read|Write)Stream$/);
	if (named > mostClasses) return 'many classes';
	for (const [i, token] of tokens.entries()) {
		const found =
			inside(token, outsideJavascript) ??
			reservedName(tokens, i) ??
			(isWord(token, /^class$/) && !isMember(tokens, i) ? classOutside(tokens, i, own) : undefined) ??
			(isWord(token, /^Error$/) ? errorOutside(tokens, i) : undefined) ??
			(isWord(token, /^for$/) && !isMember(tokens, i) ? loopOutside(tokens, i) : undefined) ??
			(opensLate && (changesMember(tokens, i) || isWord(token, /^assign$/)) ? 'a change of a stream' : undefined);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The maximum number of classes in code that the gate reads. */
const mostClasses = 20;
/** The maximum length of a constant, in tokens. */
const longest = 200;

/** Returns a block after parentheses, if it belongs neither to a statement nor to a function. The meaning of its names is unknown. */
export function blockOutside(tokens: readonly Token[]): string | undefined {
	const opened: number[] = [];
	let last = 0;
	for (const [i, token] of tokens.entries()) {
		const found = inside(token, blockOutside);
		if (found !== undefined) return found;
		if (isMark(token, '(')) opened.push(i);
		if (isMark(token, ')')) last = opened.pop() ?? 0;
		if (isMark(token, '{') && isMark(tokens[i - 1], ')') && !isHead(tokens, last - 1)) return 'a block of its own';
	}
	return undefined;
}

function isHead(tokens: readonly Token[], i: number): boolean {
	const [head, before, first] = [tokens[i], tokens[i - 1], tokens[i - 2]];
	if (isWord(head, /^function$/) || (isMark(head, '*') && isWord(before, /^function$/))) return true;
	if (isWord(head, /^(if|for|while|switch|catch)$/)) return !isMember(tokens, i);
	if (isWord(head, /^await$/)) return isWord(before, /^for$/);
	return (
		head?.kind === 'word' && (isWord(before, /^function$/) || (isMark(before, '*') && isWord(first, /^function$/)))
	);
}

/** Returns whether an assignment changes a member: `x.y = …`, `x[y] = …`. */
function changesMember(tokens: readonly Token[], i: number): boolean {
	const before = tokens[i - 1];
	return isAssignment(tokens[i]) && (isMark(before, ']') || (before?.kind === 'word' && isMember(tokens, i - 1)));
}

/**
 * Returns a doubt unless `Error` is only made, compared or extended. Threat: a function in `Error.prepareStackTrace` gets the calls of the
 * stack, which lead to the global object. Code may hide both names: it can compute the name of the member, and give `Error` another name.
 */
function errorOutside(tokens: readonly Token[], at: number): string | undefined {
	const [before, next] = [tokens[at - 1], tokens[at + 1]];
	const isRead = isWord(tokens[at + 2], /^(captureStackTrace|stackTraceLimit)$/) && !isAssignment(tokens[at + 3]);
	if (isMark(next, '.')) return isRead ? undefined : 'a member of Error';
	const isUsual = isMark(next, '(') || isWord(before, /^(new|instanceof|extends)$/);
	const isKey = isMark(next, ':') && (isMark(before, '{') || isMark(before, ','));
	return (isUsual && !isMark(next, '[') && !isMark(next, '?.')) || isKey ? undefined : 'Error by another name';
}

/** Returns a doubt about a loop such as `for (x[0] of …)`. It changes a part of a value, and the value may also have another name. */
function loopOutside(tokens: readonly Token[], at: number): string | undefined {
	const open = isWord(tokens[at + 1], /^await$/) ? at + 2 : at + 1;
	const [first, second] = [tokens[open + 1], tokens[open + 2]];
	const isOpen = isMark(first, '[') || isMark(first, '{');
	const isDeclared = isWord(first, /^(const|let|var)$/);
	const isPart = first?.kind === 'word' && !isDeclared && (isMark(second, '.') || isMark(second, '['));
	return isOpen || isPart ? 'a loop that changes a part of a value' : undefined;
}

/** Classes of the language whose methods only compute. */
const bases = names('Object Array Map Set Error TypeError RangeError SyntaxError EventTarget Event EventEmitter');

/** Returns a doubt about a class that the gate does not read: `class A extends B { … }`. */
function classOutside(tokens: readonly Token[], at: number, own: ReadonlySet<string>): string | undefined {
	let i = at + 1;
	if (tokens[i]?.kind === 'word' && !isWord(tokens[i], /^extends$/)) i++;
	if (isWord(tokens[i], /^extends$/)) {
		const base = tokens[i + 1];
		if (base?.kind !== 'word' || !(bases.has(base.text) || own.has(base.text))) return `a class of ${base?.text}`;
		i += 2;
	}
	if (!isMark(tokens[i], '{')) return 'a class';
	for (i++; !isMark(tokens[i], '}'); ) {
		const end = isMark(tokens[i], ';') ? i + 1 : memberEnd(tokens, i);
		if (end === undefined) return 'the body of a class';
		i = end;
	}
	return undefined;
}

const modifier = /^(static|async|get|set)$/;

/** Returns the end of a method, or of a field with a constant. Undefined for everything else. */
function memberEnd(tokens: readonly Token[], at: number): number | undefined {
	let i = at;
	while (isWord(tokens[i], modifier) && (tokens[i + 1]?.kind === 'word' || /^[#*]$/.test(tokens[i + 1]?.text ?? '')))
		i++;
	if (isMark(tokens[i], '*')) i++;
	if (isMark(tokens[i], '#')) i++;
	if (tokens[i]?.kind !== 'word') return undefined;
	const next = tokens[i + 1];
	if (isMark(next, ';') || isMark(next, '}')) return i + 1;
	if (isMark(next, '=')) return constantEnd(tokens, i + 2);
	if (!isMark(next, '(')) return undefined;
	const close = closingToken(tokens, i + 1) + 1;
	return isMark(tokens[close], '{') ? closingToken(tokens, close) + 1 : undefined;
}

/** Returns the end of a constant or an empty table, before a semicolon or the end of the class. */
function constantEnd(tokens: readonly Token[], at: number): number | undefined {
	const ahead = tokens.slice(at, at + longest).findIndex((token) => isMark(token, ';') || isMark(token, '}'));
	const end = ahead < 0 ? -1 : at + ahead;
	const value = tokens.slice(
		at,
		end < 0 ? at : isMark(tokens[end], '}') && isMark(tokens[end - 1], '{') ? end + 1 : end,
	);
	const spelled = value
		.map((token) => (isPlainText(token) ? '0' : token.kind === 'number' ? '0' : token.text))
		.join(' ');
	const isConstant =
		/^(?:-? ?0|true|false|null|undefined|\[ (?:0 (?:, 0 )*)?\]|\{ \}|new (?:Map|Set|WeakMap|Date) \( \))$/.test(
			spelled,
		);
	return isConstant ? at + value.length : undefined;
}

function isPlainText({ kind, form, parts = [] }: Token): boolean {
	return kind === 'text' && form !== 'regex' && parts.every((part) => typeof part === 'string');
}

function inside({ parts = [] }: Token, find: (tokens: readonly Token[]) => string | undefined): string | undefined {
	for (const part of parts) {
		const found = part === undefined || typeof part === 'string' ? undefined : find(part);
		if (found !== undefined) return found;
	}
	return undefined;
}

function hasWord(tokens: readonly Token[], pattern: RegExp): boolean {
	return tokens.some((token) => isWord(token, pattern));
}

function isMember(tokens: readonly Token[], i: number): boolean {
	const before = tokens[i - 1];
	return before?.kind === 'mark' && /^(\.|\?\.|#)$/.test(before.text);
}

function isWord(token: Token | undefined, pattern: RegExp): boolean {
	return token?.kind === 'word' && pattern.test(token.text);
}

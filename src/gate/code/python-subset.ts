import { names } from './language.ts';
import { wrapping } from './python-classes.ts';
import { classBodies, linesOf } from './python-lines.ts';
import { typeUsed } from './python-type.ts';
import { isAssignment, isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/**
 * Returns a construct outside the part of Python that the gate reads: code that people type in one line or in a short script. Threat:
 * Python calls functions where no call is written, and sets names in many ways. Therefore a construct that no table here contains is
 * unknown.
 */
export function outsidePython(tokens: readonly Token[], keywords: ReadonlySet<string>): string | undefined {
	const lines = linesOf(tokens);
	const inClass = classBodies(lines);
	const own = new Set(tokens.flatMap((token, i) => (isWord(tokens[i - 1], /^(def|class)$/) ? [token.text] : [])));
	return (
		tokenOutside(tokens, keywords) ??
		typeUsed(tokens) ??
		first(lines, (line) => statementOutside(line.tokens, own)) ??
		first(inClass, (line) => memberOutside(line.tokens))
	);
}

function first<T>(list: readonly T[], find: (one: T) => string | undefined): string | undefined {
	for (const one of list) {
		const found = find(one);
		if (found !== undefined) return found;
	}
	return undefined;
}

const marks = names(
	'+ - * ** / // % @ & | ^ ~ << >> < > <= >= == != ( ) [ ] { } , : :: . ; = += -= *= /= %= **= //= |= &= ^= <<= >>= := ... ->',
);
/** Names with two underscores that code may read from a value. */
const read = names('__name__ __version__ __file__ __doc__ __path__ __qualname__ __mro__ __members__ __all__');
/** Names with two underscores that code may use alone. */
const bare = names('__name__ __file__ __doc__ __import__ __future__ __builtins__ __debug__');
/** Methods that Python calls by itself. Code may define them. */
const defined = names(`
	__init__ __post_init__ __repr__ __str__ __len__ __iter__ __next__ __enter__ __exit__ __aenter__ __aexit__ __aiter__ __anext__ __call__
	__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __bool__ __contains__ __getitem__ __add__ __sub__ __mul__ __neg__ __int__ __float__`);

/** Returns an unusual token, or two unusual neighbours. It also looks at code in strings. */
function tokenOutside(tokens: readonly Token[], keywords: ReadonlySet<string>): string | undefined {
	for (const [i, token] of tokens.entries()) {
		for (const part of token.parts ?? []) {
			const inner = part === undefined || typeof part === 'string' ? undefined : tokenOutside(part, keywords);
			if (inner !== undefined) return inner;
		}
		if (isDunderText(token)) return `'${token.text}'`;
		if (token.kind === 'mark' && !marks.has(token.text)) return `\`${token.text}\``;
		if (touches(tokens[i - 1], token, keywords)) return `${tokens[i - 1]?.text} ${token.text} side by side`;
		const found = token.kind === 'word' ? wordOutside(tokens, i) : undefined;
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Names of attributes that code may write as a text. They do not lead to code or to a module. */
const written = names('__main__ __name__ __init__ __pycache__ __all__ __version__ __file__ __doc__ __path__');

/** Returns whether a text is the name of another attribute with underscores. Threat: functions of the library set attributes by name. */
function isDunderText({ kind, parts = [] }: Token): boolean {
	const [only, ...more] = parts;
	return (
		kind === 'text' && typeof only === 'string' && more.length === 0 && /^__\w+__$/.test(only) && !written.has(only)
	);
}

/**
 * Returns whether two values have no operator between them. This happens in a statement of another Python version, or in one that begins
 * with a name (`match x`).
 */
function touches(before: Token | undefined, token: Token, keywords: ReadonlySet<string>): boolean {
	const isValue = (one: Token | undefined) =>
		one?.kind === 'number' ||
		one?.kind === 'text' ||
		(one?.kind === 'word' && !keywords.has(one.text) && !/^(import|from)$/.test(one.text));
	if (before?.kind === 'text' && token.kind === 'text') return false;
	return isValue(token) && (isValue(before) || (before?.kind === 'mark' && /^[)\]}]$/.test(before.text)));
}

function wordOutside(tokens: readonly Token[], i: number): string | undefined {
	const { text } = tokens[i] as Token;
	const [before, next] = [tokens[i - 1], tokens[i + 1]];
	if (text === 'for' || text === 'as') return targetOutside(tokens, i);
	if (text === 'def' && !(next?.kind === 'word' && isMark(tokens[i + 2], '('))) return 'def';
	if (!/^__\w*__$/.test(text)) return undefined;
	if (isWord(before, /^def$/)) return defined.has(text) ? undefined : text;
	if (!isMark(before, '.')) return bare.has(text) ? undefined : text;
	const isOfSuper = text === '__init__' && isMark(tokens[i - 2], ')') && isWord(tokens[i - 4], /^super$/);
	return read.has(text) || isOfSuper ? undefined : `.${text}`;
}

/** The maximum number of variables in a loop that the gate reads. */
const mostTargets = 40;

/** Checks that the variables of a loop and of `as` are plain names. `for x[0] in` changes a list. */
function targetOutside(tokens: readonly Token[], i: number): string | undefined {
	if (isWord(tokens[i], /^as$/)) {
		const isPlain = tokens[i + 1]?.kind === 'word' && !isMark(tokens[i + 2], '.') && !isMark(tokens[i + 2], '[');
		return isPlain ? undefined : 'as';
	}
	for (let at = i + 1; at < tokens.length && !isWord(tokens[at], /^in$/); at++) {
		const token = at - i > mostTargets ? undefined : tokens[at];
		if (token?.kind !== 'word' && !(token?.kind === 'mark' && /^[(),*]$/.test(token.text))) return 'for';
	}
	return undefined;
}

function statementOutside(tokens: readonly Token[], own: ReadonlySet<string>): string | undefined {
	const [head, second] = tokens;
	if (isMark(head, '@')) return decoratorOutside(tokens, own);
	if (isWord(head, /^class$/)) return classOutside(tokens, own);
	const isFunction = isWord(head, /^def$/) || (isWord(head, /^async$/) && isWord(second, /^def$/));
	return isFunction ? annotationsOutside(tokens) : (typeOutside(tokens) ?? targetsOutside(tokens));
}

/** Checks a decorator, which runs the function that it gets. It must be a known one, or a function of the code. */
function decoratorOutside(tokens: readonly Token[], own: ReadonlySet<string>): string | undefined {
	let last = 1;
	while (isMark(tokens[last + 1], '.') && tokens[last + 2]?.kind === 'word') last += 2;
	const name = tokens[last]?.text ?? '';
	const isKnown = wrapping.has(name) || (last === 1 && own.has(name));
	return isKnown && (tokens.length === last + 1 || isMark(tokens[last + 1], '(')) ? undefined : `@${name}`;
}

/** Classes that add nothing that reads, writes or runs. */
const bases = names(`
	object Exception BaseException ValueError TypeError KeyError IndexError RuntimeError AttributeError LookupError NotImplementedError OSError
	dict list set tuple str int float ABC Enum IntEnum StrEnum Flag IntFlag NamedTuple TypedDict Protocol Generic NodeVisitor NodeTransformer
	UserDict UserList TestCase`);

function classOutside(tokens: readonly Token[], own: ReadonlySet<string>): string | undefined {
	if (tokens[1]?.kind !== 'word') return 'class';
	if (isMark(tokens[2], ':')) return undefined;
	if (!isMark(tokens[2], '(')) return 'class';
	let depth = 0;
	for (const [i, token] of tokens.entries()) {
		if (i < 2) continue;
		const isName = token.kind === 'word' && depth === 1;
		const [before, next] = [tokens[i - 1], tokens[i + 1]];
		if (token.kind === 'mark' && /^[([]$/.test(token.text)) depth++;
		else if (token.kind === 'mark' && /^[)\]]$/.test(token.text) && --depth === 0) return undefined;
		else if (token.kind === 'mark' && !/^[,.|]$/.test(token.text)) return 'arguments of a class';
		if (isName && isMark(next, '=')) return 'arguments of a class';
		if (isName && !isMark(next, '.') && !bases.has(token.text) && !(own.has(token.text) && !isMark(before, '.')))
			return `a class of ${token.text}`;
	}
	return 'class';
}

const plainName = /^[A-Za-z_]\w*$/;

/** Returns whether a string may be code. Threat: libraries evaluate an annotation that is a string. */
function isCode({ kind, parts = [] }: Token): boolean {
	const [only, ...more] = parts;
	return kind === 'text' && !(typeof only === 'string' && more.length === 0 && plainName.test(only));
}

/** Checks the annotations in the head of a function: the tokens after a colon or an arrow, and before `=`. */
function annotationsOutside(tokens: readonly Token[]): string | undefined {
	let depth = 0;
	let isType = false;
	for (const token of tokens) {
		if (isType && isCode(token)) return 'an annotation that is a text';
		if (token.kind !== 'mark') continue;
		if (/^[([{]$/.test(token.text)) depth++;
		else if (/^[)\]}]$/.test(token.text)) depth--;
		else if (depth === 0 && token.text === ':') return undefined;
		if (depth <= 1 && /^(:|->)$/.test(token.text)) isType = true;
		if (depth <= 1 && /^[=,)]$/.test(token.text)) isType = false;
	}
	return undefined;
}

/** Checks the annotation in `name: type = value`. */
function typeOutside(tokens: readonly Token[]): string | undefined {
	const colon = tokens.findIndex((token) => isMark(token, ':'));
	const isTyped = colon > 0 && tokens.slice(0, colon).every((token) => token.kind === 'word' || isMark(token, '.'));
	if (!isTyped) return undefined;
	const end = tokens.findIndex((token) => isMark(token, '='));
	const type = tokens.slice(colon + 1, end < 0 ? tokens.length : end);
	return type.some(isCode) ? 'an annotation that is a text' : undefined;
}

/**
 * Checks the attributes that code sets. On values other than `self`, they may change the effect of a library's value: `p._str = '.env'`.
 */
function targetsOutside(tokens: readonly Token[]): string | undefined {
	let depth = 0;
	const subscripts: boolean[] = [];
	const targets: number[] = [];
	for (const [i, token] of tokens.entries()) {
		const before = tokens[i - 1];
		const isSubscript = before !== undefined && (before.kind === 'word' || /^[)\]]$/.test(before.text));
		if (token.kind === 'word' && isMark(before, '.') && !subscripts.includes(true)) targets.push(i);
		if (token.kind !== 'mark') continue;
		if (/^[([{]$/.test(token.text)) {
			depth++;
			subscripts.push(isSubscript);
		} else if (/^[)\]}]$/.test(token.text)) {
			depth--;
			subscripts.pop();
		} else if (depth === 0 && isAssignment(token) && token.text !== ':=') {
			const odd = targets.find((at) => !isOfSelf(tokens, at) && !goesOn(tokens[at + 1]));
			if (odd !== undefined) return `a change of .${tokens[odd]?.text}`;
			targets.length = 0;
		}
	}
	return undefined;
}

/**
 * Returns whether an attribute belongs to an object of the code itself. False if a library uses the attribute, because `self` may be any
 * value.
 */
function isOfSelf(tokens: readonly Token[], at: number): boolean {
	const isObeyed = /^(_.*|fromfile_prefix_chars)$/.test(tokens[at]?.text ?? '');
	return isWord(tokens[at - 2], /^(self|cls)$/) && !isMark(tokens[at - 3], '.') && !isObeyed;
}

/** Returns whether a member, an index or a call comes next, so that the attribute is only read. */
function goesOn(next: Token | undefined): boolean {
	return next?.kind === 'mark' && /^[.[(]$/.test(next.text);
}

/** Words in constants. */
const constants = names('True False None not');
/** Functions for the fields of a class that only contains data. */
const makers = /^(field|auto)$/;

/**
 * Checks a line of a class. It may contain only functions, and names for constants. Threat: a function with another name is called as a
 * harmless method.
 */
function memberOutside(tokens: readonly Token[]): string | undefined {
	const [head, second] = tokens;
	if (tokens.some((token) => isMark(token, ':='))) return 'the body of a class';
	if (isMark(head, '@') || isWord(head, /^(def|pass)$/) || (isWord(head, /^async$/) && isWord(second, /^def$/)))
		return undefined;
	if (tokens.every((token) => isPlainText(token) || isMark(token, '...'))) return undefined;
	if (head?.kind !== 'word' || /^(__.*|lambda)$/.test(head.text)) return 'the body of a class';
	const equals = tokens.findIndex((token) => isMark(token, '='));
	if (isMark(second, ':') && equals < 0) return undefined;
	if (!isMark(second, '=') && !isMark(second, ':')) return 'the body of a class';
	const value = tokens.slice(equals + 1);
	const isMade = isWord(value[0], makers) && isMark(value[1], '(') && isMark(value.at(-1), ')');
	return isMade || value.every(isConstant) ? undefined : 'the body of a class';
}

function isPlainText({ kind, parts = [] }: Token): boolean {
	return kind === 'text' && parts.every((part) => typeof part === 'string');
}

function isConstant(token: Token): boolean {
	if (token.kind === 'word') return constants.has(token.text);
	return (
		token.kind === 'number' || isPlainText(token) || (token.kind === 'mark' && /^[-+*/,:()[\]{}]$/.test(token.text))
	);
}

function isWord(token: Token | undefined, pattern: RegExp): boolean {
	return token?.kind === 'word' && pattern.test(token.text);
}

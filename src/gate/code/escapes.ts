/** The escapes that a string may contain: those of a language, only its own quote, or none. */
export type Escapes = 'javascript' | 'python' | 'perl' | 'ruby' | 'php' | 'lua' | 'awk' | 'quote' | 'raw' | 'none';

type Spoken = Exclude<Escapes, 'quote' | 'raw' | 'none'>;

const common = { n: '\n', t: '\t', r: '\r' };
const bell = { a: '\x07', b: '\b', f: '\f', v: '\v' };

/** The meaning of a letter, or of a line break, after a backslash. */
const letters: Readonly<Record<Spoken, Readonly<Record<string, string>>>> = {
	javascript: { ...common, b: '\b', f: '\f', v: '\v', '\n': '' },
	python: { ...common, ...bell, '\n': '' },
	perl: { ...common, a: '\x07', b: '\b', f: '\f', e: '\x1b', '\n': '\n' },
	ruby: { ...common, ...bell, e: '\x1b', s: ' ', '\n': '' },
	php: { ...common, f: '\f', v: '\v', e: '\x1b' },
	lua: { ...common, ...bell, '\n': '\n' },
	awk: { ...common, ...bell, '\n': '' },
};

/** Characters that mean themselves after a backslash. Before other characters, a language may keep the backslash. */
const itself: Readonly<Record<Spoken, RegExp>> = {
	javascript: /./s,
	python: /["'\\]/,
	perl: /\W/,
	ruby: /\W/,
	php: /["\\$]/,
	lua: /["'\\]/,
	awk: /["\\/]/,
};
const keepsBackslash: ReadonlySet<Escapes> = new Set(['python', 'php']);

interface Escape {
	/** Undefined if the meaning is unknown. */
	readonly text: string | undefined;
	readonly end: number;
}

/**
 * The codes of characters that each language reads after a backslash. Threat: Perl, PHP and awk read `"\u0023"` as plain digits, not as a
 * code.
 */
const coded: Readonly<Record<Spoken, RegExp>> = {
	javascript:
		/x(?<hex>[\da-fA-F]{2})|u(?<point>[\da-fA-F]{4})|u\{(?<points>[\da-fA-F]+)\}|(?<octal>[0-3][0-7]{1,2}|[0-7]{1,2})/y,
	python: /x(?<hex>[\da-fA-F]{2})|u(?<point>[\da-fA-F]{4})|(?<octal>[0-7]{1,3})/y,
	perl: /x(?<hex>[\da-fA-F]{1,2})|x\{(?<points>[\da-fA-F]+)\}|(?<octal>[0-7]{1,3})/y,
	ruby: /x(?<hex>[\da-fA-F]{1,2})|u(?<point>[\da-fA-F]{4})|u\{(?<points>[\da-fA-F]+)\}|(?<octal>[0-7]{1,3})/y,
	php: /x(?<hex>[\da-fA-F]{1,2})|u\{(?<points>[\da-fA-F]+)\}|(?<octal>[0-7]{1,3})/y,
	lua: /x(?<hex>[\da-fA-F]{2})|u\{(?<points>[\da-fA-F]+)\}/y,
	awk: /x(?<hex>[\da-fA-F]{1,2})(?![\da-fA-F])|(?<octal>[0-7]{1,3})/y,
};
/** Escapes that name a character, or change the characters after them. */
const unclear = /[NQULEcCMzupPkxo]/;

/** Reads one character of a string, or the escape at this position. */
export function readEscape(source: string, at: number, escapes: Escapes, close: string): Escape {
	const char = source[at] ?? '';
	const next = source[at + 1];
	if (char !== '\\' || escapes === 'none' || next === undefined) return { text: char, end: at + 1 };
	if (escapes === 'raw') return { text: char + next, end: at + 2 };
	if (escapes === 'quote') return { text: next === '\\' || next === close ? next : char + next, end: at + 2 };
	if (escapes === 'lua' && /\d/.test(next)) return decimal(source, at);
	const code = codeAt(source, at + 1, escapes);
	if (code !== undefined) return code;
	const known = letters[escapes];
	if (Object.hasOwn(known, next)) return { text: known[next] ?? '', end: at + 2 };
	if (unclear.test(next) && escapes !== 'javascript') return { text: undefined, end: at + 2 };
	if (itself[escapes].test(next)) return { text: next, end: at + 2 };
	return { text: keepsBackslash.has(escapes) ? char + next : undefined, end: at + 2 };
}

/**
 * Reads the code of a character. Threat: where a text consists of bytes, `\456` is a full stop for the language, and a code above 127 is
 * only a part of a character.
 */
function codeAt(source: string, at: number, language: Spoken): Escape | undefined {
	const regex = coded[language];
	regex.lastIndex = at;
	const found = regex.exec(source);
	if (!found) return undefined;
	const { hex, octal, point, points } = found.groups ?? {};
	const code = octal === undefined ? parseInt(hex ?? point ?? points ?? '', 16) : parseInt(octal, 8);
	const isByte = (hex !== undefined || octal !== undefined) && !/^(javascript|python)$/.test(language);
	// Only JavaScript joins two halves of a character.
	const isHalf = language !== 'javascript' && code >= 0xd800 && code <= 0xdfff;
	const isUnclear = isHalf || (isByte && code > 127) || (octal !== undefined && code > 0o377);
	return { text: isUnclear ? undefined : character(code), end: at + found[0].length };
}

function decimal(source: string, at: number): Escape {
	const [digits = ''] = /^\d{1,3}/.exec(source.slice(at + 1, at + 4)) ?? [];
	return { text: Number(digits) > 127 ? undefined : character(Number(digits)), end: at + 1 + digits.length };
}

/** Returns the character of a code point. Undefined if the code point is invalid. */
export function character(code: number): string | undefined {
	return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

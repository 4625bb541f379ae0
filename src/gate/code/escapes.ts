/** Which escapes a text knows: those of a language, only of its own quote, or none. */
export type Escapes = 'javascript' | 'python' | 'perl' | 'ruby' | 'php' | 'lua' | 'awk' | 'quote' | 'raw' | 'none';

const letters: Readonly<Record<string, string>> = {
	n: '\n',
	t: '\t',
	r: '\r',
	a: '\x07',
	b: '\b',
	f: '\f',
	v: '\v',
	e: '\x1b',
	'\n': '',
};

/** Letters that are no escapes of a language: it keeps the backslash, or drops it. */
const keepsBackslash = new Set<Escapes>(['python', 'php', 'awk']);

interface Escape {
	/** Undefined: what it stands for cannot be told. */
	readonly text: string | undefined;
	readonly end: number;
}

const coded =
	/x\{([\da-fA-F ]+)\}|u\{([\da-fA-F ]+)\}|x([\da-fA-F]{1,2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})/y;

/** Reads one character of a text, or the escape that stands there. */
export function readEscape(source: string, at: number, escapes: Escapes, close: string): Escape {
	const char = source[at] ?? '';
	const next = source[at + 1];
	if (char !== '\\' || escapes === 'none' || next === undefined) return { text: char, end: at + 1 };
	if (escapes === 'raw') return { text: char + next, end: at + 2 };
	if (escapes === 'quote') return { text: next === '\\' || next === close ? next : char + next, end: at + 2 };
	if (escapes === 'lua' && /\d/.test(next)) return decimal(source, at);
	coded.lastIndex = at + 1;
	const found = coded.exec(source);
	if (found) {
		const [whole, ...groups] = found;
		const octal = groups[5];
		const digits = groups.find((group) => group !== undefined) ?? '';
		return { text: character(parseInt(digits.trim(), octal === undefined ? 16 : 8)), end: at + 1 + whole.length };
	}
	if (/[NQULEcCMzupPk]/.test(next) && escapes !== 'javascript') return { text: undefined, end: at + 2 };
	if (Object.hasOwn(letters, next)) return { text: letters[next] ?? '', end: at + 2 };
	const isSpecial = /["'\\/`$#@{}]/.test(next);
	return { text: isSpecial || !keepsBackslash.has(escapes) ? next : char + next, end: at + 2 };
}

function decimal(source: string, at: number): Escape {
	const [digits = ''] = /^\d{1,3}/.exec(source.slice(at + 1, at + 4)) ?? [];
	return { text: character(Number(digits)), end: at + 1 + digits.length };
}

/** The character of a code point; undefined when there is none. */
export function character(code: number): string | undefined {
	return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

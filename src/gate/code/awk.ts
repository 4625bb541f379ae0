import { alike, type Language, names, type Redirect, type Use } from './language.ts';
import { isMark } from './reader.ts';
import { regexEnd } from './regex-literal.ts';
import { isSpaced, type Lexer, type Literal, type Token } from './tokens.ts';
import { text, type Value } from './value.ts';

const beforeRegex = names('print printf return in case getline else do BEGIN END');

function literal(at: number, { source, tokens }: Lexer): Literal | undefined {
	if (source[at] !== '/') return undefined;
	const before = tokens.at(-1);
	if (before !== undefined && before.kind !== 'end') {
		if (before.kind === 'word' && !beforeRegex.has(before.text)) return undefined;
		if (before.kind === 'number' || before.kind === 'text' || isMark(before, ']')) return undefined;
		if (isMark(before, ')') && !endsHead(tokens)) return undefined;
	}
	const isAmbiguous = before?.text === 'getline' || before?.text === 'in' || isMark(before, ')');
	const end = regexEnd(source, at + 1);
	const token: Token = { kind: 'text', text: '', spaced: isSpaced(source, at), parts: [''], form: 'regex' };
	const body = source.slice(at + 1, end);
	const isUnsure =
		isAmbiguous ||
		end === undefined ||
		/^(\+\+|--)$/.test(before?.text ?? '') ||
		/\[[^\]]*\//.test(body.replace(/\\./g, ''));
	return { tokens: [token], end: end ?? source.length, ...(isUnsure && { unsure: 'a regex, or a division' }) };
}

/**
 * Returns whether the last token closes the brackets of `if (…)`, because a pattern may come after them. True if the opening bracket is
 * too far away.
 */
function endsHead(tokens: readonly Token[]): boolean {
	let depth = 0;
	for (let i = tokens.length - 1; i >= 0 && tokens.length - i < 2_000; i--) {
		if (isMark(tokens[i], ')')) depth++;
		if (isMark(tokens[i], '(') && --depth === 0) return /^(if|while|for|switch)$/.test(tokens[i - 1]?.text ?? '');
	}
	return true;
}

/** Reads `print > "file"`, `print | "command"`, `"command" | getline` and `getline < "file"`. */
function redirect(about: Redirect): readonly (readonly [Use, Value])[] | undefined {
	const { operator, left, right, before, next, isNested } = about;
	const isPrinting = !isNested && before.some((token) => token.text === 'print' || token.text === 'printf');
	const isReading = before.some((token) => token.text === 'getline');
	if (operator === '|' || operator === '|&') {
		const command = next?.text === 'getline' ? left : right;
		const host = inet(command);
		if (host !== undefined) return [['socket', host]];
		const isShell = /^(\S*\/)?(ba|da|z|k)?sh( -)?$/.test(command.text?.trim() ?? '');
		return [
			['shell', command],
			...(isShell && command !== left && left.text !== undefined ? [['shell', left] as const] : []),
		];
	}
	if (operator === '>>' || (operator === '>' && isPrinting)) return to('write', right);
	return operator === '<' && isReading ? to('read', right) : undefined;
}

/** A file with a special name is a connection to a host. */
function to(use: Use, value: Value): readonly (readonly [Use, Value])[] {
	const host = inet(value);
	return host === undefined ? [[use, value]] : [['socket', host]];
}

function inet(value: Value): Value | undefined {
	const host = /^\/inet[46]?\/\w+\/[^/]*\/([^/]*)/.exec(value.text ?? value.prefix ?? '')?.[1];
	return host === undefined ? undefined : host === '' ? {} : text(host);
}

/** Awk, as `awk '…'` runs it. */
export const awk: Language = {
	name: 'awk',
	grammar: {
		comments: ['#'],
		blocks: [],
		quotes: { '"': { close: '"', escapes: 'awk' } },
		word: /[A-Za-z_]\w*/y,
		lines: 'end',
		literal,
	},
	keywords: names(
		'BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return delete in print printf getline switch case default',
	),
	transparent: names('print printf'),
	rows: { ...alike('system', 'shell') },
	pure: names(`
		length substr index split sub gsub gensub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper
		strftime systime mktime and or xor lshift rshift compl strtonum asort asorti close fflush patsplit typeof isarray
		NR NF FNR FS OFS RS ORS FILENAME RSTART RLENGTH SUBSEP CONVFMT OFMT IGNORECASE FPAT FIELDWIDTHS PROCINFO RT`),
	methods: names(''),
	folds: {
		tolower: ({ args: [one] }) => (one?.text === undefined ? undefined : text(one.text.toLowerCase())),
		sprintf: ({ args: [format, ...rest] }) => {
			const codes = rest.map((one) => (one.isNumber ? String.fromCharCode(Number(one.text)) : undefined));
			const isCharacters = /^(%c)+$/.test(format?.text ?? '') && codes.every((one) => one !== undefined);
			return isCharacters ? text(codes.join('')) : undefined;
		},
	},
	decoders: names(''),
	refused: names('ARGV ARGC SYMTAB FUNCTAB'),
	environments: names('ENVIRON'),
	listsNames: names('length'),
	inNames: true,
	members: names(''),
	concat: '',
	juxtaposes: 'all',
	doubtful: names('@ ` \\'),
	prefixes: names('$ ! - + ++ --'),
	mutators: names('delete split asort asorti'),
	bare: 'none',
	hasFreeNames: true,
	redirect,
};

import { exact, exactNumbers } from './exact-folds.ts';
import { characters, ofFirst } from './folds.ts';
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
 * Returns whether the last token closes the brackets of `if (…)`. A regex may come after them. True if the opening bracket is too far away.
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
	const has = (words: RegExp): boolean =>
		before?.some(({ kind, text: one }) => kind === 'word' && words.test(one)) ?? true;
	const isPrinting = !isNested && has(/^printf?$/);
	const isReading = has(/^getline$/);
	if (operator === '|' || operator === '|&') {
		const command = next?.text === 'getline' ? left : right;
		const host = inet(command);
		if (host !== undefined) return [['socket', host]];
		if (command === left && !isSingle(before))
			return [
				['shell', left],
				['shell', {}],
			];
		const isShell = /^(\S*\/)?(ba|da|z|k)?sh( -)?$/.test(command.text?.trim() ?? '');
		return [
			['shell', command],
			...(isShell && command !== left && left.text !== undefined ? [['shell', left] as const] : []),
		];
	}
	if (operator === '>>' || (operator === '>' && isPrinting)) return to('write', right);
	return operator === '<' && isReading ? to('read', right) : undefined;
}

/**
 * Returns whether a statement ends with exactly one value. Threat: in some versions, the bar in `"ls " "rm x" | getline` takes only the
 * last value.
 */
function isSingle(before: readonly Token[] | undefined): boolean {
	if (before === undefined) return false;
	const from = startOfValue(before);
	const [token, ahead] = [before[from], before.slice(0, from)];
	const last = ahead.at(-1);
	const isValue = token?.kind === 'text' || token?.kind === 'word' || isMark(token, '(');
	const isFree = last === undefined || last.kind === 'end' || /^[=!{},]$|^(&&|\|\|)$/.test(last.text);
	return isValue && (isFree || /^(do|else)$/.test(last.text) || (isMark(last, ')') && endsHead(ahead)));
}

/** Returns where the last value begins: a text, a name, or brackets with the name before them. */
function startOfValue(tokens: readonly Token[]): number {
	const last = tokens.length - 1;
	if (!isMark(tokens[last], ')') && !isMark(tokens[last], ']')) return last;
	let depth = 0;
	for (let i = last; i >= 0; i--) {
		if (isMark(tokens[i], ')') || isMark(tokens[i], ']')) depth++;
		if ((isMark(tokens[i], '(') || isMark(tokens[i], '[')) && --depth === 0)
			return tokens[i - 1]?.kind === 'word' && tokens[i]?.spaced === false ? i - 1 : i;
	}
	return -1;
}

/** Returns the use of a file. A file with a special name, such as `/inet/tcp/0/host/80`, is a connection to a host. */
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
		tolower: exact(
			1,
			ofFirst((input) => input.toLowerCase()),
		),
		sprintf: exactNumbers([1, 999], ({ args: [format, ...rest] }) => {
			const isCharacters = /^(%c)+$/.test(format?.text ?? '') && format?.text?.length === 2 * rest.length;
			return isCharacters ? characters({ args: rest }) : undefined;
		}),
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

import { printedBy } from '../../code/index.ts';
import type { LanguageName } from '../../code/language.ts';
import { environmentShown, exec, type Finding, type Invocation, opaque, type Program, rows } from '../program.ts';
import { credentialsIn, reads, runsFile, writes } from '../roles.ts';
import { constant, holdsNames, type Word } from '../word.ts';
import { fed } from './interpreters.ts';

/** Describes how an interpreter reads its own options. The options end where the program or its file begins. */
interface Flags {
	readonly language: LanguageName;
	/** Letters whose value is code. */
	readonly code: string;
	/** Letters that take the rest of the same word, if there is any. */
	readonly attached: string;
	/** Letters whose value may also be the next word. */
	readonly value: string;
	/** Letters that make the interpreter run or obey more than the given code. */
	readonly unclear: string;
	/** Letters for a check of the syntax only. */
	readonly checks: string;
	/** Letters that load or configure something even in such a check. */
	readonly obeyed: string;
	/** First words that make the interpreter show the environment. */
	readonly shows?: RegExp;
	/** Letters that run the code for each line of the operands. */
	readonly loops: string;
	/** The interpreter opens operands as a shell would: an operand with a `|` runs a command. */
	readonly opensAsShell?: boolean;
	/** Returns the code that loads the library of an option. */
	readonly load?: (letter: string, value: string) => string | undefined;
}

interface OneLiner {
	readonly codes: readonly Word[];
	readonly letters: string;
	readonly before: readonly string[];
	readonly operands: readonly Word[];
	readonly unclear: string | undefined;
}

const perl: Flags = {
	language: 'perl',
	code: 'eE',
	attached: 'iFCDdl0MmxIV',
	value: 'I',
	unclear: 'dDxsSIuU',
	// Both `-a` and `-F` imply `-n`.
	loops: 'npaF',
	checks: 'c',
	obeyed: '',
	opensAsShell: true,
	load: (letter, value) => (letter === 'M' || letter === 'm' ? useOf(value) : undefined),
};

const ruby: Flags = {
	language: 'ruby',
	code: 'e',
	attached: 'iFKTW0lxECrIX',
	value: 'rIECX',
	unclear: 'xsSICX',
	loops: 'np',
	checks: 'c',
	obeyed: 'r',
	load: (letter, value) => (letter === 'r' ? `require '${value.replace(/['\\]/g, '')}'` : undefined),
};

const php: Flags = {
	language: 'php',
	code: 'rBRE',
	attached: 'dczfFSt',
	value: 'dczfFSt',
	unclear: 'dczfFSt',
	loops: 'np',
	checks: 'l',
	obeyed: 'cdz',
	shows: /^(-i|--info)$/,
};
const lua: Flags = {
	language: 'lua',
	code: 'e',
	attached: 'l',
	value: 'l',
	unclear: 'il',
	loops: '',
	checks: '',
	obeyed: '',
};

/** Returns the code of `-MList::Util=sum,max`. Perl quotes only a list right after the module's name, and runs other text. */
function useOf(value: string): string {
	const [, no, module, list] = /^(-?)([\w:]+)=([\w,:]*)$/.exec(value) ?? [];
	if (module === undefined) return `${value.startsWith('-') ? 'no' : 'use'} ${value.replace(/^-/, '')};`;
	return `${no === '-' ? 'no' : 'use'} ${module} qw(${(list ?? '').replaceAll(',', ' ')});`;
}

/** A separator without code in it. Threat: Perl inserts `-F'/…/'` into the code as a pattern with variables. Text after it is code, too. */
const separator = /^(\/([^/$@\\(]|\\[^/])*\/|[^/"'][^(]*|.|)$/s;

/** Interpreters that are usually called with a line of code. */
export const oneLiners = (): readonly Program[] => [
	rows('perl', { input: 'judged', wraps: true, also: (it) => run(it, perl), ...output(perl) }),
	rows('ruby', { input: 'judged', wraps: true, also: (it) => run(it, ruby), ...output(ruby) }),
	rows('php', { input: 'judged', wraps: true, also: (it) => run(it, php), ...output(php) }),
	rows('lua luajit', { input: 'judged', wraps: true, also: (it) => run(it, lua), ...output(lua) }),
	runtime('deno', denoQuiet, ({ words }) => (words[0]?.text === 'eval' ? words.slice(1).find(isPlain) : undefined)),
	runtime('bun', bunQuiet, ({ words }) => (evalOption.test(words[0]?.text ?? '') ? words[1] : undefined)),
];

/** Returns the parts of a row that describe the output of the code. */
function output(flags: Flags): Pick<Program, 'prints' | 'decodes'> {
	return {
		prints: (it) => {
			const read = readFlags(it.words, flags);
			const [code] = read.codes;
			const isPlain = read.codes.length === 1 && read.before.length === 0 && flags.code.includes(read.letters);
			return isPlain && code !== undefined ? printedBy(flags.language, code, it.scope) : undefined;
		},
		decodes: (it) => readFlags(it.words, flags).codes.length > 0,
	};
}

function run(it: Invocation, flags: Flags): readonly Finding[] {
	if (/^(-v|--version|-h|--help|-V)$/.test(it.words[0]?.text ?? '') && it.words.length === 1) return [];
	const first = it.words[0]?.text ?? '';
	if (flags.shows?.test(first) === true) return [environmentShown];
	const read = readFlags(it.words, flags);
	if (it.words.some((word) => !word.known && word.prefix === '') && read.codes.length === 0)
		return [opaque('which program runs cannot be known')];
	if (hasLetter(read, flags.checks) && read.codes.length === 0) return checked(it, read, flags);
	const [file, ...rest] = read.operands;
	if (read.codes.length === 0) {
		if (read.unclear !== undefined) return [opaque(read.unclear), exec(it)];
		if (file === undefined || file.text === '-') return fed(it, flags.language);
		const script = { language: flags.language, words: rest };
		return [...runsFile(file, it.scope, script), ...credentialsIn([file, ...rest], it.scope)];
	}
	return [codeOf(read, flags, read.operands), ...operandsOf(it, read, flags)];
}

function hasLetter({ letters }: OneLiner, ones: string): boolean {
	return [...letters].some((letter) => ones.includes(letter));
}

/** Judges a check of the syntax. Perl runs `BEGIN` blocks and used modules even then. */
function checked({ scope }: Invocation, read: OneLiner, flags: Flags): readonly Finding[] {
	const loads = read.before.length > 0 ? [codeOf(read, flags)] : [];
	const isObeyed = loads.length === 0 && hasLetter(read, flags.obeyed);
	const obeyed = isObeyed ? [opaque(read.unclear ?? 'an option that loads code')] : [];
	const runs = flags.language === 'perl' ? runsFile : reads;
	return [...loads, ...obeyed, ...read.operands.flatMap((word) => runs(word, scope))];
}

function codeOf(read: OneLiner, { language, loops }: Flags, args: readonly Word[] = []): Finding {
	const { codes, before, unclear } = read;
	const known = codes.every((word) => word.known && !holdsNames(word));
	const source = [...before, ...codes.map((word) => word.text)].join('\n');
	const word: Word = { ...constant(source), known, fetched: codes.some((one) => one.fetched) };
	return {
		find: 'code',
		language,
		source: word,
		start: { args, isLoop: hasLetter(read, loops), ...(unclear && { doubt: unclear }) },
	};
}

/** Judges the operands that the code reads, and with `-i` also writes. Code that runs for each line reads all of them. */
function operandsOf(
	it: Invocation,
	{ codes, letters, operands }: OneLiner,
	{ loops, opensAsShell }: Flags,
): readonly Finding[] {
	const isOver = [...letters].some((letter) => loops.includes(letter));
	const isReading = isOver || codes.some((word) => /<|ARG[VF]|\bgets\b|readlines?\b/.test(word.text));
	if (!isReading) return credentialsIn(operands, it.scope);
	return operands.flatMap((word) => {
		if (opensAsShell === true && /^\s*[|<>+&]|\|\s*$/.test(word.text))
			return [opaque(`an operand that ${it.name} may run: ${word.text}`)];
		return [...reads(word, it.scope), ...(letters.includes('i') ? writes(word, it.scope) : [])];
	});
}

function readFlags(words: readonly Word[], flags: Flags): OneLiner {
	const codes: Word[] = [];
	const before: string[] = [];
	let letters = '';
	let unclear: string | undefined;
	let i = 0;
	for (; i < words.length; i++) {
		const word = words[i];
		if (word === undefined || !word.prefix.startsWith('-') || word.text === '-') break;
		if (word.text === '--') {
			i++;
			break;
		}
		const cluster = readCluster(word, words[i + 1], flags);
		letters += cluster.letters;
		codes.push(...cluster.codes);
		before.push(...cluster.before);
		unclear ??= cluster.unclear;
		if (cluster.takesNext) i++;
	}
	return { codes, before, letters, operands: words.slice(i), unclear };
}

interface Cluster extends Omit<OneLiner, 'operands'> {
	readonly takesNext: boolean;
}

function readCluster(word: Word, next: Word | undefined, flags: Flags): Cluster {
	const { text } = word;
	const none = { codes: [], before: [], takesNext: false };
	if (text.startsWith('--'))
		return { ...none, letters: '', unclear: `an option that is not known: ${text.slice(0, 60)}` };
	let letters = '';
	let unclear: string | undefined;
	for (let i = 1; i < text.length; i++) {
		const letter = text[i] ?? '';
		const rest = text.slice(i + 1);
		letters += letter;
		if (flags.unclear.includes(letter)) unclear = `the option -${letter}`;
		if (flags.code.includes(letter)) {
			const code = rest === '' ? next : { ...word, ...(word.known ? constant(rest) : { text: rest }) };
			return { letters, before: [], codes: code ? [code] : [], unclear, takesNext: rest === '' };
		}
		if (letter === '0' || letter === 'l') i += /^[0-7]*/.exec(rest)?.[0].length ?? 0;
		else if (flags.attached.includes(letter)) {
			const takesNext = rest === '' && flags.value.includes(letter);
			const value = takesNext ? (next?.text ?? '') : rest;
			// The name of a backup can be a path: `-i'.git/hooks/*'`.
			if (letter === 'i' && /[*/]/.test(value)) unclear = 'the option -i';
			if (letter === 'F' && !separator.test(value)) unclear = 'the option -F';
			if (/[KE]/.test(letter) && !/^(u|utf-?8(:utf-?8)?)$/i.test(value)) unclear = 'an encoding of its own';
			if (!word.known || (takesNext && next?.known !== true)) unclear ??= 'an option that cannot be known';
			const load = flags.load?.(letter, value);
			return { letters, codes: [], before: load === undefined ? [] : [load], unclear, takesNext };
		}
	}
	return { ...none, letters, unclear: word.known ? unclear : 'an option that cannot be known' };
}

const evalOption = /^(-e|--eval|-p|--print|-pe)$/;

function isPlain(word: Word): boolean {
	return !word.text.startsWith('-');
}

/** Returns the row of a runtime with calls such as `deno eval code` and `bun -e code`. Any other call runs a program. */
function runtime(name: string, quiet: RegExp, codeIn: (it: Invocation) => Word | undefined): Program {
	return rows(name, {
		input: 'judged',
		also: (it) => evaluated(it, codeIn(it), quiet),
		prints: (it) => {
			const code = codeIn(it);
			return code === undefined || it.words.length > 2 ? undefined : printedBy('javascript', code, it.scope);
		},
		decodes: (it) => codeIn(it) !== undefined,
	});
}

/** Options beside the code that load nothing and take no value. */
const denoQuiet = /^(-p|--print|-q|--quiet|--no-lock|--ext=(js|ts|mjs|mts))$/;
const bunQuiet = /^--silent$/;

/** A timer whose call does not contain its function. Threat: outside of Node, a timer may run a text as code. */
const textTimer = /\bset(Timeout|Interval|Immediate)\b(?!\s*\(\s*(\(|function\b|async\b|\w+\s*=>))/;

function evaluated(it: Invocation, code: Word | undefined, quiet: RegExp): readonly Finding[] {
	if (it.words.length === 1 && /^(-v|-V|--version|--help|-h)$/.test(it.words[0]?.text ?? '')) return [];
	if (it.words.length === 0 || (it.words.length === 1 && it.words[0]?.text === '-')) return fed(it, 'javascript');
	const others = it.words.filter((word) => word !== code);
	if (code !== undefined) {
		const isOdd = others.slice(1).some((word) => !word.known || (/^-/.test(word.text) && !quiet.test(word.text)));
		const unread = [
			...(isOdd ? [opaque('an option beside the code may load or replace it')] : []),
			...(textTimer.test(code.text) ? [opaque('a timer that may run a text')] : []),
		];
		return [{ find: 'code', language: 'javascript', source: code }, ...unread, ...credentialsIn(others, it.scope)];
	}
	const remote = it.words.filter((word) => /^https?:\/\//i.test(word.prefix));
	return [exec(it), ...remote.flatMap((word) => runsFile(word, it.scope)), ...credentialsIn(it.words, it.scope)];
}

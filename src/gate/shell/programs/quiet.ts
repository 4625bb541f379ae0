import { printsInto } from '../builtins.ts';
import { commandOf, namedProgram } from '../carried.ts';
import { unescaped, unescapeOne } from '../escapes.ts';
import {
	data,
	environmentShown,
	exec,
	type Finding,
	type Invocation,
	opaque,
	type Program,
	privilege,
	role,
	rows,
	secret,
} from '../program.ts';
import { reads } from '../roles.ts';
import { isSecretName } from '../state.ts';
import { testedSecrets } from '../tested-secrets.ts';
import { numberWord, type Word } from '../word.ts';

/** Programs and builtins that only compute, print their arguments or change the shell itself. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table without logic
export const quiet = (): readonly Program[] => [
	rows(': true false', { input: 'ignored', onlyText: true, discreet: true }),
	rows('exit times ulimit umask yes sleep tput clear cal ncal factor lscpu who w help', {
		input: 'ignored',
		onlyText: true,
	}),
	rows('seq', { input: 'ignored', onlyText: true, prints: sequence, lists: counted }),
	rows('expr', { input: 'ignored', onlyText: true, lists: reckoned }),
	rows('pkg-config pkgconf', {
		input: 'ignored',
		options: { ...role('write', '--log-file'), ...role('script', '--personality') },
	}),
	rows('cowsay cowthink', { input: 'data', options: { ...data('-e -T -W'), ...role('script', '-f') } }),
	rows('figlet toilet banner', { input: 'data', options: { ...role('read', '-f -d -C'), ...data('-w -F -I') } }),
	rows('fortune', { input: 'ignored', operands: 'read' }),
	rows('ri', {
		input: 'ignored',
		options: {
			...role('script', '-d --doc-dir --dump'),
			...data('-f --format -w --width'),
			...role('flag', '--no-pager'),
		},
		also: (it) => (it.has('--server', '-i', '--interactive') ? [exec(it)] : []),
	}),
	rows('stty', { input: 'ignored', options: role('read', '-F --file') }),
	rows('caller disown bg fg logout suspend', { input: 'ignored', onlyText: true }),
	rows('numfmt', { input: 'data', onlyText: true }),
	rows('jobs', { input: 'ignored', wraps: true, also: ({ has, operands }) => (has('-x') ? commandOf(operands) : []) }),
	rows('echo', {
		input: 'ignored',
		onlyText: true,
		prints: printed,
		decodes: spellsUnicode,
		lists: ({ operands }) => named(operands),
	}),
	rows('printf', {
		input: 'ignored',
		onlyText: true,
		options: role('name', '-v'),
		wraps: true,
		changes: printsInto,
		prints: formatted,
		decodes: spellsUnicode,
		lists: ({ operands: [format, ...words] }) =>
			/^%[sq](\\n|\\0| )$/.test(format?.text ?? '') ? named(words) : undefined,
	}),
	rows('test [', {
		input: 'ignored',
		onlyText: true,
		discreet: true,
		options: role('name', '-v -R'),
		also: (it) => [...testedSecrets(it), ...testedNames(it)],
	}),
	rows('arch', {
		input: 'handed',
		operands: 'command',
		wraps: true,
		printsToken: ({ operands }) => operands.length === 0,
	}),
	rows('nproc', { input: 'ignored', onlyText: true, lists: () => [numberWord] }),
	rows('id', {
		input: 'ignored',
		onlyText: true,
		printsToken: () => true,
		lists: ({ words: [only, ...others] }) =>
			others.length === 0 && /^-[ug]$/.test(only?.text ?? '') ? [numberWord] : undefined,
	}),
	rows('whoami uname groups uptime tty logname users getconf lsb_release sw_vers', {
		input: 'ignored',
		onlyText: true,
		printsToken: () => true,
	}),
	rows('uuidgen', { input: 'ignored', onlyText: true, printsToken: () => true }),
	rows('locale', { input: 'ignored', onlyText: true }),
	rows('date', {
		input: 'data',
		options: {
			...data('-d --date -s --set'),
			...role('measure', '-r --reference'),
			...role('read', '-f --file'),
		},
		// Without a plus, an operand such as `01312359` is the new time.
		also: (it) =>
			it.has('-s', '--set') || it.operands.some(({ prefix }) => /^\d/.test(prefix))
				? [privilege('sets the clock')]
				: [],
		lists: ({ operands: [format, ...others] }) =>
			others.length === 0 && /^\+(%[sNYymdHMSjuwVUWGgCkIl])+$/.test(format?.text ?? '') ? [numberWord] : undefined,
		printsToken: ({ operands }) => operands.every((word) => word.known && /^\+[%\w][%\w:.-]*$/.test(word.text)),
	}),
	rows('shuf', {
		input: 'data',
		options: {
			...data('-n --head-count -i --input-range'),
			...role('read', '--random-source'),
			...role('write', '-o --output'),
		},
		also: (it) => (it.has('-e', '--echo') ? [] : it.operands.flatMap((word) => reads(word, it.scope))),
	}),
	rows('bc', { input: 'data', operands: 'read' }),
	rows('which type whereis', { input: 'ignored', onlyText: true, printsPath: namedProgram }),
	rows('printenv', { input: 'ignored', also: environment, yields: () => 'environment' }),
	rows('hostname', {
		input: 'ignored',
		options: role('read', '-F --file'),
		also: (it) =>
			it.operands.length > 0 || it.has('-F', '--file', '-b', '--boot') ? [privilege('renames the machine')] : [],
	}),
];

/** Returns whether escapes such as `\\u0072` spell letters. Threat: some versions of `printf` stop at such an escape, others print it. */
function spellsUnicode({ words }: Invocation): boolean {
	return words.some(({ text }) => /\\(u0{0,2}|U0{0,6})[2-7][0-9a-fA-F](?![0-9a-fA-F])/.test(text));
}

function isNumeral(word: Word): boolean {
	return word.counts === true || (word.known && /^-?\d{1,15}$/.test(word.text));
}

const mostCounted = 100;

/** Returns the output of `seq`, such as `seq 1 15`: one number a line. */
function sequence({ words }: Invocation): string | undefined {
	if (words.length === 0 || words.length > 3 || !words.every((word) => word.known && isNumeral(word))) return undefined;
	const given = words.map(({ text }) => Number(text));
	const [first, step, last] =
		given.length === 1 ? [1, 1, given[0]] : given.length === 2 ? [given[0], 1, given[1]] : given;
	if (first === undefined || step === undefined || last === undefined || step === 0) return undefined;
	const count = Math.max(0, Math.floor((last - first) / step) + 1);
	return count > mostCounted ? undefined : Array.from({ length: count }, (_, i) => `${first + i * step}\n`).join('');
}

/** Returns the numbers that `seq` prints, unless an option changes how they are written. */
function counted({ words }: Invocation): readonly Word[] | undefined {
	const isPlain = words.every(
		(word, i) => word.open !== true && /^[^-]/.test(word.known || i > 0 ? word.text : word.prefix),
	);
	return isPlain ? [{ ...numberWord, many: true }] : undefined;
}

/** Returns the number that `expr $n + 1` prints, unless it fails. */
function reckoned({ words: [left, sign, right, ...others] }: Invocation): readonly Word[] | undefined {
	const isReckoned = others.length === 0 && sign?.known === true && /^[-+*/%]$/.test(sign.text);
	return isReckoned && left?.open !== true && right?.open !== true ? [numberWord] : undefined;
}

/**
 * Reports a test that may evaluate its words. In `[ "$a" "$b" ]`, the first word may be `-v`. The shell then runs code in the subscript of
 * the second word.
 */
function testedNames({ words }: Invocation): readonly Finding[] {
	const mayAsk = words.some((word, i) => {
		const next = words[i + 1];
		const isEither = word.either === true && next?.either === true;
		return !word.known && /^-?$/.test(word.prefix) && next?.known === false && !isEither;
	});
	return mayAsk ? [opaque('a test that may run code in its words')] : [];
}

/** Returns the printed words, if the shell replaces some of them by names of files. */
function named(words: readonly Word[]): readonly Word[] | undefined {
	return words.some((word) => word.pattern) && words.every((word) => word.known) ? words : undefined;
}

function printed({ words }: Invocation): string | undefined {
	if (!words.every((word) => word.known && !word.pattern)) return undefined;
	const options = words.findIndex((word) => !/^-[neE]+$/.test(word.text));
	const text = words
		.slice(options < 0 ? words.length : options)
		.map((word) => word.text)
		.join(' ');
	const escapes = words.slice(0, Math.max(options, 0)).some((word) => word.text.includes('e'));
	return escapes ? echoed(text) : `${text}\n`;
}

function formatted({ operands }: Invocation): string | undefined {
	const [format, ...values] = operands;
	if (format === undefined || !operands.every((word) => word.known && !word.pattern)) return undefined;
	const holes = format.text.match(/%[^%]/g) ?? [];
	if (holes.some((hole) => !Object.hasOwn(conversions, hole)) || /%%|%$|\\[cuUE"']/.test(format.text)) return undefined;
	const texts = values.map((word) => word.text);
	if (holes.length === 0) return unescaped(format.text);
	const rounds = Math.max(1, Math.ceil(texts.length / holes.length));
	const parts = format.text.split(/(%[a-z])/);
	let next = 0;
	const fill = (hole: string) => conversions[hole]?.(texts[next++] ?? '');
	const filled = Array.from({ length: rounds }, () =>
		parts.map((part, i) => (i % 2 === 1 ? fill(part) : unescaped(part))),
	);
	return filled.flat().includes(undefined) ? undefined : filled.flat().join('');
}

/** For each conversion, returns its output for a value, or undefined if the output is not known. */
const conversions: Readonly<Record<string, (text: string) => string | undefined>> = {
	'%s': (text) => text,
	'%b': (text) => (/\\[cuUE"']/.test(text) ? undefined : unescaped(text.replace(/\\0(?=[0-7]{3})/g, '\\'))),
	'%c': (text) => text.slice(0, 1),
	'%d': (text) => numeral(text, 10),
	'%i': (text) => numeral(text, 10),
	'%x': (text) => numeral(text, 16),
	'%o': (text) => numeral(text, 8),
};

function numeral(text: string, base: number): string | undefined {
	return /^(|0|[1-9]\d{0,14}|0[xX][\da-fA-F]{1,12})$/.test(text) ? Number(text).toString(base) : undefined;
}

/** Returns the output of `echo -e`. Octal digits must follow a zero, and `\c` ends the output. */
function echoed(text: string): string | undefined {
	const isUntold = [...text.matchAll(/\\([\s\S])/g)].some(([, code = '']) => /[cuUE]/.test(code));
	return isUntold ? undefined : `${text.replace(/\\(x[0-9a-fA-F]{1,2}|0[0-7]{0,3}|[^0-7])/g, unescapeOne)}\n`;
}

/** Judges `printenv`. Without names, it shows every secret of the environment; with a name, it shows that variable. */
function environment({ operands }: Invocation) {
	if (operands.length === 0) return [environmentShown];
	return operands.flatMap((word) =>
		!word.known || word.pattern || isSecretName(word.text) ? [secret(`$${word.text}`)] : [],
	);
}

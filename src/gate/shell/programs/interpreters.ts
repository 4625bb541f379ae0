import { printedBy } from '../../code/index.ts';
import type { LanguageName } from '../../code/language.ts';
import { declaredScript, hasDeclared, isDeclaredPython } from '../declared.ts';
import { ranInstead } from '../library-modules.ts';
import {
	data,
	effect,
	exec,
	type Finding,
	type Invocation,
	network,
	opaque,
	type Program,
	role,
	rows,
	runsFetchedCode,
} from '../program.ts';
import { credentialsIn, deletes, inlineCode, interprets, reads } from '../roles.ts';
import { constant, type Word } from '../word.ts';
import { djangoTests } from './project/django.ts';
import { nodeReports } from './project/node-reports.ts';
import { pythonSettings } from './python-settings.ts';
import { powershellFindings } from './windows-text.ts';

/** Options of several languages whose value is code. */
export const evaluating = [
	'-Command',
	'-e',
	'-E',
	'-r',
	'-c',
	'-x',
	'-i',
	'-eval',
	'--eval',
	'--command',
	'--rpc-eval',
];

/** Interpreters. They run code from the command line, from a script or from their input. */
export const interpreters = (): readonly Program[] => [
	rows('node nodejs', {
		input: 'judged',
		options: {
			...role('code:javascript', '-e --eval -p --print -pe'),
			...role(
				'script',
				'-r --require --import --loader --experimental-loader --experimental-config-file --openssl-config --snapshot-blob --build-snapshot-config',
			),
			...role(
				'write',
				'--redirect-warnings --diagnostic-dir --report-dir --report-directory --report-filename --cpu-prof-dir --cpu-prof-name --heap-prof-dir --heap-prof-name --trace-event-file-pattern --localstorage-file --tls-keylog --test-reporter-destination',
			),
			...role('read', '--experimental-sea-config'),
			...data('--env-file --env-file-if-exists'),
			...data(
				'-C --conditions --test-name-pattern --test-skip-pattern --test-reporter --test-concurrency --test-timeout --test-shard --test-isolation --test-coverage-include --test-coverage-exclude --watch-path --disable-warning --title --unhandled-rejections --input-type --dns-result-order',
			),
		},
		wraps: true,
		wholeOptions: true,
		also: (it) => [
			...variables(it),
			...listens(it),
			...nodeReports(it),
			...node(it),
			// With `-i`, Node goes on with its input after its own program.
			...(it.has('-i', '--interactive') ? fed(it, 'javascript') : []),
		],
		prints: (it) => {
			const [code, ...more] = it.values('-e', '--eval');
			const isPlain = code !== undefined && more.length === 0 && it.options.length === 1;
			return isPlain ? printedBy('javascript', code, it.scope) : undefined;
		},
		decodes: (it) => it.has('-e', '--eval', '-p', '--print', '-pe'),
	}),
	rows('python', {
		input: 'judged',
		also: (it) => [...pythonSettings(it), ...python(it), ...(goesOn(it) ? fed(it, 'python') : [])],
		prints: (it) => {
			const [option, code] = it.words;
			return option?.text === '-c' && code !== undefined ? printedBy('python', code, it.scope) : undefined;
		},
		decodes: (it) => python(it).some((finding) => finding.find === 'code'),
	}),
	unread('fish nu xonsh elvish', script(asShell)),
	unread('pwsh powershell pwsh.exe powershell.exe', (it) =>
		it.words.some((word) => /^[-/](e|ec|en\w*)$/i.test(word.text))
			? [opaque('decoded code: it runs code that can be read only after it is decoded')]
			: [...unreadScript(it), ...powershellFindings(powershellCode(it))],
	),
	unread(
		'erl',
		script(asCode, (words) => words.filter((_, i) => /^-(eval|run|s)$/.test(words[i - 1]?.text ?? ''))),
	),
	unread('tclsh wish', tcl),
	unread(
		'Rscript osascript expect groovy scala ghci R julia elixir jshell iex guile racket sbcl clisp ecl raku perl6 bb clojure clj gforth ocaml qjs gjs jrunscript ghc runghc runhaskell tcc',
		unreadScript,
	),
];

/** Returns the code of a PowerShell call. It begins after `-Command`, or else at the first word that is not an option. */
function powershellCode({ words, stdin }: Invocation): string {
	const at = words.findIndex(({ text }) => /^[-/]c(ommand|omman|omma|omm|om|o)?$/i.test(text));
	const rest = at < 0 ? words : words.slice(at + 1);
	const first =
		at < 0
			? rest.findIndex(({ text }) => /^[A-Za-z]+-[A-Za-z]|^(iex|iwr|irm|rm|ri|rd|del|gci|ls|dir)$/i.test(text))
			: 0;
	const code = first < 0 ? [] : rest.slice(first).map(({ text }) => text);
	return [...code, ...(stdin?.text === undefined ? [] : [`\n${stdin.text}`])].join(' ');
}

/** Returns the row of an interpreter whose language the gate does not read. */
function unread(names: string, also: Program['also'] & object): Program {
	const options = { ...role('code', evaluating.join(' ')), ...data('-I -F') };
	return rows(names, { input: 'judged', options, wraps: true, also });
}

/** Reports a debugger that other machines can reach. Threat: it runs the code of anybody who connects. */
function listens(it: Invocation): readonly Finding[] {
	const hosts = it.options.flatMap(({ name, value }) =>
		/^--inspect(-brk|-port|-wait)?$/.test(name) && value ? [value.text] : [],
	);
	return hosts
		.filter((host) => !/^(\d+|(127\.0\.0\.1|localhost|\[::1\])(:\d+)?)$/.test(host))
		.map((host) => network(`everybody who reaches ${host}`));
}

/** Reports files of variables. Node does not show such a file, but it obeys the `NODE_OPTIONS` in it. */
function variables(it: Invocation): readonly Finding[] {
	return it
		.values('--env-file', '--env-file-if-exists')
		.map(({ text }) => opaque(`the variables in \`${text.slice(0, 120)}\``));
}

function node(it: Invocation): readonly Finding[] {
	const [file, ...words] = it.operands;
	if (it.has('--version', '-v', '--help', '-h')) return [];
	if (it.has('-e', '--eval', '-p', '--print', '-pe')) return credentialsIn(it.operands, it.scope);
	if (it.has('--check', '-c')) return it.operands.flatMap((word) => reads(word, it.scope));
	if (it.has('--run')) return [exec(it)];
	if (it.has('--test')) return nodeTest(it);
	return file === undefined || file.text === '-'
		? fed(it, 'javascript')
		: interprets(file, it.scope, { language: 'javascript', words });
}

function nodeTest(it: Invocation): readonly Finding[] {
	const declared = declaredScript(it.scope, /\bnode\b[^&|;]*\s--test\b/);
	if (declared === undefined) return [exec(it)];
	return [
		effect({ kind: 'exec.project', script: 'node --test', definedIn: declared }),
		{ find: 'executes', path: declared },
	];
}

/** Judges Python. Its own options end where the program begins: `-c code`, `-m module`, or a file. */
function python(it: Invocation): readonly Finding[] {
	for (let i = 0; i < it.words.length; i++) {
		const text = it.words[i]?.text ?? '';
		if (it.words[i]?.known === false) return [opaque('which program Python runs cannot be known')];
		const [, letter, attached = ''] = /^-[bBdEiIOPqRsSuvx]*([cm])(.*)$/s.exec(text) ?? [];
		if (letter === 'm') return pythonModule(attached || (it.words[i + 1]?.text ?? ''), it, attached ? i - 1 : i);
		if (letter === 'c') {
			const source = attached === '' ? it.words[i + 1] : constant(attached);
			const behind = it.words.slice(attached === '' ? i + 2 : i + 1);
			return source === undefined
				? []
				: [{ find: 'code', language: 'python', source, start: { args: behind } }, ...credentialsIn(behind, it.scope)];
		}
		if (/^-[WX]$/.test(text)) i++;
		else if (/^(-V+|--version|-h|--help)$/.test(text)) return [];
		else if (!text.startsWith('-') || text === '-')
			return text === '-' ? fed(it, 'python') : program(it.words.slice(i), it);
	}
	return fed(it, 'python');
}

/**
 * Returns whether Python goes on with its input. Threat: with `-i` it runs its input after its program has ended:
 * `python3 -i -c 1 < README.md`.
 */
function goesOn({ words }: Invocation): boolean {
	let isInteractive = false;
	for (let i = 0; i < words.length; i++) {
		const [whole, letters = '', value = ''] = /^-([A-Za-z?]*?)([cmWX].*)?$/s.exec(words[i]?.text ?? '') ?? [];
		if (/[Vh?]/.test(letters) || /^--(version|help)/.test(words[i]?.text ?? '')) return false;
		if (whole === undefined) return isInteractive;
		isInteractive ||= letters.includes('i');
		if (/^[cm]/.test(value)) return isInteractive;
		if (/^[WX]$/.test(value)) i++;
	}
	return isInteractive;
}

function program([file, ...words]: readonly Word[], it: Invocation): readonly Finding[] {
	if (file === undefined) return [];
	return djangoTests(file, words, it) ?? interprets(file, it.scope, { language: 'python', words });
}

function pythonModule(name: string, it: Invocation, at: number): readonly Finding[] {
	const rest = it.words.slice(at + 2);
	const shadows = ranInstead(name, it.scope);
	if (name === 'pip') return [...shadows, { find: 'command', words: [constant('pip'), ...rest] }];
	if (isDeclaredPython(name) && hasDeclared(it.scope, name))
		return [...shadows, { find: 'command', words: [constant(name), ...rest] }];
	return [exec(it, `${it.name} -m ${name}`), ...credentialsIn(rest, it.scope)];
}

type Judging = (it: Invocation, codes: readonly Word[]) => readonly Finding[];

/** Judges code that is similar to shell code. It is read as shell code, too. */
const asShell: Judging = (it, codes) => {
	const [file] = it.operands;
	if (codes.length === 0) return file === undefined ? fed(it) : interprets(file, it.scope);
	return codes.flatMap((source): Finding[] => [
		{ find: 'code', source },
		{ find: 'shell', source },
	]);
};

const asCode: Judging = (it, codes) => {
	const [file] = it.operands;
	if (codes.length > 0)
		return [...codes.map((source): Finding => ({ find: 'code', source })), ...credentialsIn(it.operands, it.scope)];
	if (file !== undefined && file.text !== '-') return interprets(file, it.scope);
	const text = it.stdin?.text;
	if (text === undefined) return fed(it);
	return [...fed(it), ...inlineCode(constant(text)), { find: 'code', source: constant(text) }];
};

/** Returns a function that judges code, input or a script. `behind` returns words with code that the roles of options do not cover. */
function script(judge: Judging, behind: (words: readonly Word[]) => readonly Word[] = () => []) {
	return (it: Invocation): readonly Finding[] => {
		if (it.words.length === 1 && it.has('--version', '-v', '--help', '-h')) return [];
		return judge(it, [...it.values(...evaluating), ...behind(it.words)]);
	};
}

/** Judges code of a language that the gate does not read: on the command line, in the input, or in a script. */
export function unreadScript(it: Invocation): readonly Finding[] {
	return script(asCode)(it);
}

const onlyPrints = /^puts (-nonewline )?(\{[^{}\\]*\}|"[^"$[\\]*"|\[expr (\{[\d\s+*/().%-]*\}|[\d\s+*/().%-]*)\])$/;

/** Judges Tcl. Code that only prints constant text or numbers is harmless. Deletions of plain names are reported. */
function tcl(it: Invocation): readonly Finding[] {
	const text = it.words.length === 0 && it.stdin?.fetched !== true ? it.stdin?.text : undefined;
	const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
	if (lines.length > 0 && lines.every((line) => onlyPrints.test(line.trim()))) return [];
	const deleted = [...(text ?? '').matchAll(/^\s*file delete(?: -force)?(?: --)? ([\w.~/-]+)\s*$/gm)];
	return [...unreadScript(it), ...deleted.flatMap(([, path = '']) => deletes(constant(path), it.scope, true))];
}

/** Judges the input of an interpreter, which is its program. */
export function fed({ stdin }: Invocation, language?: LanguageName): readonly Finding[] {
	if (stdin?.fetched === true) return [runsFetchedCode];
	if (stdin?.text !== undefined && language !== undefined)
		return [{ find: 'code', language, source: constant(stdin.text), start: { isFed: true } }];
	const file = stdin?.file;
	const read: readonly Finding[] =
		file === undefined || language === undefined
			? []
			: [{ find: 'executes', path: file, script: { language, words: [] } }];
	return [opaque('it executes what it is fed, in another language'), ...read];
}

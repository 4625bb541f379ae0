import { printedBy, unreadFindings } from '../../code/index.ts';
import type { LanguageName } from '../../code/language.ts';
import { declaredScript, hasDeclared, isDeclaredPython } from '../declared.ts';
import { data, effect, exec, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { credentialsIn, inlineCode, interprets, reads } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Options of several languages that take code. */
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

/** Interpreters of other languages: inline code is opaque, a script is executed. */
export const interpreters = (): readonly Program[] => [
	rows('node nodejs', {
		input: 'data',
		options: {
			...role('code:javascript', '-e --eval -p --print -pe'),
			...role('script', '-r --require --import --loader --experimental-loader --env-file'),
			...data('-C --conditions --test-name-pattern --test-reporter --test-concurrency --test-timeout'),
		},
		wraps: true,
		also: node,
		prints: (it) => {
			const [code, ...more] = it.values('-e', '--eval');
			const isPlain = code !== undefined && more.length === 0 && it.options.length === 1;
			return isPlain ? printedBy('javascript', code, it.scope) : undefined;
		},
		decodes: (it) => it.has('-e', '--eval', '-p', '--print', '-pe'),
	}),
	rows('python', {
		input: 'data',
		also: python,
		prints: (it) => {
			const [option, code] = it.words;
			return option?.text === '-c' && code !== undefined ? printedBy('python', code, it.scope) : undefined;
		},
		decodes: (it) => python(it).some((finding) => finding.find === 'code'),
	}),
	rows(
		'Rscript tclsh osascript pwsh powershell expect groovy scala ghci R julia elixir jshell erl iex guile racket sbcl clisp ecl raku perl6 bb clojure clj nu xonsh elvish fish gforth ocaml wish qjs gjs jrunscript ghc runghc runhaskell tcc',
		{ input: 'data', options: { ...role('code', evaluating.join(' ')), ...data('-I -F') }, wraps: true, also: script },
	),
];

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

/** Python's own options end where the program begins: `-c code`, `-m module`, or a file. */
function python(it: Invocation): readonly Finding[] {
	for (let i = 0; i < it.words.length; i++) {
		const text = it.words[i]?.text ?? '';
		if (it.words[i]?.known === false) return [opaque('which program Python runs cannot be known')];
		const [, before = '', letter, attached = ''] = /^-([bBdEiIOPqRsSuvx]*)([cm])(.*)$/s.exec(text) ?? [];
		if (letter === 'm') return pythonModule(attached || (it.words[i + 1]?.text ?? ''), it, attached ? i - 1 : i);
		if (letter === 'c') {
			const source = attached === '' ? it.words[i + 1] : constant(attached);
			const start = before.includes('i') ? { doubt: 'it goes on with what it is fed' } : {};
			return source === undefined ? [] : [{ find: 'code', language: 'python', source, start }];
		}
		if (/^-[WX]$/.test(text)) i++;
		else if (/^(-V+|--version|-h|--help)$/.test(text)) return [];
		else if (!text.startsWith('-') || text === '-')
			return text === '-' ? fed(it, 'python') : program(it.words.slice(i), it);
	}
	return fed(it, 'python');
}

function program([file, ...words]: readonly Word[], it: Invocation): readonly Finding[] {
	return file === undefined ? [] : interprets(file, it.scope, { language: 'python', words });
}

function pythonModule(name: string, it: Invocation, at: number): readonly Finding[] {
	const rest = it.words.slice(at + 2);
	if (name === 'pip') return [{ find: 'command', words: [constant('pip'), ...rest] }];
	if (name === 'json.tool')
		return rest
			.filter((word) => !word.text.startsWith('-'))
			.slice(0, 1)
			.flatMap((word) => reads(word, it.scope));
	if (isDeclaredPython(name) && hasDeclared(it.scope, name))
		return [{ find: 'command', words: [constant(name), ...rest] }];
	return [exec(it, `${it.name} -m ${name}`)];
}

/** Code of a language that is not read, given or fed, or a script of it. */
export function script(it: Invocation): readonly Finding[] {
	const [file] = it.operands;
	if (it.words.length === 1 && it.has('--version', '-v', '--help', '-h')) return [];
	const codes = [...it.values(...evaluating), ...behindWords(it)];
	if (/^(pwsh|powershell)$/.test(it.name) && it.words.some((word) => /^[-/](e|ec|en\w*)$/i.test(word.text)))
		return [opaque('decoded code: what cannot be read before it is decoded is executed')];
	if (/^(fish|nu|xonsh|elvish)$/.test(it.name))
		return [
			...codes.flatMap((word) => [...unreadFindings(word.text, it.scope), { find: 'shell' as const, source: word }]),
			...(codes.length > 0 ? [] : file === undefined ? fed(it) : interprets(file, it.scope)),
		];
	if (codes.length > 0)
		return [...codes.flatMap(({ text }) => unreadFindings(text, it.scope)), ...credentialsIn(it.operands, it.scope)];
	if (file !== undefined && file.text !== '-') return interprets(file, it.scope);
	const text = it.stdin?.text;
	return [
		...fed(it),
		...(text === undefined ? [] : [...inlineCode(constant(text)), ...unreadFindings(text, it.scope)]),
	];
}

/** Code that stands behind words which the roles of options cannot tell: `erl -noshell -eval x`. */
function behindWords({ name, words }: Invocation): readonly Word[] {
	return name === 'erl' ? words.filter((_, i) => /^-(eval|run|s)$/.test(words[i - 1]?.text ?? '')) : [];
}

/** What an interpreter is fed is its program. */
export function fed({ stdin }: Invocation, language?: LanguageName): readonly Finding[] {
	if (stdin?.fetched === true) return [opaque('fetched code: what another machine answers is executed')];
	if (stdin?.text !== undefined && language !== undefined)
		return [{ find: 'code', language, source: constant(stdin.text), start: { isFed: true } }];
	const file = stdin?.file;
	const read: readonly Finding[] =
		file === undefined || language === undefined
			? []
			: [{ find: 'executes', path: file, script: { language, words: [] } }];
	return [opaque('it executes what it is fed, in another language'), ...read];
}

import { expandedInput, shellText } from '../carried.ts';
import { globbed } from '../globs.ts';
import { data, type Finding, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import { interprets, pathOf, reads, runsFile } from '../roles.ts';
import { startFindings } from '../shell-options.ts';
import { constant, holdsNames, type Word } from '../word.ts';
import { zshFindings } from './zsh-text.ts';

const completing = { ...role('shell', '-C -F'), ...data('-A -G -W -P -S -X -o') };

/** Shells, and builtins that run text as commands. */
export const shells = (): readonly Program[] => [
	rows('sh bash dash zsh ksh mksh ash rbash', {
		input: 'judged',
		options: { ...data('-o +o -O +O'), ...role('script', '--rcfile --init-file') },
		wraps: true,
		taken: startFile,
		also: (it) => [...shell(it), ...exportingAll(it), ...startFindings(it), ...zshFindings(it), ...kshFindings(it)],
	}),
	rows('eval', {
		input: 'handed',
		inShell: true,
		also: ({ words: [first, ...rest] }) => {
			const words = first === undefined ? [] : first.text === '--' ? rest : [first, ...rest];
			return [{ find: 'shell', source: joined(words), here: true }];
		},
	}),
	rows('source .', {
		input: 'judged',
		inShell: true,
		also: ({ words: [file, ...rest], scope }) => (file === undefined ? [] : sourced(file, rest, scope)),
	}),
	rows('trap', { input: 'ignored', inShell: true, also: trapped }),
	rows('bind enable', { input: 'ignored', also: () => [opaque('makes the shell load or run what it names')] }),
	rows('compgen', { input: 'ignored', inShell: true, options: completing, also: listed }),
	rows('complete', {
		input: 'ignored',
		inShell: true,
		options: completing,
		also: (it) => [...listed(it), ...(it.has('-C', '-F', '-W') ? [opaque('makes the shell run what it names')] : [])],
	}),
	rows('compopt', { input: 'ignored', options: completing }),
];

/** Judges completions. The shell expands and shows the words of `-W`. `-G`, and a word that is completed to a file name, list a folder. */
function listed({ values, operands, scope }: Invocation): readonly Finding[] {
	const files = [...values('-G'), ...operands.map((word) => ({ ...word, text: `${word.text}*` }))];
	return [
		...values('-W').map((word) =>
			word.known ? shellText(`cat ${expandedInput(word.text)}`) : opaque('a list that is expanded'),
		),
		...globbed(
			files.map((word) => ({ ...word, text: word.text.replace(/^~(?=\/)/, scope.facts.home), pattern: true })),
			scope,
		),
	];
}

/** A message or an exit, which does not change later commands. */
const changesNothing = /^\s*((echo|exit|true|:)\b(\$\w|\$\?|[^;&|`$()<>{}\n])*)?$/;

/** Judges `trap`. A command that runs between other commands can change the meaning of all of them. */
function trapped({ operands: [source, ...signals] }: Invocation): readonly Finding[] {
	// `trap - EXIT` restores the original action of the signal.
	if (source === undefined || (source.known && source.text === '-')) return [];
	const isBetween = signals.some((word) => !word.known || /^(SIG)?(DEBUG|ERR|RETURN)$/i.test(word.text));
	const isIdle = source.known && changesNothing.test(source.text);
	const between = isBetween && !isIdle ? [opaque('runs between all commands that follow')] : [];
	return [{ find: 'shell', source, later: true }, ...between];
}

/** Returns whether the words contain `-x` or `-v`, alone or with other letters, or one of their long names. */
export function isTracing(words: readonly Word[]): boolean {
	return words.some((word) => /^-[a-uwyzA-Z]*[vx]/.test(word.text) || /^(xtrace|(--)?verbose)$/.test(word.text));
}

function sourced(file: Word, words: readonly Word[], scope: Invocation['scope']): readonly Finding[] {
	if (file.stream !== undefined) return [{ find: 'shell', source: file, here: true }];
	const path = isEnvironment(file) ? pathOf(file, scope) : undefined;
	if (path !== undefined && !/^[/~]/.test(path)) return entersEnvironment(path);
	return isInput(file)
		? [{ find: 'feed' }]
		: interprets(file, scope, { language: 'shell', words, here: true, isPlain: true });
}

/** Returns whether a file is the script of a Python virtual environment that puts its tools first in the path. */
function isEnvironment({ known, text }: Word): boolean {
	return known && /^(\.\/)?\.?v?env\/bin\/activate$/.test(text);
}

/** The text of such a script is judged only for what destroys or leaks, because it changes the shell in many ways. */
function entersEnvironment(definedIn: string): readonly Finding[] {
	return [
		{ find: 'effect', effect: { kind: 'exec.project', script: definedIn, definedIn } },
		{ find: 'executes', path: definedIn, script: { language: 'shell', words: [] } },
	];
}

/** Returns whether a word is one of the names of a command's own input. */
function isInput({ text }: Word): boolean {
	return /^(-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(text);
}

function joined(words: Invocation['words']) {
	// The name of a file becomes text that the shell reads again.
	const known = words.every(
		(word) => word.known && word.stream === undefined && word.many !== true && !holdsNames(word),
	);
	const text = words.map((word) => word.text).join(' ');
	return {
		...constant(text),
		known,
		prefix: known ? text : '',
		fetched: words.some((word) => word.fetched || word.stream?.fetched === true),
		...(words.some((word) => word.decoded === true) && { decoded: true }),
		...(words.length === 1 && words[0]?.file !== undefined && { file: words[0].file }),
	};
}

/**
 * Judges a shell. With `-c`, the first operand is the command. Otherwise, the first operand is a
 * script. Without operands, the shell reads its input.
 */
function shell(it: Invocation): readonly Finding[] {
	const [first, ...rest] = it.operands;
	if (it.options.some(({ name }) => name === '-c')) {
		return first === undefined
			? []
			: [
					{
						find: 'shell',
						source: first,
						positional: rest.slice(1),
						...(rest[0] && { zero: rest[0] }),
						traces: isTracing(it.words),
					},
				];
	}
	if (it.has('--version', '--help')) return [];
	if (first?.stream === undefined && isSyntaxCheck(it)) return it.operands.flatMap((word) => reads(word, it.scope));
	const traces = isTracing(it.words);
	if (first === undefined || it.has('-s')) return fed(it);
	if (first.stream !== undefined) return [{ find: 'shell', source: first, traces }];
	if (isInput(first)) return fed(it);
	const script = { language: 'shell', words: rest, isPlain: isPlain(it) } as const;
	return interprets(first, it.scope, script);
}

/** Judges the input of a shell. An interactive shell replaces `!$` and `!x` in its input by words of earlier lines. */
function fed(it: Invocation): readonly Finding[] {
	const isReplaced = it.has('-i') && it.stdin !== undefined && it.stdin.text?.includes('!') !== false;
	return [
		{ find: 'feed', traces: isTracing(it.words) },
		...(isReplaced ? [opaque('an interactive shell, which replaces words of its input')] : []),
	];
}

/** Returns whether scripts mean the same to this shell as to bash, with options that do not change this. */
function isPlain({ name, options }: Invocation): boolean {
	const areQuiet = options.every(
		(one) =>
			/^-[eux]$/.test(one.name) || (one.name === '-o' && /^(pipefail|errexit|nounset)$/.test(one.value?.text ?? '')),
	);
	return /^(ba|da|a)?sh$/.test(name) && areQuiet;
}

/** Judges `ENV`, which names a file that an interactive shell runs first. Threat: the file may be called `ci` or `test`. */
function startFile(name: string, value: Word | undefined, it: Invocation): readonly Finding[] {
	const isFed = it.operands.length > 0 || it.stdin !== undefined;
	const isInteractive = it.has('-i') || it.values('-o').some(({ text }) => text === 'interactive') || !isFed;
	if (name !== 'ENV' || !isInteractive) return [];
	return value === undefined ? [opaque('a file that an interactive shell runs first')] : runsFile(value, it.scope);
}

/** Judges `bash -a`, with which programs see every variable that the script sets. */
function exportingAll(it: Invocation): readonly Finding[] {
	const isExporting = it.has('-a') || it.values('-o').some((word) => !word.known || word.text === 'allexport');
	return isExporting ? [opaque('exports every variable that it sets')] : [];
}

/**
 * Reports what only Korn shells execute. Threat: `[ 'a[$(id)]' -eq 0 ]` and `printf %d 'a[$(id)]'` run `id` in the Korn shells, but not in
 * bash.
 */
function kshFindings({ name, words, stdin }: Invocation): readonly Finding[] {
	if (!/^m?ksh$/.test(name)) return [];
	const texts = [...words.map(({ text }) => text), stdin?.text ?? stdin?.held ?? ''];
	return texts.some((text) => /\w\[[^\]\n]*(\$\(|\$\{[\s|]|`)/.test(text))
		? [opaque('a subscript that the Korn shell computes')]
		: [];
}

/** Returns whether the shell only reads a script, with `-n`, and no later option cancels this. */
function isSyntaxCheck(it: Invocation): boolean {
	return (
		it.has('-n') &&
		it.operands.length > 0 &&
		it.words.every((word) => word.known && !/^\+|^--(rc|init)/.test(word.text))
	);
}

import { type Analysis, nothing, type Run } from './analysis.ts';
import { judgeDeclared } from './declared-script.ts';
import { noteLink } from './links.ts';
import type { Finding } from './program.ts';
import { runFile } from './script-files.ts';
import { childOf, forgetAll, forgetVariables, fork, type State } from './state.ts';
import { constant, type Word } from './word.ts';

/** Judges the commands and command lines that a command starts. */
export function runInner(findings: readonly Finding[], words: readonly Word[], run: Run, analysis: Analysis): void {
	const name = words[0]?.text ?? '';
	const program = name.replace(/^.*\//, '');
	const operand = words.findIndex((word, i) => i > 0 && !/^[-+]/.test(word.text));
	const options = program === 'find' || operand < 0 ? words : words.slice(0, operand);
	if (/^(env|sudo|doas|find)$/.test(program) && options.some((word) => elsewhere.test(word.text))) {
		const state: State = { ...fork(run.state), cwd: undefined, cwdOnFailure: undefined };
		runFindings(findings, words, { ...run, state }, analysis);
	} else runFindings(findings, words, run, analysis);
}

/** `env -C`, `find -execdir`: the command runs in another directory. */
const elsewhere = /^(-\w*[CD]|--chdir|-execdir$|-okdir$)/;

function runFindings(findings: readonly Finding[], words: readonly Word[], run: Run, analysis: Analysis): void {
	const name = words[0]?.text ?? '';
	for (const finding of findings) {
		if (finding.find === 'command') analysis.runWords(finding.words, startedBy(name, run));
		if (finding.find === 'shell') runShell(finding, isOwnShell.test(name), run, analysis);
		if (finding.find === 'executes') runFile(finding, shellRunner(isOwnShell.test(name), run, analysis), run, analysis);
		if (finding.find === 'declared') judgeDeclared(finding, run, analysis);
		if (finding.find === 'link') noteLink(finding, analysis.facts, analysis);
		const file = finding.find === 'feed' ? run.stdin?.file : undefined;
		if (file !== undefined) runText(file, isOwnShell.test(name), { ...run, stdin: nothing }, analysis);
		const fed = run.stdin?.text ?? run.stdin?.held;
		if (finding.find === 'feed' && fed !== undefined) {
			const source = constant(fed);
			runShell(
				{ find: 'shell', source, here: isOwnShell.test(name) },
				isOwnShell.test(name),
				{ ...run, stdin: nothing },
				analysis,
			);
		}
	}
}

function shellRunner(isOwn: boolean, run: Run, analysis: Analysis): (text: string) => void {
	return (text) => runShell({ find: 'shell', source: constant(text) }, isOwn, run, analysis);
}

/** The text of a file that a shell is fed, or gets as its command line. */
function runText(path: string, isOwn: boolean, run: Run, analysis: Analysis): void {
	const script = { language: 'shell', words: [] } as const;
	runFile({ find: 'executes', path, script }, shellRunner(isOwn, run, analysis), run, analysis);
}

/** Builtins that run text in the shell itself; everything else starts another one. */
const isOwnShell = /^(eval|source|\.|trap|alias|unalias|hash|mapfile|readarray|compgen|complete|command|builtin)$/;
const keepsEnvironment =
	/^(exec|time|nohup|nice|ionice|timeout|stdbuf|setsid|xargs|gxargs|find|strace|ltrace|flock|chrt|taskset|busybox|toybox|watch)$/;

/** Where a command runs that another one starts. */
function startedBy(name: string, run: Run): Run {
	if (name === 'builtin' || name === 'command') return run;
	const state = fork(run.state);
	if (!keepsEnvironment.test(name.replace(/^.*\//, ''))) forgetVariables(state);
	return { ...run, state, isUncertain: true };
}

function runShell(finding: Extract<Finding, { find: 'shell' }>, isOwn: boolean, run: Run, analysis: Analysis): void {
	const { source, positional, zero, here, later, traces } = finding;
	const state = here === true ? run.state : isOwn ? fork(run.state) : childOf(run.state);
	if (traces === true) state.traces = true;
	if (later === true) {
		// It runs at another time: what holds now is one possibility, anything else the other.
		runShell({ find: 'shell', source }, isOwn, run, analysis);
		forgetAll(state);
	}
	if (!isOwn) state.positional = positional;
	if (zero !== undefined) state.variables.set('0', [zero]);
	const text = source.stream === undefined ? (source.known ? source.text : undefined) : source.stream.text;
	if (text === undefined) {
		const why = `a command line that cannot be known: ${source.text.slice(0, 120)}`;
		analysis.parts.push({ text: source.text.slice(0, 500), effects: [{ kind: 'opaque', why }], traits: run.traits });
		const file = source.stream?.file ?? source.file;
		if (file !== undefined) runText(file, isOwn, run, analysis);
		if (here === true) forgetAll(state);
		return;
	}
	const inner: Run = { ...run, state, ...(here !== true && { isUncertain: true }) };
	if (isOwn) analysis.runText(text, inner);
	else inChild(analysis, () => analysis.runText(text, inner));
}

/** Another shell may or may not have the functions of this one, and this one does not get those of the other. */
function inChild(analysis: Analysis, runIt: () => void): void {
	const { functions } = analysis;
	const before = [...functions];
	for (const [name, own] of before) functions.set(name, { ...own, isUncertain: true });
	runIt();
	functions.clear();
	for (const [name, own] of before) functions.set(name, own);
}

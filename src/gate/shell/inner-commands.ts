import { posix } from 'node:path';
import { type Analysis, nothing, type Run } from './analysis.ts';
import { judgeDeclared } from './declared-script.ts';
import { noteLater } from './later.ts';
import { noteLink } from './links.ts';
import type { Finding, Invocation, Program, Row } from './program.ts';
import { runFile } from './script-files.ts';
import { childOf, forgetAll, forgetVariables, fork, type State } from './state.ts';
import { judgeTyped } from './typed-script.ts';
import { constant, holdsNames } from './word.ts';

/** A command that may start inner commands, and how its row describes it. */
export interface Carrier {
	readonly name: string;
	readonly row?: Program;
	readonly invocation?: Invocation;
	/** The subcommand, if its row sets the directory of the inner command. */
	readonly starts?: { readonly row: Row; readonly invocation: Invocation };
	/** Called by its plain name, so the builtin runs instead of a program file. */
	readonly isBuiltin?: boolean;
}

/** Judges the inner commands and command lines of a command. */
export function runInner(findings: readonly Finding[], carrier: Carrier, run: Run, analysis: Analysis): void {
	const place = innerDirectory(carrier, run.state.cwd);
	runFindings(findings, carrier, startingIn(place, run), analysis);
}

function startingIn(place: 'here' | Pick<State, 'cwd'>, run: Run): Run {
	return place === 'here' ? run : { ...run, state: { ...fork(run.state), cwd: place.cwd, cwdOnFailure: undefined } };
}

/** Returns the directory of the inner command: `env -C`, `find -execdir`, `chroot`. */
function innerDirectory(carrier: Carrier, cwd: string | undefined): 'here' | Pick<State, 'cwd'> {
	const { row, invocation } = carrier.starts ?? carrier;
	if (row?.startsIn === undefined || invocation === undefined) return 'here';
	if (row.startsIn === 'elsewhere') return { cwd: undefined };
	const names = row.startsIn.split(' ');
	const isGiven = (name: string) =>
		names.some((one) => one === name || (name.length > 3 && name.startsWith('--') && one.startsWith(name)));
	const [option, ...others] = invocation.options.filter(({ name }) => isGiven(name));
	if (option === undefined)
		return invocation.words.some(({ text }) => names.includes(text.replace(/^(--[\w-]+)=.*$/s, '$1')))
			? { cwd: undefined }
			: 'here';
	const { value } = option;
	const isKnown =
		others.length === 0 && value?.known === true && !value.pattern && (value.text.startsWith('/') || cwd !== undefined);
	return { cwd: isKnown ? posix.resolve(cwd ?? '/', value.text) : undefined };
}

function runFindings(findings: readonly Finding[], carrier: Carrier, run: Run, analysis: Analysis): void {
	const isOwn = carrier.row?.inShell === true && carrier.isBuiltin === true;
	for (const finding of findings) {
		if (finding.find === 'command')
			analysis.runWords(finding.words, startedBy(carrier, startingIn(finding.place ?? 'here', run)));
		if (finding.find === 'shell' && finding.guessed === true)
			onlyGrave(analysis, () => runShell(finding, isOwn, run, analysis));
		else if (finding.find === 'shell') runShell(finding, isOwn, run, analysis);
		if (finding.find === 'executes') runFile(finding, shellRunner(isOwn, run, analysis), run, analysis);
		if (finding.find === 'declared') judgeDeclared(finding, run, analysis);
		if (finding.find === 'typed') judgeTyped(finding, run, analysis);
		if (finding.find === 'link') {
			noteLink(finding, analysis.facts, analysis);
			analysis.linkers.add(analysis.parts.at(-1)?.text ?? '');
		}
		const file = finding.find === 'feed' ? run.stdin?.file : undefined;
		if (file !== undefined) runText(file, isOwn, { ...run, stdin: nothing }, analysis);
		const fed = run.stdin?.text ?? run.stdin?.held;
		if (finding.find === 'feed' && fed !== undefined)
			runShell(
				{ ...finding, find: 'shell', source: constant(fed), here: isOwn },
				isOwn,
				{ ...run, stdin: nothing },
				analysis,
			);
	}
}

function shellRunner(isOwn: boolean, run: Run, analysis: Analysis): (text: string) => void {
	return (text) => runShell({ find: 'shell', source: constant(text) }, isOwn, run, analysis);
}

/** Judges the text of a file that is the input or the command line of a shell. */
function runText(path: string, isOwn: boolean, run: Run, analysis: Analysis): void {
	const script = { language: 'shell', words: [] } as const;
	runFile({ find: 'executes', path, script }, shellRunner(isOwn, run, analysis), run, analysis);
}

/** Returns the context of an inner command. */
function startedBy({ row, isBuiltin }: Carrier, run: Run): Run {
	if (row?.inShell === true && isBuiltin === true) return run;
	const state = fork(run.state);
	if (row?.keepsVariables !== true) forgetVariables(state);
	return { ...run, state, isUncertain: true, mayRepeat: true };
}

function runShell(finding: Extract<Finding, { find: 'shell' }>, isOwn: boolean, run: Run, analysis: Analysis): void {
	const { source, positional, zero, here, later, traces } = finding;
	const state = here === true ? run.state : isOwn ? fork(run.state) : childOf(run.state);
	if (traces === true) state.traces = true;
	if (later === true) {
		// The text runs later. So it is judged twice: with the current state, and with an unknown state.
		runShell({ find: 'shell', source }, isOwn, run, analysis);
		if (isOwn && source.known) noteLater(source.text, run, analysis);
		forgetAll(state);
	}
	if (!isOwn) state.positional = positional;
	if (zero !== undefined) state.variables.set('0', [zero]);
	const text = source.stream === undefined ? (source.known ? source.text : undefined) : source.stream.text;
	if (text === undefined || holdsNames(source)) {
		const why = `a command line that cannot be known: ${source.text.slice(0, 120)}`;
		analysis.parts.push({ text: source.text.slice(0, 500), effects: [{ kind: 'opaque', why }], traits: run.traits });
		const file = source.stream?.file ?? source.file;
		if (file !== undefined) runText(file, isOwn, run, analysis);
		if (here === true) forgetAll(state);
		if (text === undefined) return;
	}
	const inner: Run = { ...run, state, ...(here !== true && { isUncertain: true, mayRepeat: true }) };
	if (isOwn) analysis.runText(text, inner);
	else inChild(analysis, () => analysis.runText(text, inner));
}

const usual: ReadonlySet<string> = new Set(['read', 'network', 'exec', 'exec.project', 'exec.tool', 'git.commit']);

/** Does `runIt`, but keeps only unusual effects, such as a delete. A word in code may look like a program's name without being one. */
function onlyGrave(analysis: Analysis, runIt: () => void): void {
	const from = analysis.parts.length;
	runIt();
	for (const part of analysis.parts.splice(from))
		analysis.parts.push({ ...part, effects: part.effects.filter(({ kind }) => !usual.has(kind)) });
}

/** Judges a child shell. It may or may not have the functions of this shell, but this shell never gets the functions of the child. */
function inChild(analysis: Analysis, runIt: () => void): void {
	const { functions } = analysis;
	const before = [...functions];
	for (const [name, own] of before) functions.set(name, { ...own, isUncertain: true });
	runIt();
	functions.clear();
	for (const [name, own] of before) functions.set(name, own);
}

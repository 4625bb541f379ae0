import type { Assignment, Command, ParsedScript } from 'unbash';
import { type Analysis, nothing, type Run, withoutText } from './analysis.ts';
import { assign, assignDeclared, assignedValue, misreadStream, namesInLists, wordsOf } from './assignments.ts';
import { apart } from './beside.ts';
import { isOut, payText } from './budget.ts';
import { judgeWords, report } from './command.ts';
import { readAssigned } from './computed.ts';
import { builtinSettings, isAssignedInShell, noteExported } from './exported.ts';
import { inView } from './in-view.ts';
import { noteWritten, redirectionScope } from './origin.ts';
import { feed, hasOutputs, outputsOf } from './outputs.ts';
import type { Folding } from './piece.ts';
import type { Finding, Scope } from './program.ts';
import { noteOpened, outputThrough, type Redirected, readRedirections } from './redirections.ts';
import { settingFindings } from './settings.ts';
import { jumps, keepChanges } from './state.ts';
import { hasNetwork } from './substitutions.ts';
import { shownValues } from './walk-tests.ts';
import type { Stream, Word } from './word.ts';

/** How the words of a command are read, and how scripts inside it are judged. */
interface Inside {
	readonly fold: (node: Command) => Folding;
	readonly walkScript: (script: ParsedScript, run: Run) => Stream;
}

/** A simple command whose words, redirections and assignments were read. */
interface Simple {
	readonly node: Command;
	readonly folding: Folding;
	readonly scope: Scope;
	readonly redirected: Redirected;
	readonly words: readonly Word[];
	/** Assignments before the program. */
	readonly assignments: readonly Assignment[];
	/** Assignments that the program makes, such as `export` and `local`. */
	readonly declared: readonly Assignment[];
	readonly settings: readonly Finding[];
	/** Settings that builtins make. */
	readonly told: readonly Finding[];
	/** Values that the assignments show. */
	readonly shown: readonly Word[];
}

/** Judges a command with its redirections and assignments. Returns its output. */
export function walkSimple(node: Command, run: Run, analysis: Analysis, inside: Inside): Stream {
	if (!payText(analysis.budget, node.end - node.pos)) return nothing;
	const jump = run.state.jump;
	const folding = inside.fold(node);
	// If an expansion fails, the command does not run and prints nothing.
	const mayFail = run.state.jump === jumps.all && jump !== jumps.all;
	const simple = readSimple(node, folding, run, analysis);
	const { redirected, words, assignments } = simple;
	readAssigned(assignments, folding, run, analysis);
	if (words.length === 0) return assignOnly(simple, run, analysis);
	// An earlier `exec < file` sets the input.
	const isConsumed = run.stdin === undefined || analysis.consumed.has(run.stdin);
	const stdin = (isConsumed ? run.state.descriptors.get('0') : undefined) ?? run.stdin;
	const inner: Run = assignments.length > 0 ? { ...apart(run), stdin } : stdin === run.stdin ? run : { ...run, stdin };
	const before = beforeWords(simple, { run, inner }, analysis);
	// This call is nested deeply. It is made here, and not in a further function, so that each level needs less of the stack.
	const output = judgeWords(words, argumentsOf(simple), inner, analysis);
	afterWords({ ...simple, ...before, output }, { run, inner }, analysis, inside);
	return mayFail ? withoutText(output) : outputThrough(redirected, output, inner.state);
}

function readSimple(node: Command, folding: Folding, run: Run, analysis: Analysis): Simple {
	const scope = redirectionScope(run, analysis);
	const redirected = readRedirections(node.redirects, folding, scope);
	const misread = misreadStream(node, folding);
	const assignments = node.prefix.filter((item): item is Assignment => item.type === 'Assignment');
	const words = inView(wordsOf(node, folding, misread !== undefined), analysis.budget);
	const declared = node.args.filter((item): item is Assignment => item.type === 'Assignment');
	const settings = assignments.concat(declared).flatMap((item) => {
		const inShell = (words.length === 0 || declared.includes(item)) && isAssignedInShell(item, words, run.state);
		const value = item === misread?.assignment ? misread.value : assignedValue(item, folding);
		return settingFindings(item.name, value, { inShell, scope });
	});
	const told = builtinSettings(words, run.state, scope);
	const values = assignments.map((item) => ({ name: item.name, value: assignedValue(item, folding) }));
	const shown = shownValues(values, run);
	return { node, folding, scope, redirected, words, assignments, declared, settings, told, shown };
}

/** Judges assignments without a program. They set variables of the shell itself. */
function assignOnly(
	{ folding, scope, redirected, assignments, settings, shown }: Simple,
	run: Run,
	analysis: Analysis,
): Stream {
	for (const item of assignments) assign(item, folding, run.state);
	const findings = [...settings, ...redirected.findings, ...namesInLists(assignments, folding, scope)];
	const held = [...redirected.words, ...shown];
	const text = assignments.map((item) => item.text).concat(redirected.text);
	if (findings.length > 0 || shown.length > 0) report({ text: text.join(' '), words: held, findings }, run, analysis);
	runSettings(settings, run, analysis);
	noteOpened({ ...redirected, opened: [] }, run);
	// `$(< file)` is the text of the file.
	return redirected.stdin ?? nothing;
}

/** Where a command runs. `inner` is the place of the program, with its own variables. */
interface Places {
	readonly run: Run;
	readonly inner: Run;
}

/** The data that is needed again after the program was judged. */
interface Before {
	/** The command is an `exec` that changes the files of the shell. */
	readonly isOpening: boolean;
	/** The number of parts so far. */
	readonly from: number;
	readonly frozen: ReadonlySet<string>;
}

/** Sets the variables and files of the program. */
function beforeWords(
	{ folding, redirected, words, assignments, declared }: Simple,
	{ run, inner }: Places,
	analysis: Analysis,
): Before {
	for (const item of assignments) {
		assign(item, folding, inner.state);
		inner.state.attributes.exported.add(item.name);
	}
	noteOpened(redirected, inner);
	noteExported(words, inner.state);
	// After `exec < file`, all following commands read from the file.
	const isOpening = words.length === 1 && words[0]?.text === 'exec';
	if (isOpening && redirected.stdin) {
		if (run.stdin) analysis.consumed.add(run.stdin);
		run.state.descriptors.set('0', withoutText(redirected.stdin));
	}
	const frozen = declared.length === 0 ? noNames : new Set(inner.state.attributes.frozen);
	return { isOpening, from: analysis.parts.length, frozen };
}

function argumentsOf({ folding, scope, redirected, words, assignments, declared, settings, told, shown }: Simple) {
	const isReadingLine = words[0]?.text === 'read';
	return {
		...redirected,
		findings: redirected.findings.concat(namesInLists(declared, folding, scope)),
		words: redirected.words.concat(shown),
		settings: isReadingLine ? told : settings.concat(told),
		prefix: assignments.map((item) => item.text),
	};
}

/** Passes the output on, and keeps the changes of the command for the commands after it. */
function afterWords(
	{ node, folding, redirected, words, assignments, declared, isOpening, from, frozen, output }: Judged,
	{ run, inner }: Places,
	analysis: Analysis,
	{ walkScript }: Inside,
): void {
	noteWritten(redirected.findings, { text: output.text, appends: redirected.appends }, analysis);
	const outputs = hasOutputs(folding.printed) ? outputsOf(node, run, walkScript) : [];
	if (isOpening) analysis.sinks.push(...outputs);
	feed(
		isOpening ? [] : outputs.concat(analysis.sinks),
		[redirected.stdin ?? inner.stdin, output, { fetched: hasNetwork(analysis, from) }],
		analysis,
	);
	if (assignments.length > 0) keepChanges(inner.state, run.state, new Set(assignments.map((item) => item.name)));
	if (!isOut(analysis.budget)) analysis.walked.add(node);
	readAssigned(declared, folding, run, analysis);
	assignDeclared(declared, { words, frozen, folding }, run);
	if (isOpening && redirected.mixed) run.state.mixesErrors = true;
}

type Judged = Simple & Before & { readonly output: Stream };

const noNames: ReadonlySet<string> = new Set();

/** Judges the command that a variable makes programs run, at the place where the variable is set. */
function runSettings(settings: readonly Finding[], run: Run, analysis: Analysis): void {
	for (const finding of settings) {
		if (finding.find === 'shell' && finding.source.known) analysis.runText(finding.source.text, apart(run));
	}
}

import type { Effect } from '../../core/index.ts';
import { distinctEffects, type Trait } from '../part.ts';
import { isCredential } from '../sensitive.ts';
import { judgeAliased } from './aliases.ts';
import { type Analysis, addOpaque, leftOf, nothing, type Run, spend, withoutText } from './analysis.ts';
import { invocationOf, optionRoles, readArguments, stopsAtOperand } from './arguments.ts';
import { compute, evaluate } from './arithmetic.ts';
import { runTogether } from './beside.ts';
import type { Budget } from './budget.ts';
import { readCode } from './code-findings.ts';
import { readSubscripts } from './computed.ts';
import { takenSettings } from './exported.ts';
import { globbed } from './globs.ts';
import { type Carrier, runInner } from './inner-commands.ts';
import { judgeEach, judgeLikely, withoutFolder } from './likely-programs.ts';
import { withOddNames } from './odd-words.ts';
import { feedFindings, fetchedCode, fetchedFindings, noteEffects, noteWritten, showsFetched } from './origin.ts';
import { outputOf } from './printed.ts';
import {
	exec,
	type Finding,
	type Input,
	type Invocation,
	opaque,
	type Program,
	type Scope,
	type Subcommand,
	secret,
} from './program.ts';
import { minesFor } from './programs/miners.ts';
import { ownPath } from './programs/project/own-path.ts';
import { programOf } from './programs.ts';
import { takeLine } from './read-line.ts';
import { credentialsIn, runsFile } from './roles.ts';
import { findingsBy, type Reading } from './row-findings.ts';
import { withoutSources } from './source-texts.ts';
import { fork, join, jumps } from './state.ts';
import { subcommandOf } from './subcommands.ts';
import { givenToUnknown } from './unnamed.ts';
import { type Stream, spell, type Word } from './word.ts';

/** The parts of a command other than its words: assignments, redirections and input. */
export interface Around {
	readonly findings: readonly Finding[];
	readonly settings: readonly Finding[];
	readonly stdin?: Stream;
	readonly prefix: readonly string[];
	readonly text: readonly string[];
	readonly words: readonly Word[];
	/** A redirection reads or writes a file, or contacts a host. */
	readonly counts: boolean;
	/** Another program starts the command, so aliases and functions of the shell do not apply. */
	readonly isDirect?: boolean;
}

export const alone: Around = {
	findings: [],
	settings: [],
	prefix: [],
	text: [],
	words: [],
	counts: false,
	isDirect: true,
};

/** Judges one simple command: the effects of its program, and each command inside it. Returns its output. */
export function judgeWords(words: readonly Word[], around: Around, run: Run, analysis: Analysis): Stream {
	const [name] = words;
	if (name === undefined || !spend(analysis)) return nothing;
	const stdin = around.stdin ?? leftOf(run.stdin, analysis);
	const inside: Run = stdin === run.stdin ? run : { ...run, stdin };
	if (around.isDirect !== true) judgeAliased(name, words, inside, analysis);
	const called = around.isDirect === true ? undefined : callFunction(name.text, words.slice(1), inside, analysis);
	const line = name.text === 'read' ? takeLine(run) : undefined;
	const isInLoop = run.line !== undefined;
	const fed = around.stdin ?? line ?? (isInLoop && stdin?.fetched !== true ? undefined : stdin);
	const judged = called ?? judgeProgram(name, words, { run: inside, fed }, analysis);
	if (around.stdin === undefined && called === undefined) noteReading(judged, run, analysis);
	const text = around.prefix.concat(judged.name, words.slice(1).map(spell), around.text).join(' ');
	const certain = name.either === true ? words.findIndex((word) => word.either !== true) : -1;
	if (certain > 0) analysis.runWords(words.slice(certain), { ...inside, state: fork(run.state) });
	// In `${SHELL:-bash} -s`, each of the two words may be the program.
	if (name.either === true) judgeEach(words, inside, analysis);
	const doubt = name.either === true ? [opaque(`which program runs cannot be known: ${name.text.slice(0, 120)}`)] : [];
	const scope = { facts: analysis.facts, cwd: run.state.cwd };
	const found = withoutCode(withoutSources(judged.findings, scope, analysis), scope, analysis.budget);
	const settings = withoutCode(around.settings, scope, analysis.budget);
	const judgedAll = doubt.concat(settings, found, toldBy(words), around.findings);
	const own = judgedAll.concat(globbed(words.slice(1), scope, judgedAll), minesFor(words, judgedAll));
	const traits: Trait[] = [];
	if (around.counts) traits.push('redirect');
	if (words.some((word) => word.substitutes)) traits.push('subshell');
	if (judged.row?.escalates === true) traits.push('sudo');
	if (judged.invocation !== undefined && judged.row?.leaves?.(judged.invocation) === true) traits.push('beside');
	const all = judged.row?.discreet === true && !run.state.traces ? [] : words.concat(around.words);
	const inner: Run = traits.length === 0 ? inside : { ...inside, traits: [...run.traits, ...traits] };
	report({ text, words: all, findings: own, argv: words.map((word) => word.text) }, inner, analysis);
	// `tee f` writes its input to a file and also prints it.
	if (stdin?.text !== undefined && judged.output.text === stdin.text)
		noteWritten(judged.findings, { text: stdin.text, appends: words.some((word) => word.text === '-a') }, analysis);
	const runCarried = () => runInner(own, judged, inner, analysis);
	if (judged.row?.repeats === true) runTogether(analysis, runCarried);
	else runCarried();
	const odd = called === undefined ? withOddNames(words, scope) : undefined;
	if (odd !== undefined) analysis.runWords(odd, { ...inside, state: fork(run.state) });
	// `_` is the last argument of the last command: `: "$TOKEN"; echo "$_"`
	const last = words.at(-1);
	if (last !== undefined && last.secrets.length > 0) run.state.variables.set('_', [last]);
	const isFetched = showsFetched({ words, stdin, findings: judged.findings }, run.state, analysis);
	return { ...judged.output, fetched: judged.output.fetched || isFetched };
}

/** Replaces code of other languages in the findings by the effects of that code. */
function withoutCode(findings: readonly Finding[], scope: Scope, budget: Budget): readonly Finding[] {
	if (!findings.some(({ find }) => find === 'code')) return findings;
	return findings.flatMap((finding) => readCode(finding, scope, budget));
}

/** Returns the secrets that the shell prints when it expands the words. */
function toldBy(words: readonly Word[]): readonly Finding[] {
	if (words.every(({ told }) => told === undefined)) return [];
	return words.flatMap((word) => word.told ?? []).map((name) => secret(`$${name}`));
}

/** Records that the command may have read the input, so the next command may not get all of it. */
function noteReading({ row, input, findings }: Judged, { stdin }: Run, { consumed }: Analysis): void {
	// Such a program normally runs its input as commands. If it got a command as an argument, it passes its input on to this command.
	const isHanded = input === 'handed' || (input === 'shell' && findings.some(({ find }) => find === 'command'));
	const isLeft = row !== undefined && (input === 'ignored' || isHanded);
	if (stdin !== undefined && !isLeft) consumed.add(stdin);
}

/** The findings about one command, and how its row describes it. */
interface Judged extends Carrier {
	readonly findings: readonly Finding[];
	readonly output: Stream;
	readonly input?: Input;
}

interface Fed {
	readonly run: Run;
	/** The input that a `read` gets here. */
	readonly fed: Stream | undefined;
}

function judgeProgram(name: Word, words: readonly Word[], { run, fed }: Fed, analysis: Analysis): Judged {
	const scope = { facts: analysis.facts, cwd: run.state.cwd };
	const args = words.slice(1);
	if (!name.known || name.pattern || name.stream !== undefined || name.text === '') {
		judgeLikely(name, args, run, analysis);
		const why = `which program runs cannot be known: ${name.text.slice(0, 120)}`;
		return { name: name.text, findings: [opaque(why), ...(name.fetched ? fetchedCode : [])], output: nothing };
	}
	const spelled = withoutFolder(name, scope);
	if (/^\/lib(32|64)?\/(ld-linux|ld-musl)[\w.-]*\.so[.\d]*$/.test(name.text))
		return { name: name.text, findings: [{ find: 'command', words: args }], output: nothing };
	const own = spelled.includes('/') ? ownPath(name, scope) : undefined;
	if (spelled.includes('/') && own === undefined) {
		judgeLikely(name, args, run, analysis);
		return { name: spelled, findings: runsFile(name, scope, { words: args, isPlain: true }), output: nothing };
	}
	const program = own?.tool ?? spelled;
	const row = programOf(program, args);
	const read = readArguments(args, row === undefined ? {} : optionRoles(row), stopsAtOperand(row));
	const invocation = invocationOf(program, args, read, { scope, stdin: run.stdin });
	if (row === undefined) {
		return { name: program, findings: [exec(invocation), ...givenToUnknown(args, scope)], output: nothing };
	}
	const failed = run.state.cwdOnFailure;
	// A path names a program file, never a builtin.
	const isBuiltin = program === name.text;
	if (isBuiltin) change(row, invocation, { run, fed }, analysis);
	const reading = { read, input: row.input };
	const chosen = choose(row, invocation, reading);
	const taken = takenSettings(row, invocation, run.state);
	const findings = [...taken, ...(own?.definedBy(chosen.findings) ?? chosen.findings)];
	const judged: Judged = { name: spelled, ...chosen, findings, row, invocation, isBuiltin };
	if (failed === undefined) return judged;
	const elsewhere = choose(row, { ...invocation, scope: { ...scope, cwd: failed } }, reading);
	const effects = elsewhere.findings.filter((finding) => /^(effect|executes|compiles)$/.test(finding.find));
	return { ...judged, findings: [...judged.findings, ...effects], output: withoutText(judged.output) };
}

/** Judges the arithmetic of a builtin and applies its changes to the shell's state. */
function change(row: Program, invocation: Invocation, { run, fed }: Fed, analysis: Analysis): void {
	// Only a word with a subscript computes something.
	if (row.changes === undefined && !invocation.words.some(({ text }) => text.includes('['))) return;
	readSubscripts(row, invocation, run, analysis);
	const why = 'a number is computed from what cannot be known';
	row.changes?.(invocation, run.state, {
		row,
		fed,
		aliases: analysis.aliases,
		show: (values) => {
			if (values.some((word) => word.secrets.length > 0))
				report({ text: invocation.name, words: values, findings: [] }, run, analysis);
		},
		compute: (words) =>
			words === undefined ? addOpaque(analysis, invocation.name, why) : compute(words, run, analysis),
		expand: (words) => evaluate(words, run, analysis),
	});
}

/** The findings by the row of the program or of its subcommand. */
interface Chosen extends Pick<Carrier, 'starts'> {
	readonly findings: readonly Finding[];
	readonly output: Stream;
	readonly input: Input;
}

/** Reads the arguments by a row, and then by the rows of its subcommands. */
function choose(row: Subcommand, invocation: Invocation, { read: doubt, input }: Reading): Chosen {
	const findings = findingsBy(row, invocation, { read: doubt, input });
	if (row.subcommands === undefined) return { findings, output: outputOf(row, invocation), input };
	const [selector] = invocation.operands;
	if (selector === undefined) return { findings, output: nothing, input };
	if (!selector.known || selector.pattern) {
		const doubt = opaque(`which command of ${row.names[0]} runs cannot be known`);
		return { findings: [...findings, doubt], output: nothing, input };
	}
	const words = invocation.operands.slice(1);
	const sub = subcommandOf(row.subcommands, selector.text);
	if (sub === undefined) {
		const other = exec(invocation, `${row.names[0]} ${selector.text}`);
		return { findings: [...findings, other, ...credentialsIn(words, invocation.scope)], output: nothing, input };
	}
	const read = readArguments(words, optionRoles(sub), stopsAtOperand(sub));
	const scope = row.scopeFor?.(invocation) ?? invocation.scope;
	const inner = invocationOf(`${invocation.name} ${selector.text}`, words, read, { scope, stdin: invocation.stdin });
	const chosen = choose(sub, inner, { read, input: sub.input ?? input });
	const starts = chosen.starts ?? (sub.startsIn === undefined ? undefined : { row: sub, invocation: inner });
	return { ...chosen, ...(starts && { starts }), findings: findings.concat(chosen.findings) };
}

/** Runs a function of the command line instead of a program with that name. Returns undefined if no definition is certain. */
function callFunction(name: string, args: readonly Word[], run: Run, analysis: Analysis): Judged | undefined {
	const shellFunction = analysis.functions.get(name);
	if (shellFunction === undefined) return undefined;
	if (run.calls.includes(name)) {
		const isBomb = shellFunction.multiplies || run.traits.includes('pipe');
		const why = isBomb ? 'fork bomb: a function that starts itself again and again' : 'a function that calls itself';
		return { name, findings: [opaque(why)], output: nothing };
	}
	shellFunction.called = true;
	const before = fork(run.state);
	run.state.positional = args;
	const output = shellFunction.run({ ...run, calls: [...run.calls, name] });
	// Its changes may be local, or a `return` may skip them.
	join(run.state, before);
	run.state.positional = before.positional;
	run.state.formerly = before.formerly;
	if (run.state.jump <= jumps.function) run.state.jump = before.jump;
	return shellFunction.isUncertain ? undefined : { name, findings: [], output };
}

/** Judges the findings about a text that a command runs. */
export function judgeFindings(text: string, findings: readonly Finding[], run: Run, analysis: Analysis): void {
	report({ text, words: [], findings }, run, analysis);
	runInner(findings, { name: text }, run, analysis);
}

/** Adds a part with its effects and traits (leashd: CommandAnalyzer), and records the files that it executes. */
export function report(
	about: { text: string; words: readonly Word[]; findings: readonly Finding[]; argv?: readonly string[] },
	run: Run,
	analysis: Analysis,
): void {
	const found = about.findings.concat(
		secretsOf(about.words),
		feedFindings(about.findings, run.stdin),
		fetchedFindings(about.findings, run.state, analysis),
	);
	const effects: Effect[] = [];
	const traits = [...run.traits];
	for (const finding of found) {
		if (finding.find === 'effect') effects.push(finding.effect);
		if (finding.find === 'trait') traits.push(finding.trait);
	}
	for (const finding of found) {
		if (finding.find !== 'executes') continue;
		analysis.executes.add(finding.path);
		// With `set -x` or `set -v`, the shell prints the values that such a file sets.
		if (run.state.traces && isCredential(finding.path)) effects.push({ kind: 'secret.read', what: finding.path });
	}
	noteEffects(effects, run.stdin, analysis);
	const sources = found.filter((finding) => finding.find === 'source');
	const { text, argv } = about;
	analysis.parts.push({
		text,
		effects: distinctEffects(effects),
		traits: traits.length < 2 ? traits : [...new Set(traits)],
		...(argv && { argv }),
		...(sources.length > 0 && { sources }),
	});
}

function secretsOf(words: readonly Word[]): readonly Finding[] {
	if (words.every(({ secrets }) => secrets.length === 0)) return [];
	return words.flatMap((word) => word.secrets.map((name) => secret(`$${name}`)));
}

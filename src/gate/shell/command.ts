import type { Effect } from '../../core/index.ts';
import { analyseCode } from '../code/index.ts';
import type { Trait } from '../part.ts';
import { isCredential } from '../sensitive.ts';
import { judgeAliased, noteAlias } from './aliases.ts';
import { type Analysis, leftOf, nothing, type Run, spend, withoutText } from './analysis.ts';
import { invocationOf, optionRoles, readArguments } from './arguments.ts';
import { applyBuiltin } from './builtins.ts';
import { readComputed, readInput } from './computed.ts';
import { runInner } from './inner-commands.ts';
import { judgeEach, judgeLikely, withoutFolder } from './likely-programs.ts';
import {
	fedScript,
	feedFindings,
	fetchedCode,
	fetchedFindings,
	noteFetched,
	noteWritten,
	showsFetched,
} from './origin.ts';
import { exec, type Finding, type Invocation, opaque, type Role, type Row, type Scope, secret } from './program.ts';
import { ownPath } from './programs/project/own-path.ts';
import { programOf } from './programs.ts';
import { takeLine } from './read-line.ts';
import { credentialsIn, findingsOf, runsFile } from './roles.ts';
import { optionFindings } from './shell-options.ts';
import { fork, join, jumps } from './state.ts';
import { type Stream, spell, type Word } from './word.ts';

/** What stands around the words of a command. */
export interface Around {
	readonly findings: readonly Finding[];
	readonly settings: readonly Finding[];
	readonly stdin?: Stream;
	readonly prefix: readonly string[];
	readonly text: readonly string[];
	readonly words: readonly Word[];
	readonly counts: boolean;
	/** Started by another program, which knows nothing of the shell's functions. */
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

/** Judges one simple command: what its program does with its arguments, and every command inside it. */
export function judgeWords(words: readonly Word[], around: Around, run: Run, analysis: Analysis): Stream {
	const [name] = words;
	if (name === undefined || !spend(analysis)) return nothing;
	const stdin = around.stdin ?? leftOf(run.stdin, analysis);
	const inside: Run = { ...run, stdin };
	if (around.isDirect !== true) judgeAliased(name, words, inside, analysis);
	const called = around.isDirect === true ? undefined : callFunction(name.text, words.slice(1), inside, analysis);
	const line = name.text === 'read' ? takeLine(run) : undefined;
	const isInLoop = run.line !== undefined;
	const fed = around.stdin ?? line ?? (isInLoop && stdin?.fetched !== true ? undefined : stdin);
	const judged = called ?? judgeProgram(name, words, { run: inside, fed }, analysis);
	if (around.stdin === undefined && called === undefined) noteReading(judged.name, run, analysis);
	const text = [...around.prefix, judged.name, ...words.slice(1).map(spell), ...around.text].join(' ');
	const certain = name.either === true ? words.findIndex((word) => word.either !== true) : -1;
	if (certain > 0) analysis.runWords(words.slice(certain), { ...inside, state: fork(run.state) });
	// `${SHELL:-bash} -s`: each of the words that may stand there is the program.
	if (name.either === true) judgeEach(words, inside, analysis);
	const doubt = name.either === true ? [opaque(`which program runs cannot be known: ${name.text.slice(0, 120)}`)] : [];
	const scope = { facts: analysis.facts, cwd: run.state.cwd };
	const found = judged.findings.flatMap((finding) => readCode(finding, scope));
	const settings = around.settings.flatMap((finding) => readCode(finding, scope));
	const told = words.flatMap((word) => word.told ?? []).map((name) => secret(`$${name}`));
	const own: Finding[] = [...doubt, ...settings, ...found, ...told, ...around.findings];
	const traits: Trait[] = [];
	if (around.counts) traits.push('redirect');
	if (words.some((word) => word.substitutes)) traits.push('subshell');
	if (/^(sudo|doas|su)$/.test(judged.name)) traits.push('sudo');
	const all = judged.discreet && !run.state.traces ? [] : [...words, ...around.words];
	const inner: Run = { ...inside, traits: [...run.traits, ...traits] };
	report({ text, words: all, findings: own, argv: words.map((word) => word.text) }, inner, analysis);
	// `tee f` writes what it hands on.
	if (stdin?.text !== undefined && judged.output.text === stdin.text)
		noteWritten(judged.findings, { text: stdin.text, appends: words.some((word) => word.text === '-a') }, analysis);
	runInner(own, words, inner, analysis);
	const isFetched = showsFetched({ words, stdin, findings: judged.findings }, run.state, analysis);
	return { ...judged.output, fetched: judged.output.fetched || isFetched };
}

/** Commands that leave their input to others. */
const notReading =
	/^(:|true|false|echo|printf|test|\[|cd|pushd|popd|pwd|set|shift|unset|export|readonly|declare|typeset|local|let|eval|command|builtin|exec|return|break|continue|exit|trap|alias|shopt|wait|kill|sleep|date|mkdir|touch|rm|rmdir|unlink|mv|ln|chmod|ls|basename|dirname)$/;

function noteReading(name: string, { stdin }: Run, { consumed }: Analysis): void {
	if (stdin !== undefined && !notReading.test(name)) consumed.add(stdin);
}

/** Code of another language as what it does. */
function readCode(finding: Finding, scope: Scope): readonly Finding[] {
	if (finding.find !== 'code') return [finding];
	const isProgram = (name: string) => programOf(name, []) !== undefined;
	return analyseCode(finding.language, finding.source, { ...scope, isProgram }, finding.start);
}

interface Judged {
	readonly name: string;
	readonly findings: readonly Finding[];
	readonly output: Stream;
	readonly discreet?: boolean;
}

interface Fed {
	readonly run: Run;
	/** What a `read` here would get. */
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
	const read = readArguments(
		args,
		row === undefined ? {} : optionRoles(row),
		row?.wraps === true || row?.subcommands !== undefined,
	);
	const invocation = invocationOf(program, args, read, { scope, stdin: run.stdin });
	const failed = run.state.cwdOnFailure;
	// A path names a program, never what the shell does itself.
	const isBuiltin = program === name.text;
	if (isBuiltin) {
		readComputed(invocation, run, analysis);
		readInput(invocation, fed, run, analysis);
		applyBuiltin(invocation, run.state, { row, fed });
	}
	noteAlias(invocation, analysis);
	if (row === undefined) {
		// Whatever an unknown program does with a credential, it gets it.
		return { name: program, findings: [exec(invocation), ...credentialsIn(args, scope)], output: nothing };
	}
	const chosen = choose(row, invocation, read.uncertain);
	const findings = own?.definedBy(chosen.findings) ?? chosen.findings;
	const judged = { name: spelled, ...chosen, findings, discreet: row.discreet === true };
	if (failed === undefined) return judged;
	const elsewhere = choose(row, { ...invocation, scope: { ...scope, cwd: failed } }, read.uncertain);
	const effects = elsewhere.findings.filter((finding) => finding.find === 'effect' || finding.find === 'executes');
	return { ...judged, findings: [...judged.findings, ...effects], output: withoutText(judged.output) };
}

/** Reads the arguments by a row, and goes down into its subcommands. */
function choose(
	row: Row,
	invocation: Invocation,
	uncertain: boolean,
): { findings: readonly Finding[]; output: Stream } {
	const findings = [...findingsBy(row, invocation, uncertain), ...optionFindings(invocation)];
	if (row.subcommands === undefined) return { findings, output: outputOf(row, invocation) };
	const [selector] = invocation.operands;
	if (selector === undefined) return { findings, output: nothing };
	if (!selector.known)
		return {
			findings: [...findings, opaque(`which command of ${row.names[0]} runs cannot be known`)],
			output: nothing,
		};
	const sub = row.subcommands.find((candidate) => candidate.names.includes(selector.text));
	if (sub === undefined)
		return {
			findings: [
				...findings,
				exec(invocation, `${row.names[0]} ${selector.text}`),
				...credentialsIn(invocation.operands.slice(1), invocation.scope),
			],
			output: nothing,
		};
	const words = invocation.operands.slice(1);
	const read = readArguments(words, optionRoles(sub), sub.wraps === true || sub.subcommands !== undefined);
	const scope = row.scopeFor?.(invocation) ?? invocation.scope;
	const inner = invocationOf(`${invocation.name} ${selector.text}`, words, read, { scope, stdin: invocation.stdin });
	const chosen = choose(sub, inner, read.uncertain);
	return { findings: [...findings, ...chosen.findings], output: chosen.output };
}

function findingsBy(row: Row, invocation: Invocation, uncertain: boolean): readonly Finding[] {
	const { options, scope } = invocation;
	const roles = optionRoles(row);
	const byOption = options.flatMap(({ name, value }) => {
		const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
		if (role === undefined || value === undefined) return [];
		// With another program of the row it may take no value, and then this is a file.
		const isFile = role === 'data' && row.operands === 'read' && name.length === 2 && name !== '-I';
		if (isFile) return credentialsIn([value], scope).filter(() => !/\s/.test(value.text));
		return [...findingsOf(role, value, scope), ...(role === 'script' ? fedScript(value, invocation.stdin) : [])];
	});
	const byOperand = row.subcommands === undefined ? byOperands(row, invocation) : [];
	const isDoubtful = uncertain && row.discreet !== true && doesMore(row, roles);
	const doubt = isDoubtful ? [opaque('an argument that cannot be known may be an option')] : [];
	return [...byOption, ...byOperand, ...(row.also?.(invocation) ?? []), ...doubt];
}

/** Whether an option of the program could do more than take a text. */
function doesMore({ also }: Row, roles: Readonly<Record<string, Role>>): boolean {
	return also !== undefined || Object.values(roles).some((role) => role !== 'data' && role !== 'name');
}

/** What operands mean: a role that takes a command takes all that follow, too. */
function byOperands(row: Row, { operands, scope }: Invocation): readonly Finding[] {
	const given = row.operands ?? 'data';
	const list = typeof given === 'string' ? [given] : given;
	const command = list.indexOf('command');
	const single = command < 0 ? operands : operands.slice(0, command);
	const found = single.flatMap((word, i) => findingsOf(list[Math.min(i, list.length - 1)] ?? 'data', word, scope));
	const words = command < 0 ? [] : operands.slice(command);
	return words.length === 0 ? found : [...found, { find: 'command', words }];
}

function outputOf(row: Row, invocation: Invocation): Stream {
	const isSettled = invocation.words.every((word) => word.either !== true);
	const text = isSettled ? row.prints?.(invocation) : undefined;
	const names = isSettled ? row.lists?.(invocation) : undefined;
	const isToken = row.printsToken?.(invocation) === true;
	const program = row.printsPath?.(invocation);
	const file = text === undefined && names === undefined ? row.showsFile?.(invocation) : undefined;
	const decoded = text === undefined && (invocation.stdin?.decoded === true || row.decodes?.(invocation) === true);
	return {
		fetched: false,
		...(text !== undefined && { text }),
		...(names && { names }),
		...(isToken && { isToken }),
		...(program !== undefined && { program }),
		...(file !== undefined && { file }),
		...(decoded && { decoded }),
	};
}

/** A function of the command line runs in place of a program of that name. */
function callFunction(name: string, args: readonly Word[], run: Run, analysis: Analysis): Judged | undefined {
	const shellFunction = analysis.functions.get(name);
	if (shellFunction === undefined) return undefined;
	if (run.calls.includes(name)) {
		const isBomb = run.traits.includes('pipe');
		const why = isBomb ? 'fork bomb: a function that starts itself again and again' : 'a function that calls itself';
		return { name, findings: [opaque(why)], output: nothing };
	}
	shellFunction.called = true;
	const before = fork(run.state);
	run.state.positional = args;
	const output = shellFunction.run({ ...run, calls: [...run.calls, name] });
	// What it changed may have been local to it, or skipped by a `return`.
	join(run.state, before);
	run.state.positional = before.positional;
	if (run.state.jump <= jumps.function) run.state.jump = before.jump;
	return shellFunction.isUncertain ? undefined : { name, findings: [], output };
}

/** Judges what was found in a text that a command runs. */
export function judgeFindings(text: string, findings: readonly Finding[], run: Run, analysis: Analysis): void {
	report({ text, words: [], findings }, run, analysis);
	runInner(findings, [], run, analysis);
}

/** Records a part: its effects, what it executes, what it looks like to leashd's CommandAnalyzer. */
export function report(
	about: { text: string; words: readonly Word[]; findings: readonly Finding[]; argv?: readonly string[] },
	run: Run,
	analysis: Analysis,
): void {
	const secrets = about.words.flatMap((word) => word.secrets.map((name) => secret(`$${name}`)));
	const found = [
		...about.findings,
		...secrets,
		...feedFindings(about.findings, run.stdin),
		...fetchedFindings(about.findings, run.state, analysis),
	];
	const effects = found.flatMap((finding) => (finding.find === 'effect' ? [finding.effect] : []));
	const traits = found.flatMap((finding) => (finding.find === 'trait' ? [finding.trait] : []));
	for (const finding of found) {
		if (finding.find !== 'executes') continue;
		analysis.executes.add(finding.path);
		// A shell that prints what it reads or runs shows what such a file sets.
		if (run.state.traces && isCredential(finding.path)) effects.push({ kind: 'secret.read', what: finding.path });
	}
	noteFetched(effects, run.stdin, analysis);
	const { text, argv } = about;
	analysis.parts.push({
		text,
		effects: distinct(effects),
		traits: [...new Set([...run.traits, ...traits])],
		...(argv && { argv }),
	});
}

function distinct(effects: readonly Effect[]): Effect[] {
	if (effects.length < 2) return [...effects];
	return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
}

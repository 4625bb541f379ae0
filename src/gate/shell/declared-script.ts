import type { Effect, Facts } from '../../core/index.ts';
import type { DeclaredLine, Part } from '../part.ts';
import type { Analysis, Run } from './analysis.ts';
import { allowance, isOut } from './budget.ts';
import { isCatastrophic, isGrave } from './grave.ts';
import type { Finding } from './program.ts';
import { fork } from './state.ts';

const mostNested = 3;

/**
 * Judges the text of a script that the project declares. The maintainers vouch for what it runs, so only the grave is reported:
 * what reads credentials, changes privileges, destroys, or executes what another machine answers.
 */
export function judgeDeclared(finding: Extract<Finding, { find: 'declared' }>, run: Run, analysis: Analysis): void {
	const { line, commands = [line.text] } = finding;
	noteDeclared(line, analysis);
	const vouched = { about: line.path, name: line.name, isOfFile: finding.commands !== undefined };
	judgeVouched(vouched, run, analysis, (way) => {
		for (const text of commands) {
			const state = { ...fork(run.state), cwd: finding.cwd, cwdOnFailure: undefined, positional: [] };
			analysis.runText(text, { ...way, stdin: undefined, state });
		}
	});
}

/** A text of the project that is run: a script of a manifest, a rule of a makefile, a file. */
export interface Vouched {
	/** The file, relative to the root. */
	readonly about: string;
	/** Its name in the file, if it has one. */
	readonly name?: string;
	/** It is a file of its own, or a makefile, that may hold anything. */
	readonly isOfFile?: boolean;
	/** The functions that it defines are there afterwards. */
	readonly keepsFunctions?: boolean;
}

/**
 * Judges what the project itself says that is to be run, and records what is grave in it. Returns all that was found; undefined where it
 * was not looked at, because it runs itself, or is nested too deeply.
 */
export function judgeVouched(
	vouched: Vouched,
	run: Run,
	analysis: Analysis,
	work: (run: Run) => void,
): Found | undefined {
	const mark = ['script', vouched.about, ...(vouched.name === undefined ? [] : [vouched.name])].join(' ');
	const marks = run.calls.filter((call) => call.startsWith('script '));
	if (marks.includes(mark) || marks.length >= mostNested) return undefined;
	if (isOut(analysis.budget)) return undefined;
	const inner: Run = { ...run, calls: [...run.calls, mark] };
	const keepsFunctions = vouched.keepsFunctions === true;
	const found = apart(analysis, { isOutermost: marks.length === 0, keepsFunctions }, () => work(inner));
	for (const path of found.executes) {
		if (isRunItself(path, found.parts, analysis.facts)) analysis.declaredFiles.add(path);
	}
	analysis.parts.push(...countedIn(found.parts, vouched, analysis));
	return found;
}

/** The scripts in whose texts a command stands, by their paths. */
export function scriptsOf({ calls }: Run): readonly string[] {
	return calls.flatMap((call) => /^script (\S+)$/.exec(call)?.[1] ?? []);
}

/** Keeps what a name stands for, so that people see it; an approval is held to the file that says so. */
function noteDeclared(line: DeclaredLine, { declared, declaredFiles }: Analysis): void {
	declared.set(`${line.path} ${line.name}`, line);
	declaredFiles.add(line.path);
}

/** Whether a script runs a file of the checkout itself, and not only a tool that it configures. */
function isRunItself(path: string, parts: readonly Part[], facts: Facts): boolean {
	const isIts = (one: Effect) =>
		(one.kind === 'exec' && one.program === path) || (one.kind === 'exec.project' && one.script === path);
	const runs = parts.some(({ effects }) => effects.some(isIts));
	return runs && !path.startsWith('/') && facts.readText(path) !== undefined;
}

/** What was found in a text of the project. */
export interface Found {
	readonly parts: readonly Part[];
	readonly executes: readonly string[];
	/** Nothing of the text was left unread. */
	readonly isWhole: boolean;
}

/** What some work adds to the parts and to what is executed, taken out again; nothing else of it outlives it. A long one is not read whole. */
function apart(
	analysis: Analysis,
	{ isOutermost, keepsFunctions }: { readonly isOutermost: boolean; readonly keepsFunctions: boolean },
	work: () => void,
): Found {
	const { parts, executes, functions, budget } = analysis;
	const before = { count: parts.length, executes: [...executes], functions: [...functions], ...budget };
	const given = Math.min(before.steps, allowance.declared);
	if (isOutermost) budget.steps = given;
	work();
	const isWhole = !isOut(budget) && budget.isPartial === before.isPartial;
	if (isOutermost) {
		const left = before.steps - (given - budget.steps);
		Object.assign(budget, { steps: left, isPartial: before.isPartial || left <= 0 });
	}
	const added = [...executes].filter((path) => !before.executes.includes(path));
	executes.clear();
	for (const path of before.executes) executes.add(path);
	// What a sourced file defines counts where it is called.
	if (keepsFunctions) for (const shellFunction of functions.values()) shellFunction.called = true;
	else functions.clear();
	for (const [name, shellFunction] of before.functions) functions.set(name, shellFunction);
	return { parts: parts.splice(before.count), executes: added, isWhole };
}

/** The parts with what counts in them. Of a file that this run did not change the catastrophic counts; the rest of the grave is one question. */
function countedIn(found: readonly Part[], { about, isOfFile }: Vouched, { facts }: Analysis): readonly Part[] {
	const isCommitted = isOfFile === true && !facts.changedInRun(about);
	const grave = found.map(graveOf).filter((part) => part.effects.length > 0);
	if (!isCommitted) return grave;
	const counted = grave.map((part) => ({
		...part,
		effects: part.effects.filter((effect) => isCatastrophic(effect, facts)),
	}));
	const isMore = grave.some((part, i) => part.effects.length > (counted[i]?.effects.length ?? 0));
	const why = `what \`${about}\` runs may change rights, read credentials or write outside the checkout`;
	const more: Part = { text: about, effects: [{ kind: 'opaque', why }], traits: [] };
	return [...counted.filter((part) => part.effects.length > 0), ...(isMore ? [more] : [])];
}

function graveOf(part: Part): Part {
	// Code of another language and loaders of `.env` name credentials that they do not show.
	const isLoader = /^(dotenv|dotenvx|dotenv-cli|env-cmd|node|python3?)$/.test(part.argv?.[0] ?? '');
	return { ...part, effects: part.effects.filter((effect) => isGrave(effect, isLoader)) };
}

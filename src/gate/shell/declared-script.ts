import type { Effect, Facts } from '../../core/index.ts';
import type { DeclaredLine, Part } from '../part.ts';
import type { Analysis, Run } from './analysis.ts';
import { allowance, isOut } from './budget.ts';
import { isCatastrophic, isGrave } from './grave.ts';
import type { Finding } from './program.ts';
import { fork } from './state.ts';

const mostNested = 3;

/**
 * Judges the text of a script that the project declares. The maintainers accepted this text, so only grave effects are reported: reading
 * credentials, changing privileges, destroying, or running code from another machine.
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

/** A text of the project that runs: a script of a manifest, a rule of a makefile, or a file. */
export interface Vouched {
	/** The path of the file, relative to the root. */
	readonly about: string;
	/** The name of the script in the file, if it has one. */
	readonly name?: string;
	/** The text is a whole file, or a rule of a makefile. It may contain anything. */
	readonly isOfFile?: boolean;
	/** Functions that the text defines stay defined afterwards. */
	readonly keepsFunctions?: boolean;
}

/**
 * Judges a text of the project that runs, and reports its grave effects. Returns all findings. Returns undefined if the text was not
 * judged, because it calls itself, is nested too deeply, or the budget is spent.
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

/** Returns the paths of the script files that contain the command. Named scripts, such as those of a manifest, are left out. */
export function scriptsOf({ calls }: Run): readonly string[] {
	return calls.flatMap((call) => /^script (\S+)$/.exec(call)?.[1] ?? []);
}

/**
 * Records the text of a named script, so that the request can show it to the maintainers. An approval is valid only while the declaring
 * file is unchanged.
 */
function noteDeclared(line: DeclaredLine, { declared, declaredFiles }: Analysis): void {
	declared.set(`${line.path} ${line.name}`, line);
	declaredFiles.add(line.path);
}

/** Returns whether a script runs a file of the checkout directly. A file that only configures a tool is excluded. */
function isRunItself(path: string, parts: readonly Part[], facts: Facts): boolean {
	const isIts = (one: Effect) =>
		(one.kind === 'exec' && one.program === path) || (one.kind === 'exec.project' && one.script === path);
	const runs = parts.some(({ effects }) => effects.some(isIts));
	return runs && !path.startsWith('/') && facts.readText(path) !== undefined;
}

/** The findings about a text of the project. */
export interface Found {
	readonly parts: readonly Part[];
	readonly executes: readonly string[];
	/** The whole text was judged. */
	readonly isWhole: boolean;
}

/**
 * Does `work`, and then removes from the analysis the parts and executed files that it added. Also removes the functions that it defined,
 * unless `keepsFunctions` is set. The outermost script gets at most `allowance.declared` steps of the budget.
 */
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
	// A function of a sourced file is judged at its calls, and not at the end of the line.
	if (keepsFunctions) for (const shellFunction of functions.values()) shellFunction.called = true;
	else functions.clear();
	for (const [name, shellFunction] of before.functions) functions.set(name, shellFunction);
	return { parts: parts.splice(before.count), executes: added, isWhole };
}

/**
 * Returns the parts with their grave effects. For a file that this run did not change, only catastrophic effects stay. The other grave
 * effects become one opaque effect.
 */
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
	// Code of other languages and loaders of `.env` name credentials without showing them.
	const isLoader = /^(dotenv|dotenvx|dotenv-cli|env-cmd|node|python3?)$/.test(part.argv?.[0] ?? '');
	return { ...part, effects: part.effects.filter((effect) => isGrave(effect, isLoader)) };
}

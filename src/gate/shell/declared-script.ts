import type { Effect, Facts } from '../../core/index.ts';
import type { DeclaredLine, Part } from '../part.ts';
import type { Analysis, Run } from './analysis.ts';
import { allowance } from './budget.ts';
import type { Finding } from './program.ts';
import { fork } from './state.ts';

const mostNested = 3;

/**
 * Judges the text of a script that the project declares. The maintainers vouch for what it runs, so only the grave is reported:
 * what reads credentials, changes privileges, destroys, or executes what another machine answers.
 */
export function judgeDeclared(finding: Extract<Finding, { find: 'declared' }>, run: Run, analysis: Analysis): void {
	const { line } = finding;
	noteDeclared(line, analysis);
	const mark = `script ${line.path} ${line.name}`;
	const marks = run.calls.filter((call) => call.startsWith('script '));
	if (marks.includes(mark) || marks.length >= mostNested) return;
	const inner: Run = { ...run, stdin: undefined, calls: [...run.calls, mark], state: fork(run.state) };
	inner.state.cwd = finding.cwd;
	inner.state.positional = [];
	const found = apart(analysis, marks.length === 0, () => analysis.runText(line.text, inner));
	for (const path of found.executes) {
		if (isRunItself(path, found.parts, analysis.facts)) analysis.declaredFiles.add(path);
	}
	analysis.parts.push(...found.parts.map(graveOf).filter((part) => part.effects.length > 0));
}

/** Keeps what a name stands for, so that people see it; an approval is held to the file that says so. */
export function noteDeclared(line: DeclaredLine, { declared, declaredFiles }: Analysis): void {
	declared.set(`${line.path} ${line.name}`, line);
	declaredFiles.add(line.path);
}

/** Whether a script runs a file of the checkout itself, and not only a tool that it configures. */
function isRunItself(path: string, parts: readonly Part[], facts: Facts): boolean {
	const runs = parts.some(({ effects }) => effects.some((one) => one.kind === 'exec' && one.program === path));
	return runs && !path.startsWith('/') && facts.readText(path) !== undefined;
}

interface Found {
	readonly parts: readonly Part[];
	readonly executes: readonly string[];
}

/** What some work adds to the parts and to what is executed, taken out again; nothing else of it outlives it. A long one is not read whole. */
function apart(analysis: Analysis, isOutermost: boolean, work: () => void): Found {
	const { parts, executes, functions, budget } = analysis;
	const before = { count: parts.length, executes: [...executes], functions: [...functions], ...budget };
	const given = Math.min(before.steps, allowance.declared);
	if (isOutermost) budget.steps = given;
	work();
	if (isOutermost) {
		const left = before.steps - (given - budget.steps);
		Object.assign(budget, { steps: left, isPartial: before.isPartial || left <= 0 });
	}
	const added = [...executes].filter((path) => !before.executes.includes(path));
	executes.clear();
	for (const path of before.executes) executes.add(path);
	functions.clear();
	for (const [name, shellFunction] of before.functions) functions.set(name, shellFunction);
	return { parts: parts.splice(before.count), executes: added };
}

function graveOf(part: Part): Part {
	// Code of another language and loaders of `.env` name credentials that they do not show.
	const isLoader = /^(dotenv|dotenvx|dotenv-cli|env-cmd|node|python3?)$/.test(part.argv?.[0] ?? '');
	return { ...part, effects: part.effects.filter((effect) => isGrave(effect, isLoader)) };
}

function isGrave(effect: Effect, isLoader: boolean): boolean {
	switch (effect.kind) {
		case 'privilege':
		case 'destroy':
			return true;
		case 'secret.read':
			return !isLoader && !effect.what.startsWith('$');
		case 'opaque':
			return /^(fetched code|fork bomb)/.test(effect.why);
		case 'delete':
			return /^(\.|\*\*?|\.\*|~.*|\/(?!tmp\/).*)$/.test(effect.path) || /(^|\/)\.git(\/|$)/.test(effect.path);
		case 'write':
		case 'config.write':
			return /^\/(?!tmp\/|dev\/)|^~|(^|\/)\.git\//.test(effect.path);
		default:
			return false;
	}
}

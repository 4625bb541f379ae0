import { assumedWalls, describeEffect, type Gate, type Mode, type Verdict } from '../../src/core/index.ts';
import type { NamedRun } from './read-runs.ts';
import { startRun } from './run-state.ts';
import { isStep, type Step } from './trajectory.ts';

/** A call with what the gate answered. */
export interface JudgedCall {
	readonly run: string;
	readonly step: number;
	readonly tool: Step['tool'];
	readonly command: string;
	readonly decision: Verdict['decision'];
	readonly rule: string;
	readonly reason: string;
	/** Every rule that asks or blocks. */
	readonly rules: readonly string[];
	readonly effects: readonly string[];
	/** Two calls with the same question have the same rule and reach the same hosts, or else have the same effects. */
	readonly question: string;
}

/** Judges the calls of a run in order. What earlier calls wrote counts for later ones. */
export function judgeRun(gate: Gate, run: NamedRun, mode: Mode): readonly JudgedCall[] {
	const { facts, note } = startRun(run.root);
	return run.actions.filter(isStep).map((step, i) => {
		const call = { id: `${i + 1}`, name: step.tool, args: argumentsOf(step) };
		const verdict = gate.judge(call, { facts, mode, grants: [], walls: assumedWalls });
		note(call, verdict);
		return judgedCall(run, i + 1, step, verdict);
	});
}

/** The gate resolves a file tool's path from the root; the agent resolved it from its working directory. */
function argumentsOf({ tool, args, cwd }: Step): Step['args'] {
	if (cwd === undefined) return args;
	if (tool === 'Bash') return { ...args, cwd };
	const path = String(args['file_path']);
	return { ...args, file_path: /^[/~]/.test(path) ? path : `${cwd}/${path}` };
}

function judgedCall(run: NamedRun, step: number, { tool, args }: Step, verdict: Verdict): JudgedCall {
	const { decision, rule, reason, effects, matches } = verdict;
	const rules = matches.filter((match) => match.decision !== 'allow').map((match) => match.rule);
	return {
		run: run.name,
		step,
		tool,
		command: String(args['command'] ?? args['file_path'] ?? ''),
		decision,
		rule,
		reason,
		rules: [...new Set(rules)],
		effects: effects.map(describeEffect),
		question: questionOf(verdict),
	};
}

function questionOf({ rule, effects }: Verdict): string {
	const hosts = effects.flatMap((effect) => (effect.kind === 'network' ? [effect.host] : []));
	const others = effects.filter((effect) => effect.kind !== 'read').map(describeEffect);
	return JSON.stringify([rule, ...(hosts.length > 0 ? hosts.toSorted() : others.toSorted())]);
}

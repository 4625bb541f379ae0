import { assumedWalls, describeEffect, type Gate, type Mode, type Verdict } from '../../src/core/index.ts';
import type { NamedRun } from './read-runs.ts';
import { startRun } from './run-state.ts';
import { isStep, type Step } from './trajectory.ts';

/** A call with the gate's verdict. */
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
	/** The same for calls with the same rule and the same hosts, or, without hosts, with the same effects. */
	readonly question: string;
}

/** Judges the calls of a run in order. The texts that earlier calls wrote affect later ones. */
export function judgeRun(gate: Gate, run: NamedRun, mode: Mode): readonly JudgedCall[] {
	const { facts, note } = startRun(run.root);
	return run.actions.filter(isStep).map((step, i) => {
		const call = { id: `${i + 1}`, name: step.tool, args: argumentsOf(step) };
		const verdict = gate.judge(call, { facts, mode, grants: [], walls: assumedWalls });
		note(call, verdict);
		return judgedCall(run, i + 1, step, verdict);
	});
}

/** Returns the arguments with paths from the root. The agent resolved the path of a file tool from its working directory. */
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

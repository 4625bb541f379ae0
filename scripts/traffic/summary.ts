import type { Mode } from '../../src/core/index.ts';
import type { JudgedCall } from './judge-run.ts';

/** A rule that asks or blocks, with its first example. */
export interface RuleCount {
	readonly decision: JudgedCall['decision'];
	readonly rule: string;
	readonly count: number;
	readonly example: string;
}

/** The verdicts of one mode on a collection of runs. Shares are between 0 and 1. */
export interface Summary {
	readonly mode: Mode;
	readonly runs: number;
	readonly calls: number;
	readonly commands: number;
	readonly allowed: number;
	readonly asked: number;
	readonly blocked: number;
	readonly distinctQuestions: number;
	readonly median: number;
	readonly p90: number;
	readonly mean: number;
	/** The share of runs that ask nothing. */
	readonly silent: number;
	/** The share of runs that ask nothing and in which nothing is blocked. */
	readonly free: number;
	readonly rules: readonly RuleCount[];
}

/** Returns the figures of a mode. Each run must have at least one call. */
export function summaryOf(mode: Mode, runs: readonly (readonly JudgedCall[])[]): Summary {
	const calls = runs.flat();
	const count = (holds: (call: JudgedCall) => boolean): number => calls.filter(holds).length;
	const asks = runs.map((run) => run.filter(({ decision }) => decision === 'confirm'));
	const questions = asks.map((run) => run.length).toSorted((a, b) => a - b);
	return {
		mode,
		runs: runs.length,
		calls: calls.length,
		commands: count(({ tool }) => tool === 'Bash'),
		allowed: count(({ decision }) => decision === 'allow'),
		asked: count(({ decision }) => decision === 'confirm'),
		blocked: count(({ decision }) => decision === 'block'),
		distinctQuestions: sum(asks.map((run) => new Set(run.map(({ question }) => question)).size)),
		median: quantile(questions, 0.5),
		p90: quantile(questions, 0.9),
		mean: sum(questions) / Math.max(1, runs.length),
		silent: share(questions, (asked) => asked === 0),
		free: share(runs, (run) => run.every(({ decision }) => decision === 'allow')),
		rules: ruleCounts(calls),
	};
}

function ruleCounts(calls: readonly JudgedCall[]): readonly RuleCount[] {
	const stopped = calls.filter(({ decision }) => decision !== 'allow');
	const groups = Map.groupBy(stopped, ({ decision, rule }) => JSON.stringify([decision, rule]));
	return [...groups.values()]
		.flatMap((group) => {
			const [first] = group;
			if (first === undefined) return [];
			return [{ decision: first.decision, rule: first.rule, count: group.length, example: first.command }];
		})
		.toSorted((a, b) => b.count - a.count);
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, one) => total + one, 0);
}

function share<T>(list: readonly T[], holds: (one: T) => boolean): number {
	return list.length === 0 ? Number.NaN : list.filter(holds).length / list.length;
}

/** Returns a quantile: the smallest number for which at least this share of the numbers is not larger. */
function quantile(sorted: readonly number[], of: number): number {
	return sorted[Math.max(0, Math.ceil(sorted.length * of) - 1)] ?? 0;
}

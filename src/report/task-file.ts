import type { Outcome } from '../core/index.ts';
import { costWords, type ModelCost } from './cost-words.ts';
import { fenced, ruleSpan, span } from './markdown.ts';
import { neutralLine, neutralMarkdown, withoutHidden } from './neutral-markdown.ts';

/** How far a step has come, and how it ended. Closed. */
export type StepStatus =
	| 'pending'
	| 'waiting'
	| 'running'
	| 'retrying'
	| 'succeeded'
	| 'failed'
	| 'refused'
	| 'denied'
	| 'unknown';

/** One call of a run, or one command of its setup. */
export interface TaskStep {
	readonly tool: string;
	/** It is of the configuration's setup: no model asked for it. */
	readonly isSetup: boolean;
	readonly status: StepStatus;
	/** JSON; long texts cut. */
	readonly args: string;
	/** When its last attempt began, ISO 8601 UTC. */
	readonly started?: string;
	readonly durationMs?: number;
	readonly attempts: number;
	/** The rule that decided. */
	readonly rule?: string;
	/** The request that asked for it. */
	readonly request?: string;
	/** What it printed, or why it did not run; the beginning. */
	readonly output?: string;
}

/** A run as a list of steps (Wolffish, The Agent Pipeline: motor). */
export interface TaskView {
	readonly run: string;
	readonly task: string;
	readonly created: string;
	readonly updated: string;
	/** Undefined while the run goes on or waits. */
	readonly outcome?: Outcome;
	/** What its models used, and what that cost. */
	readonly costs?: readonly ModelCost[];
	readonly steps: readonly TaskStep[];
}

const marks: Readonly<Record<StepStatus, string>> = {
	pending: '⏺️',
	waiting: '✍️',
	running: '⏳',
	retrying: '🔁',
	succeeded: '✅',
	failed: '❌',
	refused: '🚫',
	denied: '🛑',
	unknown: '❓',
};

const over: ReadonlySet<StepStatus> = new Set(['succeeded', 'failed', 'refused', 'denied', 'unknown']);

/** `TASK-<id>.md`: what a run has done, step by step, for people. Whatever others wrote in it stands in code or is made harmless. */
export function taskFile(view: TaskView): string {
	const ended = view.steps.filter((step) => over.has(step.status)).length;
	const waits = view.steps.flatMap(({ status, request }) =>
		status === 'waiting' && request !== undefined ? [request] : [],
	);
	const head = [
		`- **ID:** ${span(view.run)}`,
		`- **Status:** ${statusOf(view)}${waits.length === 0 ? '' : ` (waits for ${waits.join(', ')})`}`,
		...outcomeLine(view),
		...spent(view.costs ?? []),
		`- **Created:** ${view.created}`,
		`- **Updated:** ${view.updated}`,
		`- **Steps:** ${ended}/${view.steps.length}`,
	];
	return `${[`# Task: ${title(view.task)}`, head.join('\n'), ...view.steps.map(stepBlock)].join('\n\n')}\n`;
}

function spent(costs: readonly ModelCost[]): readonly string[] {
	const sum = (pick: 'input' | 'output'): number => costs.reduce((total, cost) => total + cost[pick], 0);
	const words = [`${sum('input')} + ${sum('output')} tokens`, ...costWords(costs)];
	return costs.length === 0 ? [] : [`- **Used:** ${words.join(', ')}`];
}

/** As the run ended: a test that was red before the mend is a step that failed in a run that succeeded. */
function statusOf({ outcome }: TaskView): 'running' | 'succeeded' | 'failed' | 'stopped' {
	if (outcome === undefined) return 'running';
	if (outcome.reason === 'answered') return 'succeeded';
	return outcome.kind === 'failed' || outcome.kind === 'incompatible-checkpoint' ? 'failed' : 'stopped';
}

function outcomeLine({ outcome }: TaskView): readonly string[] {
	if (outcome === undefined) return [];
	return [`- **Outcome:** ${neutralLine(`${outcome.kind} (${outcome.reason}): ${outcome.message}`)}`];
}

function stepBlock(step: TaskStep, index: number): string {
	const setup = step.isSetup ? ' (setup)' : '';
	const facts = [
		`- **Status:** ${step.status}${step.request === undefined ? '' : ` (${step.request})`}`,
		...(step.rule === undefined ? [] : [`- **Rule:** ${ruleSpan(step.rule)}`]),
		...(step.started === undefined ? [] : [`- **Started:** ${step.started}`]),
		...(step.durationMs === undefined ? [] : [`- **Duration:** ${step.durationMs} ms`]),
		`- **Attempts:** ${step.attempts}`,
	];
	return [
		`## ${index + 1}. ${marks[step.status]} ${span(step.tool)}${setup}`,
		facts.join('\n'),
		`**Args**\n\n${shown(step.args, 'json')}`,
		...(step.output === undefined ? [] : [`**${labels[step.status] ?? 'Output'}**\n\n${shown(step.output)}`]),
	].join('\n\n');
}

const labels: Partial<Record<StepStatus, string>> = { failed: 'Error', refused: 'Refused', denied: 'Denied' };

/** A block of code that its content cannot end, without what people do not see: the fence is chosen by what is left. */
function shown(text: string, language = ''): string {
	return neutralMarkdown(fenced(withoutHidden(text) || '(empty)', language));
}

function title(task: string): string {
	const [line = ''] = task.trim().split('\n');
	return neutralLine(flat(line).slice(0, 200)) || 'no words';
}

function flat(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

import { type Outcome, outcomeTraits } from '../../core/index.ts';
import { fenced, ruleSpan, span } from '../text/markdown.ts';
import { neutralLine, neutralMarkdown, withoutHidden } from '../text/neutral-markdown.ts';
import { costWords, type ModelCost } from './cost-words.ts';

/** The state of a step, or how it ended. This is a closed list. */
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
	/** If true, the step is from the configuration's setup, so no model asked for it. */
	readonly isSetup: boolean;
	readonly status: StepStatus;
	/** JSON. Long texts are cut. */
	readonly args: string;
	/** When the last attempt began, ISO 8601 UTC. */
	readonly started?: string;
	readonly durationMs?: number;
	readonly attempts: number;
	/** The rule that decided. */
	readonly rule?: string;
	/** The id of the request for approval. */
	readonly request?: string;
	/** The beginning of the step's output, or of the reason why the step did not run. */
	readonly output?: string;
}

/** A run as a list of steps (Wolffish, The Agent Pipeline: motor). */
export interface TaskView {
	readonly run: string;
	readonly task: string;
	readonly created: string;
	readonly updated: string;
	/** Undefined while the run works or waits. */
	readonly outcome?: Outcome;
	/** The tokens and cost of each model. */
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

/** Returns the text of `TASK-<id>.md`, which shows people the steps of a run. Texts that others wrote are in code, or are made harmless. */
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

/** Returns the status of the whole run. A run can succeed although a step failed, such as a test before the bug was fixed. */
function statusOf({ outcome }: TaskView): 'running' | 'succeeded' | 'failed' | 'stopped' {
	if (outcome === undefined) return 'running';
	if (outcome.reason === 'answered') return 'succeeded';
	return outcomeTraits[outcome.kind].failsJob ? 'failed' : 'stopped';
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

/**
 * Returns a block of code that its content cannot end. It removes invisible characters first, because the fence depends on the visible
 * text.
 */
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

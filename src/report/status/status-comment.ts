import { minuteOf, type Outcome } from '../../core/index.ts';
import { counted, span } from '../text/markdown.ts';
import { neutralLine } from '../text/neutral-markdown.ts';
import type { GrantRow } from './run-view.ts';

/** A short description of a run. */
export interface RunStatus {
	readonly run: string;
	readonly requester: string;
	readonly task: string;
	readonly mode: string;
	/** The number of ended calls. */
	readonly steps: number;
	readonly waits: readonly { readonly id: string; readonly tool: string; readonly expires: string }[];
	/** The grants for the rest of the run. */
	readonly grants: readonly GrantRow[];
	readonly outcome?: Outcome;
}

/** A run whose state cannot be read, and why. */
export interface UnreadRun {
	readonly run: string;
	readonly why: string;
}

/** Returns the answer to `/agent status`: the runs that have not ended, and the last run that has. */
export function statusText(runs: readonly RunStatus[], unread: readonly UnreadRun[] = []): string {
	const open = runs.filter(({ outcome }) => outcome === undefined);
	const last = runs.findLast(({ outcome }) => outcome !== undefined);
	const shown = [...open, ...(last === undefined ? [] : [last])];
	const texts = [
		...shown.map(runText),
		...unread.map(({ run, why }) => `**Run** ${span(run)} cannot be read: ${neutralLine(why)}`),
	];
	return texts.length === 0 ? 'No run was started here.' : texts.join('\n\n');
}

function runText({ run, requester, task, mode, steps, waits, grants, outcome }: RunStatus): string {
	const first = task.trim().split('\n')[0]?.slice(0, 200) ?? '';
	return [
		`**Run** ${span(run)}, asked by @${requester}, mode ${mode}: ${neutralLine(first)}`,
		`- ${outcome === undefined ? stateOf(waits.length) : neutralLine(outcome.message)} ${counted(steps, 'step')} so far.`,
		...waits.map(({ id, tool, expires }) => `- **${id}** ${span(tool)} waits until ${minuteOf(expires)}`),
		...grants.map(
			({ id, by, what }) => `- approved for the rest of this run by @${by} with ${id}: ${neutralLine(what)}`,
		),
		...(grants.length === 0 ? [] : ['- `/revoke` takes this back.']),
	].join('\n');
}

function stateOf(waiting: number): string {
	return waiting === 0
		? 'It is working, or its job broke off (`/agent retry` continues it).'
		: 'It waits for approval.';
}

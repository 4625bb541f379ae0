import type { Content } from '../../core/index.ts';
import type { StepStatus, TaskStep, TaskView } from '../../report/index.ts';
import { headerOf } from '../stage.ts';
import type { CallOutcome, CallState } from '../state/call-state.ts';
import { pricedCosts } from '../state/money.ts';
import { callsOf } from '../state/open-calls.ts';
import type { RunRecord } from '../state/run-journal.ts';
import type { SetupState } from '../state/setup-state.ts';
import type { State } from '../state/state.ts';

/** Returns the steps of a run, from its journal. The journal contains no secrets, because they were removed before it was written. */
export function taskOf(record: RunRecord): TaskView {
	const entries = record.entries();
	const state = record.state();
	const { run, request } = headerOf(state);
	return {
		run,
		task: request.task,
		created: entries.at(0)?.at ?? '',
		updated: entries.at(-1)?.at ?? '',
		...outcomeOf(state),
		...pricedCosts(state),
		steps: stepsOf(state),
	};
}

/** Returns the outcome of a finished run. A run that waits, or whose job ended in an outage, continues in another process. */
function outcomeOf({ finished, process }: State): Pick<TaskView, 'outcome'> {
	const stopped = process?.stopped;
	const outcome = finished ?? (stopped?.kind === 'failed' || stopped?.kind === 'refused' ? stopped : undefined);
	return outcome === undefined ? {} : { outcome };
}

/** Returns the steps in the order in which they ran. Setup comes before the call that it ran for, and steps that did not run come last. */
function stepsOf(state: State): readonly TaskStep[] {
	const calls = callsOf(state);
	const placed = [
		...state.setups.map((setup) => ({ at: timeForSorting(setup), step: setupStep(setup, state) })),
		...calls.map((call) => ({ at: timeForSorting(call), step: callStep(call) })),
	];
	return placed.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))).map(({ step }) => step);
}

/** Returns the time of a call for sorting, or a value after all times if it has none. */
function timeForSorting({ started, outcome }: Pick<CallState, 'started' | 'outcome'>): string {
	return started?.at ?? outcome?.at ?? '~';
}

function callStep(call: CallState): TaskStep {
	const { verdict, request, answer } = call;
	const asked = request?.id ?? answer?.id;
	return {
		tool: call.name,
		isSetup: false,
		status: statusOf(call),
		args: call.args.preview,
		attempts: call.started?.attempt ?? 0,
		...timesOf(call),
		...(verdict === undefined ? {} : { rule: verdict.matched_rule }),
		...(asked === undefined ? {} : { request: asked }),
		...outputOf(call.outcome),
	};
}

function setupStep(setup: SetupState, { process }: State): TaskStep {
	const { verdict, started, outcome } = setup;
	const isGone = outcome === undefined && setup.process !== process?.number;
	return {
		tool: verdict.tool_name,
		isSetup: true,
		status: isGone ? 'unknown' : statusOf({ started, outcome }),
		args: JSON.stringify(verdict.tool_input),
		attempts: started?.attempt ?? 0,
		...timesOf(setup),
		rule: verdict.matched_rule,
		...outputOf(outcome),
	};
}

const ends: Readonly<Record<CallOutcome['kind'], StepStatus>> = {
	done: 'succeeded',
	failed: 'failed',
	blocked: 'refused',
	denied: 'denied',
};

type Progress = { readonly [K in 'outcome' | 'started' | 'retry' | 'request' | 'unknown']?: CallState[K] | undefined };

function statusOf({ outcome, started, retry, request, unknown }: Progress): StepStatus {
	if (outcome !== undefined) return ends[outcome.kind];
	if (retry !== undefined) return 'retrying';
	if (started !== undefined) return 'running';
	if (request !== undefined) return 'waiting';
	return unknown === true ? 'unknown' : 'pending';
}

function timesOf({
	started,
	outcome,
}: Pick<CallState, 'started' | 'outcome'>): Pick<TaskStep, 'started' | 'durationMs'> {
	return {
		...(started === undefined ? {} : { started: started.at }),
		...(outcome?.durationMs === undefined ? {} : { durationMs: outcome.durationMs }),
	};
}

function outputOf(outcome: CallOutcome | undefined): Pick<TaskStep, 'output'> {
	return outcome === undefined ? {} : { output: previewOf(outcome.text) };
}

function previewOf(text: Content | string): string {
	return typeof text === 'string' ? text : text.preview;
}

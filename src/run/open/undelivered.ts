import { type Effect, type FailureCode, hasTrait, keepsWork, type Outcome } from '../../core/index.ts';
import { headerOf } from '../stage.ts';
import type { CallState } from '../state/call-state.ts';
import { callsOf } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';
import { manifestDigest } from './checkpoint.ts';

/** The problem in a few words. The step itself shows the details. */
const obstacles: Partial<Readonly<Record<FailureCode, string>>> = {
	'github-archived': 'the repository is archived',
	'github-locked': 'the conversation is locked',
	'github-rules': 'a rule of this repository refuses the branch or its commit',
	'github-secret': "GitHub's push protection found a secret in them",
	'github-workflows': 'this token may not write the workflow files that come with them',
};

/** Returns the outcome if the last delivery failed and there are changes. Such a run is never reported as done. */
export function undelivered(state: State): Outcome | undefined {
	const last = callsOf(state).findLast(delivers);
	const { kind, refused: code = 'not-delivered' } = last?.outcome ?? {};
	if ((kind !== 'failed' && kind !== 'blocked') || !hasChanges(state)) return undefined;
	const why = obstacles[code] ?? `the step that delivers them ${kind === 'failed' ? 'failed' : 'is blocked'}`;
	const message = `The changes are not delivered: ${why}. That step says what to do.`;
	return { kind: 'failed', reason: code, message };
}

/**
 * Returns whether a run ends with changes that were not delivered. A waiting run continues later, and a run that only answers has nothing
 * to deliver.
 */
export function leavesWork(outcome: Outcome, state: State): boolean {
	return keepsWork(outcome) && hasChanges(state) && !isDelivered(state);
}

/**
 * Says what happened to the files that the model itself changed. Files that only its tests created are ignored. At a terminal, the person
 * already has the files.
 */
export function leftUndelivered(state: State): 'delivered' | 'undelivered' | 'unchanged' {
	if (!hasChanges(state) || headerOf(state).runner.kind === 'terminal') return 'unchanged';
	if (isDelivered(state)) return 'delivered';
	const isWork = callsOf(state).some(
		({ verdict, outcome }) => outcome?.kind === 'done' && verdict !== undefined && changesFiles(verdict.effects),
	);
	return isWork ? 'undelivered' : 'unchanged';
}

function changesFiles(effects: readonly Effect[]): boolean {
	return effects.some((effect) => hasTrait(effect, 'does', 'writes', 'deletes') && !/^[/~]/.test(effect.path));
}

/** Returns whether a call delivers. A call that could not be judged has no effects, so the tool's name also decides. */
export function delivers({ name, verdict }: Pick<CallState, 'name' | 'verdict'>): boolean {
	return name === 'open_pull_request' || verdict?.effects.some(({ kind }) => kind === 'deliver') === true;
}

/** Returns whether the checkout differs from the beginning of the run. */
function hasChanges(state: State): boolean {
	const { base_sha: baseSha, tree: begun = manifestDigest({ baseSha, entries: [] }) } = headerOf(state);
	return state.tree !== undefined && state.tree !== begun;
}

/** Returns whether the last delivery contains the current checkout. */
function isDelivered(state: State): boolean {
	const last = callsOf(state).findLast((call) => delivers(call) && call.outcome?.kind === 'done');
	return last !== undefined && last.outcome?.tree === state.tree;
}

/** Returns the files that needed approval in the last attempted delivery, if this delivery was denied or blocked. */
export function unapprovedFiles(state: State): readonly string[] {
	const last = callsOf(state).findLast(delivers);
	if (last?.verdict === undefined || last.answer?.approved === true) return [];
	return last.verdict.effects.flatMap((effect) =>
		effect.kind === 'deliver' && effect.what !== undefined ? [effect.path] : [],
	);
}

/** Returns the title and text for a commit of the work. They come from the last attempted delivery, or from the task if there was none. */
export function wordsOfWork(state: State): { readonly title: string; readonly body: string } {
	const { request } = headerOf(state);
	const { title, body } = callsOf(state).findLast(delivers)?.verdict?.tool_input ?? {};
	const [first = ''] = request.task.trim().split('\n');
	const refs = `Refs #${request.thread}`;
	return {
		title: typeof title === 'string' ? title : first.slice(0, 72),
		body: typeof body === 'string' ? `${body}\n\n${refs}` : refs,
	};
}

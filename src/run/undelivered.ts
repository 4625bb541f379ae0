import { type Effect, type FailureCode, type Outcome, reasonCodes } from '../core/index.ts';
import type { CallState } from './call-state.ts';
import { manifestDigest } from './checkpoint.ts';
import { headerOf } from './stage.ts';
import { callsOf, type State } from './state.ts';

/** What stands in the way, in a few words; the step itself says more. */
const obstacles: Partial<Readonly<Record<FailureCode, string>>> = {
	'github-archived': 'the repository is archived',
	'github-locked': 'the conversation is locked',
	'github-rules': 'a rule of this repository refuses the branch or its commit',
	'github-secret': "GitHub's push protection found a secret in them",
	'github-workflows': 'this token may not write the workflow files that come with them',
};

/** The end of a run whose last delivery came to nothing although there are changes: that is never done. */
export function undelivered(state: State): Outcome | undefined {
	const last = callsOf(state).findLast(delivers);
	const { kind, refused: code = 'not-delivered' } = last?.outcome ?? {};
	if ((kind !== 'failed' && kind !== 'blocked') || !hasChanges(state)) return undefined;
	const why = obstacles[code] ?? `the step that delivers them ${kind === 'failed' ? 'failed' : 'is blocked'}`;
	const message = `The changes are not delivered: ${why}. That step says what to do.`;
	return { kind: 'failed', reason: code, message };
}

/** Endings after which nobody goes on with this run, or after which what it made could be lost. */
const reasonsToKeep: ReadonlySet<Outcome['reason']> = new Set<Outcome['reason']>([
	'changes-undelivered',
	'signed-step-failed',
	...reasonCodes.denied,
	'stopped',
	'no-answer',
	'no-progress',
	'iterations-exhausted',
	'budget-exhausted',
]);

/** Whether a run ends with changes that nothing delivers. What waits goes on, and who only answers has nothing to deliver. */
export function leavesWork({ kind, reason }: Outcome, state: State): boolean {
	if (kind !== 'failed' && !reasonsToKeep.has(reason)) return false;
	return hasChanges(state) && !isDelivered(state);
}

/** What became of the files that the model changed itself; what its tests leave beside them is nobody's work. Who sits at a terminal has them. */
export function leftUndelivered(state: State): 'delivered' | 'undelivered' | 'unchanged' {
	if (!hasChanges(state) || headerOf(state).runner.kind === 'terminal') return 'unchanged';
	if (isDelivered(state)) return 'delivered';
	const isWork = callsOf(state).some(
		({ verdict, outcome }) => outcome?.kind === 'done' && verdict !== undefined && changesFiles(verdict.effects),
	);
	return isWork ? 'undelivered' : 'unchanged';
}

function changesFiles(effects: readonly Effect[]): boolean {
	return effects.some((effect) => {
		if (effect.kind !== 'write' && effect.kind !== 'delete' && effect.kind !== 'config.write') return false;
		return !/^[/~]/.test(effect.path);
	});
}

/** Whether a call is one that delivers; what cannot even be judged has no effects. */
export function delivers({ name, verdict }: Pick<CallState, 'name' | 'verdict'>): boolean {
	return name === 'open_pull_request' || verdict?.effects.some(({ kind }) => kind === 'deliver') === true;
}

/** Whether the checkout is another one than the run began with. */
function hasChanges(state: State): boolean {
	const { baseSha, tree: begun = manifestDigest({ baseSha, entries: [] }) } = headerOf(state);
	return state.tree !== undefined && state.tree !== begun;
}

/** Whether the last delivery holds the checkout as it stands. */
function isDelivered(state: State): boolean {
	const last = callsOf(state).findLast((call) => delivers(call) && call.outcome?.kind === 'done');
	return last !== undefined && last.outcome?.tree === state.tree;
}

/** The words of a commit of it: those of the delivery that failed, or else the task's. */
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

import type { CallState } from './call-state.ts';
import { callsOf, endedCalls } from './open-calls.ts';
import type { State } from './state.ts';

/** The calls that have ended since the run was remembered, in their order. */
export function unremembered(state: State): readonly CallState[] {
	return callsOf(state).filter(({ id, outcome }) => outcome !== undefined && !state.remembered?.calls.has(id));
}

/** Whether nothing has happened since the run was remembered. */
export function isRemembered(state: State): boolean {
	const { remembered, rounds } = state;
	return remembered?.rounds === rounds.length && remembered.calls.size === endedCalls(state).size;
}

/**
 * Whether people decided something in a run that has failed, and nothing remembers it: nobody may ever start the job again. What another
 * process may have taken over is that one's to remember.
 */
export function isFailedUnremembered(state: State): boolean {
	const { process, checkpointAt } = state;
	if (process?.stopped?.kind !== 'failed' || process.forgets === true || checkpointAt < process.begunAt) return false;
	return unremembered(state).some(({ answer }) => answer !== undefined);
}

import type { CallState } from './call-state.ts';
import { callsOf, endedCalls } from './open-calls.ts';
import type { State } from './state.ts';

/** Returns the calls that ended after the last entry in the memory, in order. */
export function unremembered(state: State): readonly CallState[] {
	return callsOf(state).filter(({ id, outcome }) => outcome !== undefined && !state.remembered?.calls.has(id));
}

/** Returns whether nothing has happened since the last entry in the memory. */
export function isRemembered(state: State): boolean {
	const { remembered, rounds } = state;
	return remembered?.rounds === rounds.length && remembered.calls.size === endedCalls(state).size;
}

/**
 * Returns whether people decided something in a failed run that was not saved to the memory. It must be saved now, because perhaps nobody
 * starts this job again. If another process may have taken over the run, that process must save it.
 */
export function isFailedUnremembered(state: State): boolean {
	const { process, checkpointAt } = state;
	if (process?.stopped?.kind !== 'failed' || process.forgets === true || checkpointAt < process.begunAt) return false;
	return unremembered(state).some(({ answer }) => answer !== undefined);
}

import type { Outcome } from '../../core/index.ts';
import { type CallState, type Patch, patched } from './call-state.ts';
import type { ProcessState } from './process-state.ts';
import type { State } from './state.ts';

/** Returns the state with one changed call, either of the last reply or of the run itself. */
export function withCall(state: State, callId: string | undefined, patch: Patch): State {
	const change = (call: CallState): CallState => (call.id === callId ? patched(call, patch) : call);
	if (state.raises.some(({ id }) => id === callId)) return { ...state, raises: state.raises.map(change) };
	if (state.plans.some(({ id }) => id === callId)) return { ...state, plans: state.plans.map(change) };
	const round = state.rounds.at(-1);
	if (round === undefined) return state;
	const calls = round.calls.map(change);
	return { ...state, rounds: [...state.rounds.slice(0, -1), { ...round, calls }] };
}

/** Returns the state with a change to the current process. */
export function inProcess(state: State, patch: Partial<ProcessState>): State {
	return state.process === undefined ? state : { ...state, process: { ...state.process, ...patch } };
}

/** Returns the fields which record that the run has looked for a stop now. */
export function stopLookedFor({ seq, worked }: State): Partial<ProcessState> {
	return { heededAt: seq, heededWork: worked.ms };
}

/** Stops this process. Another process may continue the run. */
export function stop(state: State, stopped: Outcome): State {
	return inProcess(state, { stopped });
}

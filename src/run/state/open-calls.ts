import { refusedRaise } from './budget.ts';
import type { CallState } from './call-state.ts';
import type { State } from './state.ts';

/**
 * Returns the calls without an outcome that the run must handle now: the calls of the last reply, or between two replies the run's own
 * calls, until one of them is refused.
 */
export function openCalls(state: State): readonly CallState[] {
	const raises = state.raises.filter(isOpen);
	if (raises.length > 0 && refusedRaise(state) === undefined) return raises;
	const plans = state.plans.filter(isOpen);
	return plans.length > 0 ? plans : (state.rounds.at(-1)?.calls.filter(isOpen) ?? []);
}

function isOpen({ outcome }: CallState): boolean {
	return outcome === undefined;
}

/** Returns all calls of the run in order, both the model's and its own. */
export function callsOf({ rounds, raises, plans }: State): readonly CallState[] {
	const ownAfter = (count: number): readonly CallState[] => [
		...plans.filter(({ plan }) => plan?.after === count),
		...raises.filter(({ raise }) => raise?.after === count),
	];
	return [...ownAfter(0), ...rounds.flatMap(({ calls }, index) => [...calls, ...ownAfter(index + 1)])];
}

/** Returns the ids of the calls that have an outcome. */
export function endedCalls(state: State): ReadonlySet<string> {
	return new Set(callsOf(state).flatMap((call) => (isOpen(call) ? [] : [call.id])));
}

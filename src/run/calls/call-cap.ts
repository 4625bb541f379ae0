import type { Verdict } from '../../core/index.ts';
import type { CallState } from '../state/call-state.ts';
import type { State } from '../state/state.ts';
import { blocked } from './unjudgeable.ts';

/** How many calls of one reply may run. Each further call gets an error as its result. */
export const maxCallsPerReply = 50;

/** Refuses a call beyond the cap of its reply. Such a call does not run, and nobody is asked about it. */
export function refusedBeyondCap({ id }: CallState, { rounds }: State): Verdict | undefined {
	const calls = rounds.at(-1)?.calls ?? [];
	if (calls.findIndex((call) => call.id === id) < maxCallsPerReply) return undefined;
	const reason = `Not run: the reply holds ${calls.length} calls, and only its first ${maxCallsPerReply} count. Make fewer calls in one reply.`;
	return blocked('tools', 'too-many-calls', reason);
}

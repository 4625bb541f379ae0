import type { Verdict } from '../core/index.ts';
import type { CallState, State } from './state.ts';
import { blocked } from './unjudgeable.ts';

/** So many calls of one reply count; those beyond it are answered with an error. */
export const maxCallsPerReply = 50;

/** Why a call beyond the cap of its reply is neither run nor asked about. */
export function refusedBeyondCap({ id }: CallState, { rounds }: State): Verdict | undefined {
	const calls = rounds.at(-1)?.calls ?? [];
	if (calls.findIndex((call) => call.id === id) < maxCallsPerReply) return undefined;
	const reason = `Not run: the reply holds ${calls.length} calls, and only its first ${maxCallsPerReply} count. Make fewer calls in one reply.`;
	return blocked('tools', 'too-many-calls', reason);
}

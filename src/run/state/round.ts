import type { Cap, EntryOf } from '../../core/index.ts';
import { budgetTool } from './budget.ts';
import { type CallState, untouched } from './call-state.ts';
import type { Round } from './state.ts';

/** Why the model's next reply is its closing message. */
interface Ending {
	readonly cap: Cap | undefined;
	readonly stalled: boolean;
}

/** Creates the round of a reply whose calls have no state yet. */
export function beginRound(reply: EntryOf<'model_reply'>, { cap, stalled }: Ending): Round {
	const ending = { ...(cap === undefined ? {} : { cap }), ...(stalled ? { stalled } : {}) };
	return { reply, calls: reply.calls.map(untouched), ...ending };
}

/** Creates the call by which the run asks for a larger budget. */
export function raiseCall(
	{ call_id: id, args, cap, used, limit, to, day, told }: EntryOf<'cap_reached'>,
	after: number,
): CallState {
	const raise = {
		cap,
		used,
		limit,
		to,
		after,
		...(day === undefined ? {} : { day }),
		...(told === undefined ? {} : { told }),
	};
	return { ...untouched({ id, name: budgetTool, args, redacted: false }), raise };
}

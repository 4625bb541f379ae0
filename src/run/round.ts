import type { Cap, EntryOf } from '../core/index.ts';
import { budgetTool } from './budget.ts';
import { type CallState, untouched } from './call-state.ts';

/** One reply of the model with its calls. */
export interface Round {
	readonly reply: EntryOf<'model_reply'>;
	readonly calls: readonly CallState[];
	/** The cap that had been reached when the model was asked for it: its last words. */
	readonly cap?: Cap;
	/** The replies before it went round in circles: its last words. */
	readonly stalled?: true;
}

/** What held the run from going on when the model was asked. */
interface Ending {
	readonly cap: Cap | undefined;
	readonly stalled: boolean;
}

/** A reply whose calls are untouched. */
export function beginRound(reply: EntryOf<'model_reply'>, { cap, stalled }: Ending): Round {
	const ending = { ...(cap === undefined ? {} : { cap }), ...(stalled ? { stalled } : {}) };
	return { reply, calls: reply.calls.map(untouched), ...ending };
}

/** The call by which the run asks for more of a budget. */
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

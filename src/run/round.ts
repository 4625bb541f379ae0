import type { Cap, EntryOf } from '../core/index.ts';
import { budgetTool } from './budget.ts';
import { type CallState, untouched } from './call-state.ts';

/** One reply of the model with its calls. */
export interface Round {
	readonly reply: EntryOf<'model_reply'>;
	readonly calls: readonly CallState[];
	/** The cap that had been reached when the model was asked for it: its last words. */
	readonly cap?: Cap;
}

/** A reply whose calls are untouched. */
export function beginRound(reply: EntryOf<'model_reply'>, cap: Cap | undefined): Round {
	return { reply, calls: reply.calls.map(untouched), ...(cap === undefined ? {} : { cap }) };
}

/** The call by which the run asks for more of a budget. */
export function raiseCall(
	{ call_id: id, args, cap, used, limit, to, day }: EntryOf<'cap_reached'>,
	after: number,
): CallState {
	const raise = { cap, used, limit, to, after, ...(day === undefined ? {} : { day }) };
	return { ...untouched({ id, name: budgetTool, args, redacted: false }), raise };
}

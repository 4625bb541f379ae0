import { clausesOf } from '../../approvals/index.ts';
import type { Clause, EntryOf } from '../../core/index.ts';
import type { Asked } from '../state/asked-state.ts';
import { type CallState, isOwn } from '../state/call-state.ts';
import { callsOf } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';

/** One question to people, by its id, for one or several calls. */
export interface Question {
	readonly id: string;
	readonly answer: 'approved' | 'denied' | 'unanswered';
	/** The comment with the question. */
	readonly askedIn: number;
	readonly approvedIn?: number;
	/** The scope of the approval, if it covers more than these calls. */
	readonly scope?: string;
	/**
	 * The verdict that led to the question. Undefined if no rule or grant could have avoided the question, or if a later question replaced it.
	 */
	readonly verdict?: EntryOf<'tool_attempt'>;
	readonly needs: readonly Clause[];
}

/** Returns all questions of a run, in the order in which they were asked. */
export function questionsOf(state: State): readonly Question[] {
	const calls = new Map(callsOf(state).map((call) => [call.id, call]));
	const byId = Map.groupBy(state.asked.requests, ({ id }) => id);
	return [...byId.values()].flatMap((asked) => questionOf(asked, calls));
}

function questionOf(asked: readonly Asked[], calls: ReadonlyMap<string, CallState>): readonly Question[] {
	const [first] = asked;
	if (first === undefined) return [];
	const { id, callId, commentId: askedIn } = first;
	const call = calls.get(callId);
	const isCurrent = call?.request?.id === id && !isOwn(call) && !call.unknown;
	const [signature] = first.signatures;
	const { commentId: approvedIn, scope } = signature ?? {};
	return [
		{
			...{ id, askedIn, answer: answerTo(asked, call), needs: clausesOf(call?.request ?? {}) },
			...(approvedIn === undefined ? {} : { approvedIn }),
			...(scope === undefined ? {} : { scope }),
			...(isCurrent && call.verdict !== undefined ? { verdict: call.verdict } : {}),
		},
	];
}

/** Returns what people answered. An expired request, a withdrawn request, and too few approvals count as `unanswered`. */
function answerTo(asked: readonly Asked[], call: CallState | undefined): Question['answer'] {
	if (asked.some(({ denial }) => denial?.approver_type === 'human')) return 'denied';
	const waits = call?.request?.id === asked[0]?.id && call?.answer === undefined;
	return !waits && asked.some(({ signatures, denial }) => signatures.length > 0 && denial === undefined)
		? 'approved'
		: 'unanswered';
}

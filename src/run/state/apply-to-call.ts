import type { Entry, EntryBody, EntryOf } from '../../core/index.ts';
import { denialBy, planDenialBy } from './answer-words.ts';
import { foldAsked } from './asked-state.ts';
import { allowed, isFree, needsClaim, notBegun, unasked, voidedCall, withSignature } from './call-state.ts';
import { inProcess, stopLookedFor, withCall } from './changed-state.ts';
import { openCalls } from './open-calls.ts';
import { movedPull } from './pull-state.ts';
import { outcomeBy, startedBy } from './setup-state.ts';
import type { State } from './state.ts';

/** An entry about one call. The model made the call, or the run made it (a question about a budget or a plan). */
export type CallEntry =
	| Exclude<
			Extract<EntryBody, { call_id: string }>,
			EntryOf<'cap_reached' | 'plan_proposed' | 'mode_changed' | 'plan_upheld' | 'plan_revoked'>
	  >
	| EntryOf<'approval_requested'>;

/** Returns the state after an entry about one call. */
export function applyToCall(before: State, entry: Entry & CallEntry): State {
	const state = withAsked(before, entry);
	switch (entry.type) {
		case 'tool_attempt':
			return afterVerdict(state, entry);
		case 'approval_requested':
			return afterRequest(state, entry);
		case 'approval':
			// To find this approval, the run read the whole thread, so it would have found a `/agent stop`. So it need not look for one again now.
			// Before execution, the approval is checked again.
			return entry.approved ? inProcess(afterAnswer(state, entry), stopLookedFor(state)) : afterAnswer(state, entry);
		case 'approval_upheld':
			// `uphold` has just read the thread, so no further look for a stop is needed. The kill switch is read later, when the call is
			// claimed.
			return inProcess(withCall(state, entry.call_id, { upheldAt: entry.seq }), stopLookedFor(state));
		case 'approval_void':
			return afterVoid(state, entry);
		case 'rule_proposed':
			// Proposing the rule took time, so the thread is read again before the call itself.
			return withCall(state, entry.call_id, { proposed: true, upheldAt: undefined });
		case 'effect_unknown':
			return withCall(state, entry.call_id, { ...unasked, unknown: true });
		case 'security_violation':
			return withCall(state, entry.call_id, { outcome: { kind: 'blocked', text: entry.told, at: entry.at } });
		case 'tool_started':
			return withCall(state, entry.call_id, { started: startedBy(entry), retry: undefined });
		case 'tool_retry':
			return withCall(state, entry.call_id, { retry: { attempt: entry.attempt, waitMs: entry.wait_ms } });
		case 'tool_result': {
			const outcome = outcomeBy(entry);
			const pull = movedPull(state.pull, entry);
			const moved = { ...withCall(state, entry.call_id, { outcome }), ...(pull === undefined ? {} : { pull }) };
			const { tree, left = state.left } = entry;
			const after = { ...moved, effectAt: entry.seq, tree, left };
			return entry.open === undefined ? after : inProcess(after, { walls: { kind: 'unproven', why: entry.open } });
		}
	}
}

function isAboutAsking(
	entry: Entry & CallEntry,
): entry is Entry & EntryOf<'approval_requested' | 'approval' | 'approval_void' | 'rule_proposed'> {
	return ['approval_requested', 'approval', 'approval_void', 'rule_proposed'].includes(entry.type);
}

/**
 * Updates the questions to people before it updates the call, because an answer needs the verdict that was valid when the person answered.
 */
function withAsked(state: State, entry: Entry & CallEntry): State {
	if (!isAboutAsking(entry)) return state;
	const call = openCalls(state).find(({ id }) => 'call_id' in entry && id === entry.call_id);
	return { ...state, asked: foldAsked(state.asked, entry, call) };
}

function afterRequest(state: State, entry: Entry & EntryOf<'approval_requested'>): State {
	const numbers = entry.items.map((item) => Number(item.id.slice(1)));
	const { comment_id, expires_at: expiresAt, shown } = entry;
	const comments = entry.comments ?? [{ id: comment_id, ...(shown === undefined ? {} : { shown }) }];
	const commentId = Math.max(...comments.map(({ id }) => id));
	const comment = { commentId, expiresAt, comments };
	const asked = entry.items.reduce((rest, { id, call_id, binding, needs }, index) => {
		const asks = needs === undefined ? {} : { needs };
		const place = entry.items.slice(0, index).filter((item) => item.id === id).length;
		return withCall(rest, call_id, {
			request: { id, binding, place, askedAt: entry.at, askedSeq: entry.seq, ...comment, ...asks },
			signatures: [],
		});
	}, state);
	return { ...asked, lastApproval: Math.max(state.lastApproval, ...numbers) };
}

function afterVerdict(state: State, entry: Entry & EntryOf<'tool_attempt'>): State {
	const call = openCalls(state).find(({ id }) => id === entry.call_id);
	const judged = { verdict: entry, ...(isFree(entry) ? {} : notBegun) };
	// A call whose result is unknown begins only after a person's answer, whose id is then its name. Its own id already has a claim.
	const mayBegin = call !== undefined && !call.unknown && entry.decision === 'allow';
	const begins = mayBegin && needsClaim({ ...call, verdict: entry });
	return withCall(state, entry.call_id, begins ? { ...judged, ...allowed(call) } : judged);
}

function afterVoid(state: State, entry: Entry & EntryOf<'approval_void'>): State {
	const call = openCalls(state).find(({ id }) => id === entry.call_id);
	return call === undefined ? state : withCall(state, call.id, voidedCall(call));
}

function afterAnswer(state: State, entry: Entry & EntryOf<'approval'>): State {
	const call = openCalls(state).find((open) => open.id === entry.call_id);
	if (!entry.approved) {
		const outcome = call?.plan === undefined ? denialBy(entry) : planDenialBy(entry);
		return withCall(state, entry.call_id, { answer: entry, outcome });
	}
	if (call === undefined) return state;
	const signed = withSignature(call, entry);
	return withCall(
		state,
		call.id,
		signed.answer === undefined ? signed : { ...signed, ...allowed({ ...call, ...signed }) },
	);
}

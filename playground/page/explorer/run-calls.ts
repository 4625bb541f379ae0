import type { Content, Entry, EntryOf, JsonObject } from '../../../src/core/index.ts';
import type { CallState } from '../../protocol.ts';
import { shownMoment } from '../parts/shown-moment.ts';

type Verdict = EntryOf<'tool_attempt'>;

/** Something that people or the run did about a request for approval. */
export interface AskedEvent {
	readonly id: string;
	readonly at: string;
	readonly kind: 'asked' | 'signed' | 'denied' | 'refused' | 'void';
	/** Who did it. Empty for an event without a person. */
	readonly who: string;
	readonly role: string;
	/** The reason, the scope of an approval, or the deadline. */
	readonly note: string;
}

/** One call of a run, from all its entries. */
export interface RunCall {
	/** Counted from 1. */
	readonly number: number;
	readonly id: string;
	readonly tool: string;
	/** The arguments. Long texts in them are cut. */
	readonly input: JsonObject;
	/** The complete arguments. Undefined if no model asked for the call. */
	readonly args?: Content;
	/** The last verdict. */
	readonly verdict: Verdict;
	readonly at: string;
	/** How often the call was judged. */
	readonly judged: number;
	readonly state: CallState;
	readonly asked: readonly AskedEvent[];
	/** The output of the call, or the text that the model got instead. */
	readonly output?: Content;
	readonly milliseconds?: number;
}

type Draft = { -readonly [K in keyof RunCall]: RunCall[K] } & { asked: AskedEvent[] };

/** Returns the calls of a run, in the order in which they were judged. It reads each entry once. */
export function runCalls(entries: readonly Entry[]): readonly RunCall[] {
	const calls = new Map<string, Draft>();
	const args = new Map<string, Content>();
	const callOfApproval = new Map<string, string[]>();
	for (const entry of entries) {
		if (entry.type === 'model_reply') for (const call of entry.calls) args.set(call.id, call.args);
		else if (entry.type === 'tool_attempt') judge(calls, entry, args.get(entry.call_id));
		else if (entry.type === 'approval_requested') request(calls, entry, callOfApproval);
		else if (entry.type === 'answer_refused')
			for (const id of callOfApproval.get(entry.id) ?? [])
				calls.get(id)?.asked.push(event(entry, 'refused', { who: entry.user, note: entry.why }));
		else if ('call_id' in entry) hear(calls.get(entry.call_id), entry);
	}
	return [...calls.values()];
}

function judge(calls: Map<string, Draft>, verdict: Entry & Verdict, args: Content | undefined): void {
	const known = calls.get(verdict.call_id);
	calls.set(verdict.call_id, {
		number: calls.size + 1,
		asked: [],
		...known,
		...{ id: verdict.call_id, tool: verdict.tool_name, input: verdict.tool_input },
		...(args !== undefined && { args }),
		...{ verdict, at: verdict.at, judged: (known?.judged ?? 0) + 1, state: 'judged' },
	});
}

function request(
	calls: ReadonlyMap<string, Draft>,
	entry: Entry & EntryOf<'approval_requested'>,
	callOfApproval: Map<string, string[]>,
): void {
	for (const { id, call_id: callId } of entry.items) {
		callOfApproval.set(id, [...(callOfApproval.get(id) ?? []), callId]);
		const call = calls.get(callId);
		if (call === undefined) continue;
		call.state = 'waiting';
		call.asked.push(
			event({ at: entry.at, id }, 'asked', { note: `expires ${shownMoment(entry.expires_at, new Date(entry.at))}` }),
		);
	}
}

/** The entries that name a call. */
type OfCall<E> = E extends unknown ? ('call_id' extends keyof E ? E : never) : never;

function hear(call: Draft | undefined, entry: OfCall<Entry>): void {
	if (call === undefined) return;
	switch (entry.type) {
		case 'tool_started':
			call.state = 'running';
			return;
		case 'tool_result':
			call.state = entry.ok ? 'done' : 'failed';
			call.output = entry.output;
			call.milliseconds = entry.duration_ms;
			return;
		case 'security_violation':
			call.state = 'blocked';
			call.output = entry.told;
			return;
		case 'effect_unknown':
			call.state = 'unknown';
			return;
		case 'approval':
			call.state = entry.approved ? 'waiting' : 'denied';
			call.asked.push(answerOf(entry));
			return;
		case 'approval_void':
			call.asked.push(event(entry, 'void', { note: entry.why }));
			return;
		// The call does not change.
		case 'tool_attempt':
		case 'tool_retry':
		case 'approval_upheld':
		case 'rule_proposed':
		case 'cap_reached':
		case 'plan_proposed':
		case 'plan_upheld':
		case 'plan_revoked':
		case 'mode_changed':
		case 'claimed':
		case 'claim_lost':
			return;
		default:
			entry satisfies never;
	}
}

function answerOf(entry: Entry & EntryOf<'approval'>): AskedEvent {
	const isPerson = entry.approver_type === 'human';
	const scope = entry.scope === undefined ? [] : [`for ${entry.scope}`];
	const more = entry.incomplete === true ? ['more approvals are needed'] : [];
	const why = entry.rejection_reason === undefined ? [] : [entry.rejection_reason];
	const how = isPerson ? [] : [entry.approver_type];
	return event(entry, entry.approved ? 'signed' : 'denied', {
		...(isPerson && { who: entry.user, role: entry.role }),
		note: [...how, ...scope, ...more, ...why].join(', '),
	});
}

function event(
	{ id, at }: Pick<AskedEvent, 'id' | 'at'>,
	kind: AskedEvent['kind'],
	{ who = '', role = '', note }: { readonly who?: string; readonly role?: string; readonly note: string },
): AskedEvent {
	return { id, at, kind, who, role, note };
}

import type { Entry, EntryBody, EntryOf } from '../core/index.ts';
import type { RunEvent } from './event-schema.ts';
import type { Journal } from './journal.ts';
import { preview } from './preview.ts';

/** Returns the events of one entry, in order: a request comes before its response. Every entry has at least one event. */
export function eventsOf(entry: EntryBody): readonly RunEvent[] {
	return (tellings[entry.type] as (entry: EntryBody) => readonly RunEvent[])(entry);
}

export type EventSubscriber = (event: RunEvent, entry: Pick<Entry, 'seq' | 'at'>) => void | Promise<void>;

/** Sends the events of each new entry to a subscriber, in the journal's order. The journal does not wait for the subscriber. */
export function subscribeToEvents(journal: Pick<Journal, 'subscribe'>, subscriber: EventSubscriber): void {
	journal.subscribe(async (entry) => {
		// A subscriber that throws on one event still receives the next.
		await Promise.all(eventsOf(entry).map(async (event) => subscriber(event, entry)));
	});
}

type Tellings = { readonly [T in EntryBody['type']]: (entry: EntryOf<T>) => readonly RunEvent[] };

const tellings: Tellings = {
	run_started: ({ run, request, settings }) => [
		{ name: 'run.started', run, trigger: request.trigger, mode: settings.mode, model: settings.model },
	],
	run_resumed: ({ command }) => [{ name: 'run.resumed', command }],
	admitted: ({ actor, role }) => [{ name: 'run.admitted', actor: actor.login, role }],
	refused: ({ actor, reason }) => [{ name: 'run.refused', actor: actor.login, reason }],
	claimed: ({ subject, call_id, taken_over }) => [
		{ name: 'run.claimed', subject, ...ofCall(call_id), takenOver: taken_over },
	],
	claim_lost: ({ subject, call_id, living }) => [{ name: 'run.claim-lost', subject, ...ofCall(call_id), living }],
	checkpoint: ({ count }) => [{ name: 'run.checkpoint', count }],
	checkpoint_lost: ({ count }) => [{ name: 'run.checkpoint-lost', count }],
	reported: ({ url }) => [{ name: 'run.reported', url }],
	heeded: () => [{ name: 'run.heeded' }],
	pull_changed: ({ why, read_only }) => [
		{ name: 'run.pull-changed', reason: preview(why), readOnly: read_only === true },
	],
	stop_requested: ({ user, role }) => [{ name: 'run.stop-requested', by: user, role }],
	switched_off: ({ by }) => [{ name: 'run.switched-off', by }],
	interrupted: ({ why }) => [{ name: 'run.interrupted', reason: preview(why) }],
	mode_changed: ({ call_id, mode }) => [{ name: 'run.mode-changed', callId: call_id, mode }],
	waiting: ({ ids, expires_at }) => [{ name: 'run.waiting', ids, expiresAt: expires_at }],
	failed: failure,
	run_finished: ({ outcome }) => [{ name: 'run.finished', outcome: outcome.kind, reason: outcome.reason }],
	note: ({ text }) => [{ name: 'run.note', text: preview(text) }],
	tools_tried: ({ found }) => [
		{
			name: 'sandbox.programs-tried',
			there: found.flatMap(({ name, version }) => (version === undefined ? [] : [name])),
			missing: found.flatMap(({ name, why }) => (why === undefined ? [] : [name])),
		},
	],
	walls_tried: ({ found }) => [
		{
			name: 'sandbox.tried',
			proven: found.kind === 'proven',
			reason: preview(found.kind === 'proven' ? `${found.walls.sandbox}: ${found.walls.proof}` : found.why),
		},
	],
	context: ({ segment, system, tools, user }) => [
		{ name: 'context.assembled', segment, bytes: system.bytes + tools.bytes + user.bytes },
	],
	delivery_checked: () => [{ name: 'delivery.checked' }],
	spent_read: ({ day, tokens, seconds, cents = 0 }) => [{ name: 'budget.read', day, tokens, seconds, cents }],
	cap_reached: ({ call_id, cap, used, limit, to }) => [
		{ name: 'budget.reached', callId: call_id, cap, used, limit, to },
	],
	plan_proposed: ({ call_id, mode }) => [{ name: 'plan.proposed', callId: call_id, mode }],
	plan_upheld: ({ call_id }) => [{ name: 'plan.upheld', callId: call_id }],
	plan_revoked: ({ call_id, why }) => [{ name: 'plan.revoked', callId: call_id, reason: preview(why) }],
	model_reply: reply,
	reply_discarded: discarded,
	tool_attempt: attempt,
	tool_started: ({ call_id, attempt }) => [{ name: 'tool.started', callId: call_id, attempt }],
	tool_retry: ({ call_id, attempt, wait_ms }) => [{ name: 'tool.retry', callId: call_id, attempt, waitMs: wait_ms }],
	tool_result: ({ call_id, ok, duration_ms }) => [
		{ name: ok ? 'tool.done' : 'tool.failed', callId: call_id, durationMs: duration_ms },
	],
	effect_unknown: ({ call_id, why }) => [{ name: 'tool.unknown', callId: call_id, reason: preview(why) }],
	security_violation: ({ tool_name, call_id, reason, matched_rule }) => [
		{ name: 'tool.denied', tool: tool_name, callId: call_id, reason: preview(reason), violation: matched_rule },
	],
	approval_requested: ({ items, expires_at }) => [
		{ name: 'approval.requested', ids: [...new Set(items.map(({ id }) => id))], expiresAt: expires_at },
	],
	approval: decision,
	approval_upheld: ({ id, call_id }) => [{ name: 'approval.upheld', id, callId: call_id }],
	approval_void: ({ id, call_id, why }) => [{ name: 'approval.void', id, callId: call_id, reason: preview(why) }],
	answer_refused: ({ id, user, why }) => [{ name: 'approval.refused', id, by: user, reason: preview(why) }],
	answer_unclear: ({ user, why }) => [{ name: 'approval.unclear', by: user, reason: preview(why) }],
	grants_revoked: ({ why }) => [{ name: 'approval.revoked', reason: preview(why) }],
	rule_proposed: ({ id, call_id, url }) => [
		{ name: 'policy.proposed', id, callId: call_id, ...(url === undefined ? {} : { url }) },
	],
	remembered: ({ episode, feedback }) => [{ name: 'memory.remembered', bytes: episode.bytes + feedback.bytes }],
};

function ofCall(callId: string | undefined): { readonly callId?: string } {
	return callId === undefined ? {} : { callId };
}

/** Returns the events of a failure. A failure of the model also has a model event, which comes first. */
function failure({ code, message }: EntryOf<'failed'>): readonly RunEvent[] {
	const why = { code, reason: preview(message) };
	const failed: RunEvent = { name: 'run.failed', ...why };
	return code.startsWith('model-') ? [{ name: 'llm.error', ...why }, failed] : [failed];
}

/**
 * Returns the events of a reply. A reply's entry also records the request, so the events are the request, the models that did not answer,
 * and the response.
 */
function reply(entry: EntryOf<'model_reply'>): readonly RunEvent[] {
	const { model, iteration, calls, stop, usage, segment = 1, passed_over: passedOver = [] } = entry;
	return [
		{ name: 'llm.request', iteration, segment },
		...passedOver.map((other): RunEvent => ({ name: 'llm.fallback', model: other.model, reason: preview(other.why) })),
		{ name: 'llm.response', model, iteration, calls: calls.length, stop, ...usage },
	];
}

/** Returns the events of a reply that was not used. The run then sends the same request again. */
function discarded({ iteration, model, why, usage }: EntryOf<'reply_discarded'>): readonly RunEvent[] {
	return [{ name: 'llm.retry', model, iteration, reason: preview(why), ...usage }];
}

function attempt(entry: EntryOf<'tool_attempt'>): readonly RunEvent[] {
	const { tool_name: tool, call_id: callId, decision, matched_rule: rule, risk_level: risk, origin } = entry;
	const gated: RunEvent = { name: 'tool.gated', tool, callId, decision, rule, risk };
	if (decision === 'block') return [{ ...gated, ...blockedCommand(entry) }];
	if (decision === 'confirm') return [gated, { name: 'safety.confirm', tool, callId, reason: preview(entry.reason) }];
	const allowed: RunEvent = { name: 'tool.allowed', tool, callId };
	if (origin !== 'setup') return [gated, allowed];
	return [
		gated,
		allowed,
		{ name: 'setup.started', callId, command: preview(String(entry.tool_input['command'] ?? '')) },
	];
}

/** Returns the blocked command. The log shows a warning with this command and the rule that matched. Seed document: agtop, Safety Hooks. */
function blockedCommand({ tool_input: { command } }: EntryOf<'tool_attempt'>): { readonly blocked?: string } {
	return typeof command === 'string' ? { blocked: preview(command) } : {};
}

function decision(entry: EntryOf<'approval'>): readonly RunEvent[] {
	const { tool_name: tool, call_id: callId, id, approved } = entry;
	if (!approved) return [noOf(entry), { name: 'tool.denied', tool, callId, reason: reasonOf(entry) }];
	const complete = entry.incomplete !== true;
	const decided: RunEvent = {
		name: 'approval.decided',
		id,
		callId,
		approved,
		by: entry.user,
		role: entry.role,
		complete,
		...buttonOf(entry),
	};
	return complete ? [decided, { name: 'tool.allowed', tool, callId, via: 'approval' }] : [decided];
}

function noOf(entry: EntryOf<'approval'>): RunEvent {
	const { id, call_id: callId, user: by, role, approver_type: type } = entry;
	if (type === 'expiry') return { name: 'approval.expired', id, callId };
	if (type === 'withdrawal') return { name: 'approval.withdrawn', id, callId, by };
	return { name: 'approval.decided', id, callId, approved: false, by, role, complete: true, ...buttonOf(entry) };
}

function buttonOf({ by_button: byButton }: EntryOf<'approval'>): { readonly byButton?: true } {
	return byButton === undefined ? {} : { byButton };
}

function reasonOf({ rejection_reason: reason }: EntryOf<'approval'>): string {
	return preview(reason ?? 'denied');
}

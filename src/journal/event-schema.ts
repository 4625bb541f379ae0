import { z } from 'zod';

const text = z.string();
const count = z.number();
const ids = z.array(text).readonly();
const event = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
	z.strictObject({ name: z.literal(name), ...fields });

const call = { callId: text };
const named = { tool: text, ...call };
/** Tokens. */
const usage = { input: count, output: count, cached: count, written: count.exactOptional() };

/**
 * All events that subscribers receive about a run. This is a closed list, documented in `docs/events.md`. Where the seed documents have a
 * name for an event, it is used here (leashd, Safety Pipeline; Wolffish, Safety Patterns). Fields contain ids, names, numbers and sentences
 * of at most 500 characters. They never contain arguments, outputs or long texts of a model.
 */
export const eventSchema = z.discriminatedUnion('name', [
	event('run.started', { run: text, trigger: text, mode: text, model: text }),
	event('run.resumed', { command: text }),
	event('run.admitted', { actor: text, role: text }),
	event('run.refused', { actor: text, reason: text }),
	event('run.claimed', { subject: text, callId: text.exactOptional(), takenOver: z.boolean() }),
	event('run.claim-lost', { subject: text, callId: text.exactOptional(), living: z.boolean() }),
	event('run.checkpoint', { count }),
	event('run.checkpoint-lost', { count }),
	event('run.reported', { url: text }),
	event('run.heeded', {}),
	event('run.pull-changed', { reason: text, readOnly: z.boolean() }),
	event('run.stop-requested', { by: text, role: text }),
	event('run.switched-off', { by: text }),
	event('run.interrupted', { reason: text }),
	event('run.mode-changed', { ...call, mode: text }),
	event('run.waiting', { ids, expiresAt: text }),
	event('run.failed', { code: text, reason: text }),
	event('run.finished', { outcome: text, reason: text }),
	event('run.note', { text }),
	event('sandbox.tried', { proven: z.boolean(), reason: text }),
	event('sandbox.programs-tried', { there: ids, missing: ids }),
	event('context.assembled', { segment: count, bytes: count }),
	event('delivery.checked', {}),
	event('budget.read', { day: text, tokens: count, seconds: count, cents: count }),
	event('budget.reached', { ...call, cap: text, used: count, limit: count, to: count }),
	event('plan.proposed', { ...call, mode: text }),
	event('plan.upheld', call),
	event('plan.revoked', { ...call, reason: text }),
	event('llm.request', { iteration: count, segment: count }),
	event('llm.fallback', { model: text, reason: text }),
	event('llm.response', {
		model: text,
		iteration: count,
		calls: count,
		stop: text,
		...usage,
	}),
	event('llm.retry', { model: text, iteration: count, reason: text, ...usage }),
	event('llm.error', { code: text, reason: text }),
	event('setup.started', { ...call, command: text }),
	event('tool.gated', { ...named, decision: text, rule: text, risk: text, blocked: text.exactOptional() }),
	event('tool.allowed', { ...named, via: z.literal('approval').exactOptional() }),
	event('tool.denied', { ...named, reason: text, violation: text.exactOptional() }),
	event('tool.started', { ...call, attempt: count }),
	event('tool.retry', { ...call, attempt: count, waitMs: count }),
	event('tool.done', { ...call, durationMs: count }),
	event('tool.failed', { ...call, durationMs: count }),
	event('tool.unknown', { ...call, reason: text }),
	event('safety.confirm', { ...named, reason: text }),
	event('approval.requested', { ids, expiresAt: text }),
	event('approval.decided', {
		...{ id: text, ...call, approved: z.boolean(), by: text, role: text, complete: z.boolean() },
		byButton: z.literal(true).exactOptional(),
	}),
	event('approval.expired', { id: text, ...call }),
	event('approval.withdrawn', { id: text, ...call, by: text }),
	event('approval.upheld', { id: text, ...call }),
	event('approval.void', { id: text, ...call, reason: text }),
	event('approval.refused', { id: text, by: text, reason: text }),
	event('approval.unclear', { by: text, reason: text }),
	event('approval.revoked', { reason: text }),
	event('policy.proposed', { id: text, ...call, url: text.exactOptional() }),
	event('memory.remembered', { bytes: count }),
]);

export type RunEvent = Readonly<z.infer<typeof eventSchema>>;

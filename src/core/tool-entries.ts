import { z } from 'zod';
import { asksSchema } from './bounds.ts';
import { content } from './content-schema.ts';
import type { Effect } from './effect.ts';
import type { JsonObject } from './json.ts';
import { wallsProofSchema, wallsSchema } from './walls-schema.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();
const decision = z.enum(['allow', 'confirm', 'block']);
const risk = z.enum(['low', 'medium', 'high', 'critical']);

const args = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const effect = z.custom<Effect>((value) => typeof value === 'object' && value !== null && 'kind' in value);

const match = z
	.object({
		stage: z.enum([
			'tools',
			'secrets',
			'paths',
			'patterns',
			'floor',
			'effects',
			'policy',
			'risk',
			'grant',
			'default',
			'error',
		]),
		decision,
		rule: text,
		reason: text,
		risk,
		evidence: text,
		file: text.exactOptional(),
		line: z.number().int().exactOptional(),
		approvers: z.array(text).readonly().exactOptional(),
	})
	.readonly();

/**
 * A call that no model made: it is of the configuration's `setup`. Told apart by this alone, since models choose the ids of theirs. What the
 * run itself asks for has its place from `cap_reached`.
 */
const origin = z.literal('setup').exactOptional();
/**
 * A file as it was judged, by the SHA-256 of its bytes; null where there was none. `steers`: programs of the call would obey it. It is no content beside the journal, and not named like one.
 */
const lookedAt = z.object({ path: text, hash: hash.nullable(), steers: z.literal(true).exactOptional() }).readonly();
/** leashd, Audit Logger: `tool_attempt`. The one verdict of a call; a later, stricter one is another entry. */
export const toolAttempt = z.object({
	type: z.literal('tool_attempt'),
	call_id: text,
	tool_name: text,
	tool_input: args,
	classification: text,
	risk_level: risk,
	decision,
	matched_rule: text,
	reason: text,
	effects: z.array(effect).readonly(),
	matches: z.array(match).readonly(),
	/** What it asks about: `for-run` grants that and no more. */
	asks: asksSchema.exactOptional(),
	/** What an approval of this call is bound to. */
	binding: hash,
	/** Of a call that a person is asked about: the files that it would execute, and the one that it would rewrite, as they were. */
	executes: z.array(lookedAt).readonly().exactOptional(),
	rewrites: lookedAt.exactOptional(),
	/** Of a call that a person is asked about: the digest of what it would deliver, as it was shown. */
	delivers: hash.exactOptional(),
	session_mode: text,
	/** The walls that mode `contained` counted on. */
	walls: wallsSchema.exactOptional(),
	/** The comments whose grants made it an allow: those that were needed for that. */
	granted_by: z.array(z.number().int()).readonly().exactOptional(),
	origin: z.enum(['setup', 'run']).exactOptional(),
});
/** The intention, durable before the effect. */
export const toolStarted = z.object({
	type: z.literal('tool_started'),
	call_id: text,
	attempt: z.number().int(),
	origin,
});
/** An attempt failed for something that passes, and the call can be repeated: it is tried again after the wait. */
export const toolRetry = z.object({
	type: z.literal('tool_retry'),
	call_id: text,
	attempt: z.number().int(),
	output: content,
	duration_ms: z.number(),
	wait_ms: z.number(),
});
/** `tree` is the digest of the workspace after the call: a resume on the same disk holds the disk against it. */
export const toolResult = z.object({
	type: z.literal('tool_result'),
	call_id: text,
	ok: z.boolean(),
	output: content,
	duration_ms: z.number(),
	tree: hash,
	origin,
	/** Paths that setup changed although they would travel: they were put back. */
	taken_back: z.array(text).readonly().exactOptional(),
	/** A wall that the call found open before it began: it did not begin, and mode `contained` ends in this process. */
	open: text.exactOptional(),
});
/** The sandbox was tried, once in each process of a run in mode `contained`. */
export const wallsTried = z.object({ type: z.literal('walls_tried'), found: wallsProofSchema });
/** Begun by a process that is gone, without an outcome: a person decides. */
export const effectUnknown = z.object({ type: z.literal('effect_unknown'), call_id: text, why: text });
/** leashd, Audit Logger: `security_violation`. A blocked call's outcome. */
export const securityViolation = z.object({
	type: z.literal('security_violation'),
	call_id: text,
	tool_name: text,
	reason: text,
	rule: text,
	risk_level: risk,
	told: content,
	origin,
});

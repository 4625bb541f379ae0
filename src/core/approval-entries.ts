import { z } from 'zod';

const time = z.iso.datetime({ offset: false });
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();
const approvalId = z.templateLiteral(['A', z.number().int()]);

const person = z.object({ id: z.number().int(), login: text }).readonly();
const names = z.array(text).readonly().exactOptional();

const clause = z
	.object({
		count: z.number().int().min(1),
		who: z
			.object({
				roles: names,
				people: z.array(person).readonly().exactOptional(),
				teams: names,
				owners: names,
				patterns: names,
				except: person.exactOptional(),
			})
			.readonly(),
		why: text,
	})
	.readonly();

/** What one call's request asks for; without `needs` it is one person with write access. */
const item = z
	.object({
		id: approvalId,
		call_id: text,
		binding: hash,
		again: z.boolean(),
		needs: z.array(clause).min(1).readonly().exactOptional(),
	})
	.readonly();

/** A reply's calls that need a person, as they were asked for. */
export const approvalRequested = z.object({
	type: z.literal('approval_requested'),
	items: z.array(item).readonly(),
	/** The last comment of the request: an answer comes after it. */
	comment_id: z.number().int(),
	/** SHA-256 of that comment as GitHub keeps it: another text asks for something else. */
	shown: hash.exactOptional(),
	/** All comments of a request that took more than one, in their order. */
	comments: z
		.array(z.object({ id: z.number().int(), shown: hash }).readonly())
		.readonly()
		.exactOptional(),
	expires_at: time,
});
/**
 * leashd, Audit Logger: `approval`. With `approved` it is one signature, for the `clauses` of the request with these indexes (the only one
 * when left out). A denial is also the call's outcome; `withdrawal`: the comment that asked was deleted.
 */
export const approval = z.object({
	type: z.literal('approval'),
	id: approvalId,
	call_id: text,
	tool_name: text,
	approved: z.boolean(),
	user_id: z.number().int(),
	user: text,
	role: text,
	approver_type: z.enum(['human', 'expiry', 'withdrawal']),
	rejection_reason: text.exactOptional(),
	/** How far the signature goes beyond this call. */
	scope: z.enum(['run', 'run-tool', 'run-everything', 'always']).exactOptional(),
	comment_id: z.number().int().exactOptional(),
	/** They pressed a button of the check; the App's bot wrote the comment. */
	by_button: z.literal(true).exactOptional(),
	clauses: z.array(z.number().int()).readonly().exactOptional(),
	/** Further signatures are needed after this one. */
	incomplete: z.literal(true).exactOptional(),
});
/** Right before the claim: the approver still has the right, and what would run is what was shown. */
export const approvalUpheld = z.object({
	type: z.literal('approval_upheld'),
	id: approvalId,
	call_id: text,
	role: text,
	binding: hash,
});
/** What was approved is no longer what would run, or the approver lost the right: asked anew. */
export const approvalVoid = z.object({
	type: z.literal('approval_void'),
	id: approvalId,
	call_id: text,
	why: text,
});
/** Somebody answered who may not: looked at once, and never again. */
export const answerRefused = z.object({
	type: z.literal('answer_refused'),
	id: approvalId,
	comment_id: z.number().int(),
	user_id: z.number().int(),
	user: text,
	why: text,
	/** They may answer other calls, and may deny this one. */
	this_call: z.literal(true).exactOptional(),
});
export const waiting = z.object({ type: z.literal('waiting'), ids: z.array(text).readonly(), expires_at: time });
/** Somebody who may decide said something that decides nothing, and was told why: once. */
export const answerUnclear = z.object({
	type: z.literal('answer_unclear'),
	comment_id: z.number().int(),
	user_id: z.number().int(),
	user: text,
	why: text,
});
/** What was granted for the rest of the run by the signatures in these comments counts no more. */
export const grantsRevoked = z.object({
	type: z.literal('grants_revoked'),
	comment_ids: z.array(z.number().int()).readonly(),
	why: text,
});
/** `/agent stop`, by somebody who may. */
export const stopRequested = z.object({
	type: z.literal('stop_requested'),
	comment_id: z.number().int(),
	user_id: z.number().int(),
	user: text,
	role: text,
});
/** The kill switch was found on: this process ends, and the run stays as it is. */
export const switchedOff = z.object({
	type: z.literal('switched_off'),
	by: z.enum(['config', 'label', 'organization']),
});
/** The thread was read, and nobody has stopped the run. */
export const heeded = z.object({ type: z.literal('heeded') });
/** `/approve A1 always`: a rule for it waits in a draft pull request; `why` where there is none. */
export const ruleProposed = z.object({
	type: z.literal('rule_proposed'),
	id: approvalId,
	call_id: text,
	url: text.exactOptional(),
	why: text.exactOptional(),
});

import { z } from 'zod';
import { approvalScopes } from './approval.ts';

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

/** What the request asks about one call. Without `needs`, one person with write access must sign. */
const item = z
	.object({
		id: approvalId,
		call_id: text,
		binding: hash,
		again: z.boolean(),
		needs: z.array(clause).min(1).readonly().exactOptional(),
	})
	.readonly();

/** A request was posted. It asks about the calls of one model reply that need approval. */
export const approvalRequested = z.object({
	type: z.literal('approval_requested'),
	items: z.array(item).readonly(),
	/** The last comment of the request. An answer must come after it. */
	comment_id: z.number().int(),
	/** SHA-256 of that comment, as GitHub keeps it. A changed text counts as a different question. */
	shown: hash.exactOptional(),
	/** All comments of the request, in order, if it has more than one. */
	comments: z
		.array(z.object({ id: z.number().int(), shown: hash }).readonly())
		.readonly()
		.exactOptional(),
	expires_at: time,
});
/**
 * A decision (leashd, Audit Logger: `approval`). If `approved` is true, the entry is one signature for `clauses`, which are indexes of the
 * request's clauses. Without `clauses`, the request has only one clause. A denial is also the call's outcome. `withdrawal` means that the
 * comment with the question was deleted.
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
	/** What the signature covers beyond this call. */
	scope: z.enum(approvalScopes).exactOptional(),
	comment_id: z.number().int().exactOptional(),
	/** If true, the person pressed a button of the check, and the App's bot wrote the comment. */
	by_button: z.literal(true).exactOptional(),
	clauses: z.array(z.number().int()).readonly().exactOptional(),
	/** If true, more signatures are needed after this one. */
	incomplete: z.literal(true).exactOptional(),
});
/** A check directly before the claim succeeded: the approver still has the right, and the call would still do what the request showed. */
export const approvalUpheld = z.object({
	type: z.literal('approval_upheld'),
	id: approvalId,
	call_id: text,
	role: text,
	binding: hash,
});
/** The approved call changed, or the approver lost the right. People are asked again. */
export const approvalVoid = z.object({
	type: z.literal('approval_void'),
	id: approvalId,
	call_id: text,
	why: text,
});
/** A person without the right answered. The process does not read this person's rights again. */
export const answerRefused = z.object({
	type: z.literal('answer_refused'),
	id: approvalId,
	comment_id: z.number().int(),
	user_id: z.number().int(),
	user: text,
	why: text,
	/** If true, the person may still answer other calls, and deny this one. */
	this_call: z.literal(true).exactOptional(),
});
export const waiting = z.object({ type: z.literal('waiting'), ids: z.array(text).readonly(), expires_at: time });
/** A person with the right wrote an answer that has no effect, and received one reply with the reason. */
export const answerUnclear = z.object({
	type: z.literal('answer_unclear'),
	comment_id: z.number().int(),
	user_id: z.number().int(),
	user: text,
	why: text,
});
/** The grants for the rest of the run that these comments gave are no longer valid. */
export const grantsRevoked = z.object({
	type: z.literal('grants_revoked'),
	comment_ids: z.array(z.number().int()).readonly(),
	why: text,
});
/** `/agent stop` by a person with the right. */
export const stopRequested = z.object({
	type: z.literal('stop_requested'),
	comment_id: z.number().int(),
	user_id: z.number().int(),
	user: text,
	role: text,
});
/** The kill switch was on. This process ends, and the run stays unchanged. */
export const switchedOff = z.object({
	type: z.literal('switched_off'),
	by: z.enum(['config', 'label', 'organization']),
});
/** The thread was read, and nobody had stopped the run. */
export const heeded = z.object({ type: z.literal('heeded') });
/** The result of `/approve A1 always`: a draft pull request with a rule, or the reason in `why` if there is none. */
export const ruleProposed = z.object({
	type: z.literal('rule_proposed'),
	id: approvalId,
	call_id: text,
	url: text.exactOptional(),
	why: text.exactOptional(),
});

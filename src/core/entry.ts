import { z } from 'zod';
import {
	answerRefused,
	answerUnclear,
	approval,
	approvalRequested,
	approvalUpheld,
	approvalVoid,
	grantsRevoked,
	heeded,
	ruleProposed,
	stopRequested,
	switchedOff,
	waiting,
} from './approval-entries.ts';
import { asksSchema } from './asks-schema.ts';
import { capReached, spentRead } from './budget-entries.ts';
import { content } from './content-schema.ts';
import { deliveryChecked } from './delivery-facts.ts';
import type { Effect } from './effect.ts';
import type { JsonObject } from './json.ts';
import { leftPathSchema, mostListedLeft } from './left-path.ts';
import { context, modelReply, replyDiscarded } from './model-entries.ts';
import { reasonCodes } from './outcome.ts';
import { modeChanged, planProposed, planRevoked, planUpheld } from './plan-entries.ts';
import { openedPull, pullChanged } from './pull-schema.ts';
import { admitted, claimed, claimLost, refused, runResumed, runStarted } from './start-entries.ts';
import { codeName, storedName, withNames } from './stored-object.ts';
import { toolsTried } from './tools-tried.ts';
import { stages } from './verdict.ts';
import { wallsSchema, wallsTried } from './walls-schema.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();
const decision = z.enum(['allow', 'confirm', 'block']);
const risk = z.enum(['low', 'medium', 'high', 'critical']);

const args = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const hasKind = (value: unknown): boolean => typeof value === 'object' && value !== null && 'kind' in value;
const effect = z.codec(z.custom<object>(hasKind), z.custom<Effect>(hasKind), {
	decode: (stored) => withNames(stored, codeName) as unknown as Effect,
	encode: (value) => withNames(value, storedName),
});

const match = z
	.object({
		stage: z.enum(stages),
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

const allReasons = Object.values(reasonCodes).flat();
const outcome = z
	.object({
		kind: z.enum(Object.keys(reasonCodes) as [keyof typeof reasonCodes]),
		reason: z.enum(allReasons),
		message: text,
	})
	.readonly();

const checkpoint = z.object({ type: z.literal('checkpoint'), count: z.number().int(), head: hash });
const checkpointLost = z.object({ type: z.literal('checkpoint_lost'), count: z.number().int() });
/** The progress comment was posted. */
const reported = z.object({
	type: z.literal('reported'),
	comment_id: z.number().int(),
	url: text,
	/** The account that writes our comments. */
	author: text.exactOptional(),
});
/**
 * Marks a call of the configuration's `setup`, which no model made. Only this field distinguishes it, because models choose the ids of
 * their calls. The run's own requests are recorded by `cap_reached` and similar entries.
 */
const origin = z.literal('setup').exactOptional();
/**
 * A file at the time of the judgement: `hash` is the SHA-256 of its bytes, or null if it was missing. `steers` means that programs of the
 * call would read it as settings. The journal does not store the file's content, so the field is not called `sha256`.
 */
const lookedAt = z.object({ path: text, hash: hash.nullable(), steers: z.literal(true).exactOptional() }).readonly();
/** The verdict on a call (leashd, Audit Logger: `tool_attempt`). A later, stricter verdict is a new entry. */
const toolAttempt = z.object({
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
	/** The parts of the call that need approval. `for-run` grants only these. */
	asks: asksSchema.exactOptional(),
	/** The digest that an approval of this call covers. */
	binding: hash,
	/**
	 * The files that the call would execute, and the file that it would rewrite, at the time of the judgement. Only for a call that needs a
	 * person.
	 */
	executes: z.array(lookedAt).readonly().exactOptional(),
	rewrites: lookedAt.exactOptional(),
	/** The digest of the call's delivery, as the request shows it. Only for a call that needs a person. */
	delivers: hash.exactOptional(),
	session_mode: text,
	/** The walls that mode `contained` relied on. */
	walls: wallsSchema.exactOptional(),
	/** The comments whose grants were needed to allow the call. */
	granted_by: z.array(z.number().int()).readonly().exactOptional(),
	origin: z.enum(['setup', 'run']).exactOptional(),
});
/** The call begins. The entry is durable before the effect. */
const toolStarted = z.object({ type: z.literal('tool_started'), call_id: text, attempt: z.number().int(), origin });
/** An attempt failed because of a temporary problem, and the call can be repeated. It is tried again after the wait. */
const toolRetry = z.object({
	type: z.literal('tool_retry'),
	call_id: text,
	attempt: z.number().int(),
	output: content,
	duration_ms: z.number(),
	wait_ms: z.number(),
});
/**
 * The result of a call. `tree` is the digest of the workspace afterwards. A process that resumes on the same disk compares the disk with
 * this digest.
 */
const toolResult = z.object({
	type: z.literal('tool_result'),
	call_id: text,
	ok: z.boolean(),
	output: content,
	duration_ms: z.number(),
	tree: hash,
	origin,
	/** Paths that setup changed and that the run restored, because the changes would otherwise be saved and delivered. */
	taken_back: z.array(text).readonly().exactOptional(),
	/** The reason of a refusal, if the call itself was correct, for example an error from GitHub. */
	refused: z.enum(reasonCodes.failed).exactOptional(),
	/** The head of the run's pull request, if this call moved it. */
	head_sha: text.exactOptional(),
	/** The pull request that this call opened. Older journals name it only in the output's text. */
	pull_request: openedPull.exactOptional(),
	/** Changed paths after the call that stay on this machine, up to 20 and how many more. If left out, they are the same as before. */
	left: z.array(leftPathSchema).max(mostListedLeft).readonly().exactOptional(),
	/**
	 * A protection of the sandbox that was missing directly before the call. The call did not begin, and mode `contained` no longer applies in
	 * this process.
	 */
	open: text.exactOptional(),
});
/** A process began the call and ended before it recorded an outcome. A person decides. */
const effectUnknown = z.object({ type: z.literal('effect_unknown'), call_id: text, why: text });
/** A call was blocked, which is also its outcome (leashd, Audit Logger: `security_violation`). */
const securityViolation = z.object({
	type: z.literal('security_violation'),
	call_id: text,
	tool_name: text,
	reason: text,
	matched_rule: text,
	risk_level: risk,
	told: content,
	origin,
});
const remembered = z.object({
	type: z.literal('remembered'),
	episode: content,
	feedback: content,
	/** What the agent wrote down for later runs. */
	notes: content.exactOptional(),
});
const failed = z.object({
	type: z.literal('failed'),
	code: z.enum(reasonCodes.failed),
	message: text,
	fix: text,
	tree: hash.exactOptional(),
});
/** The job had to end between two steps. The run continues in another job. */
const interrupted = z.object({ type: z.literal('interrupted'), why: text });
const runFinished = z.object({ type: z.literal('run_finished'), outcome });
/** A message for readers of the journal, for example that a pattern was skipped. */
const note = z.object({
	type: z.literal('note'),
	/** `controls` means a warning about policies, patterns or the configuration, which the report also shows. */
	about: z.literal('controls').exactOptional(),
	text,
});

/** What one step records, without the place in the chain and the time. The schema reads field names as a journal has them. */
export const entryBodySchema = z.discriminatedUnion('type', [
	runStarted,
	runResumed,
	admitted,
	refused,
	claimed,
	claimLost,
	checkpoint,
	checkpointLost,
	reported,
	deliveryChecked,
	context,
	spentRead,
	capReached,
	planProposed,
	modeChanged,
	planRevoked,
	planUpheld,
	modelReply,
	replyDiscarded,
	wallsTried,
	toolsTried,
	toolAttempt,
	toolStarted,
	toolRetry,
	toolResult,
	effectUnknown,
	securityViolation,
	approvalRequested,
	approval,
	approvalUpheld,
	answerRefused,
	approvalVoid,
	answerUnclear,
	grantsRevoked,
	stopRequested,
	switchedOff,
	heeded,
	pullChanged,
	ruleProposed,
	waiting,
	remembered,
	failed,
	interrupted,
	runFinished,
	note,
]);

export type EntryBody = Readonly<z.infer<typeof entryBodySchema>>;

/** Returns an entry as a journal stores it, with the journal's field names. @throws ZodError if the entry is invalid. */
export function storedBody(body: EntryBody): JsonObject {
	return z.encode(entryBodySchema, body) as unknown as JsonObject;
}
export type EntryOf<T extends EntryBody['type']> = Extract<EntryBody, { type: T }>;

/** The place of an entry. `prev` is the SHA-256 of the previous line's bytes, `seq` counts from 1, and `at` is ISO 8601 UTC. */
export interface Stamp {
	readonly prev: string;
	readonly seq: number;
	readonly at: string;
}

export type Entry = Stamp & EntryBody;

/** A long text of an entry. The line has only a preview, and the whole text is in a file next to the journal. */
export type { Content } from './content-schema.ts';

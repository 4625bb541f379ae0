import { z } from 'zod';
import { modes } from './approval.ts';
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
import { leftPathSchema } from './left-path.ts';
import { context, modelReply, replyDiscarded } from './model-entries.ts';
import { reasonCodes } from './outcome.ts';
import { modeChanged, planProposed, planRevoked, planUpheld } from './plan-entries.ts';
import { codePlace, pullChanged, pullStart } from './pull-schema.ts';
import { triggers } from './run-request.ts';
import { runnerSchema as runner } from './runner-schema.ts';
import { settings } from './settings-schema.ts';
import { toolsTried } from './tools-tried.ts';
import { stages } from './verdict.ts';
import { wallsSchema, wallsTried } from './walls-schema.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();
const person = z.object({ id: z.number().int(), login: text }).readonly();
const decision = z.enum(['allow', 'confirm', 'block']);
const risk = z.enum(['low', 'medium', 'high', 'critical']);

const args = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const effect = z.custom<Effect>((value) => typeof value === 'object' && value !== null && 'kind' in value);

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

const request = z
	.object({
		trigger: z.enum(triggers),
		actor: person,
		thread: z.number().int(),
		onPullRequest: z.boolean(),
		task: text,
		taskBy: person.exactOptional(),
		foreignWords: z.literal(true).exactOptional(),
		forStranger: z.literal(true).exactOptional(),
		commentId: z.number().int().exactOptional(),
		owner: z
			.string()
			.regex(/^[a-z\d][a-z\d-]*(?:\/[\w.-]+)?$/i)
			.exactOptional(),
		code: codePlace.exactOptional(),
		key: text,
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

/** The header: schema, program, what was asked, and everything that is frozen for the run. */
const runStarted = z.object({
	type: z.literal('run_started'),
	schema: z.literal(1),
	program: text,
	run: text,
	repository: text,
	request,
	settings,
	runner,
	baseSha: text,
	baseBranch: text,
	/** Policies and skills as they were read at the base sha. */
	controls: content,
	/** What the issue or pull request said when the run was asked for ({@link openingSchema}); where it is left out, what it says when it is read. */
	opening: content.exactOptional(),
	pull: pullStart.exactOptional(),
	/** Digest of the workspace that the run began with, where that is not the base commit. */
	tree: hash.exactOptional(),
});
const runResumed = z.object({
	type: z.literal('run_resumed'),
	program: text,
	runner,
	command: text,
	/** The loosest mode that this process takes from a state that nothing authenticates. */
	most: z.enum(modes).exactOptional(),
});
const admitted = z.object({ type: z.literal('admitted'), actor: person, role: text });
const refused = z.object({
	type: z.literal('refused'),
	actor: person,
	reason: z.enum(reasonCodes.refused),
	message: text,
});
const claimed = z.object({
	type: z.literal('claimed'),
	key: text,
	subject: z.enum(['command', 'call']),
	callId: text.exactOptional(),
	takenOver: z.boolean(),
	/** The run was made durable with it. Of a call it always was. */
	saved: z.literal(true).exactOptional(),
});
const claimLost = z.object({
	type: z.literal('claim_lost'),
	key: text,
	subject: z.enum(['command', 'call']),
	callId: text.exactOptional(),
	owner: runner,
	living: z.boolean(),
});
const checkpoint = z.object({ type: z.literal('checkpoint'), count: z.number().int(), head: hash });
const checkpointLost = z.object({ type: z.literal('checkpoint_lost'), count: z.number().int() });
/** The progress comment is there. */
const reported = z.object({
	type: z.literal('reported'),
	commentId: z.number().int(),
	url: text,
	/** Who we are when we write. */
	author: text.exactOptional(),
});
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
const toolStarted = z.object({ type: z.literal('tool_started'), call_id: text, attempt: z.number().int(), origin });
/** An attempt failed for something that passes, and the call can be repeated: it is tried again after the wait. */
const toolRetry = z.object({
	type: z.literal('tool_retry'),
	call_id: text,
	attempt: z.number().int(),
	output: content,
	duration_ms: z.number(),
	wait_ms: z.number(),
});
/** `tree` is the digest of the workspace after the call: a resume on the same disk holds the disk against it. */
const toolResult = z.object({
	type: z.literal('tool_result'),
	call_id: text,
	ok: z.boolean(),
	output: content,
	duration_ms: z.number(),
	tree: hash,
	origin,
	/** Paths that setup changed although they would travel: they were put back. */
	taken_back: z.array(text).readonly().exactOptional(),
	/** What refused it, where that was no fault of the call: an answer of GitHub. */
	refused: z.enum(reasonCodes.failed).exactOptional(),
	/** The head of the run's pull request, which this call has moved. */
	head_sha: text.exactOptional(),
	/** What differs after the call and stays on this machine, up to 20 paths; as before where it is missing. */
	left: z.array(leftPathSchema).max(20).readonly().exactOptional(),
	/** A wall that the call found open before it began: it did not begin, and mode `contained` ends in this process. */
	open: text.exactOptional(),
});
/** Begun by a process that is gone, without an outcome: a person decides. */
const effectUnknown = z.object({ type: z.literal('effect_unknown'), call_id: text, why: text });
/** leashd, Audit Logger: `security_violation`. A blocked call's outcome. */
const securityViolation = z.object({
	type: z.literal('security_violation'),
	call_id: text,
	tool_name: text,
	reason: text,
	rule: text,
	risk_level: risk,
	told: content,
	origin,
});
const remembered = z.object({
	type: z.literal('remembered'),
	episode: content,
	feedback: content,
	/** What the agent wanted later runs to know. */
	notes: content.exactOptional(),
});
const failed = z.object({
	type: z.literal('failed'),
	code: z.enum(reasonCodes.failed),
	message: text,
	fix: text,
	tree: hash.exactOptional(),
});
/** The job was told to end between two steps: the run goes on in another one. */
const interrupted = z.object({ type: z.literal('interrupted'), why: text });
const runFinished = z.object({ type: z.literal('run_finished'), outcome });
/** Something that a reader of the log should know: a recovered torn line, a skipped pattern. */
const note = z.object({
	type: z.literal('note'),
	/** `controls`: what policies, patterns or the configuration warn of, which the report shows, too. */
	about: z.literal('controls').exactOptional(),
	text,
});

/** What one step records: everything but the place in the chain and the time. */
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
export type EntryOf<T extends EntryBody['type']> = Extract<EntryBody, { type: T }>;

/** Where an entry stands: `prev` is the SHA-256 of the bytes of the line before, `seq` counts from 1, `at` is ISO 8601 UTC. */
export interface Stamp {
	readonly prev: string;
	readonly seq: number;
	readonly at: string;
}

export type Entry = Stamp & EntryBody;

/** Content kept beside the journal: a preview in the line, the whole under its hash. */
export type { Content } from './content-schema.ts';

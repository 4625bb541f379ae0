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
import { capReached, spentRead } from './budget-entries.ts';
import { content } from './content-schema.ts';
import { deliveryChecked } from './delivery-facts.ts';
import { context, modelReply, replyDiscarded } from './model-entries.ts';
import { reasonCodes } from './outcome.ts';
import { modeChanged, planProposed, planRevoked, planUpheld } from './plan-entries.ts';
import { codePlace, pullChanged, pullStart } from './pull-schema.ts';
import { runnerSchema as runner } from './runner-schema.ts';
import { settings } from './settings-schema.ts';
import {
	effectUnknown,
	securityViolation,
	toolAttempt,
	toolResult,
	toolRetry,
	toolStarted,
	wallsTried,
} from './tool-entries.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();
const person = z.object({ id: z.number().int(), login: text }).readonly();

const request = z
	.object({
		trigger: z.enum(['comment', 'label', 'issue', 'dispatch', 'schedule', 'terminal']),
		actor: person,
		thread: z.number().int(),
		onPullRequest: z.boolean(),
		task: text,
		taskBy: person.exactOptional(),
		foreignWords: z.literal(true).exactOptional(),
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
	pull: pullStart.exactOptional(),
	/** Digest of the workspace that the run began with, where that is not the base commit. */
	tree: hash.exactOptional(),
});
const runResumed = z.object({ type: z.literal('run_resumed'), program: text, runner, command: text });
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

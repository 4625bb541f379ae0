import { z } from 'zod';
import { modes } from './approval.ts';
import { content } from './content-schema.ts';
import { reasonCodes } from './outcome.ts';
import { codePlace, pullStart } from './pull-schema.ts';
import { triggers } from './run-request.ts';
import { runnerSchema as runner } from './runner-schema.ts';
import { settings } from './settings-schema.ts';
import { storedObject } from './stored-object.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();
const person = z.object({ id: z.number().int(), login: text }).readonly();

const request = storedObject({
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
});

/** The version of the entries that this program writes. */
export const journalVersion = 2;

/** The header: schema, program, the request, and everything that stays the same during the run. */
export const runStarted = z.object({
	type: z.literal('run_started'),
	schema: z.literal(journalVersion),
	program: text,
	run: text,
	repository: text,
	request,
	settings,
	runner,
	base_sha: text,
	base_branch: text,
	/** Policies and skills as they were at the base commit. */
	controls: content,
	/**
	 * The text of the issue or pull request when the run was requested ({@link openingSchema}). If left out, the run uses the text at the time
	 * of reading.
	 */
	opening: content.exactOptional(),
	pull: pullStart.exactOptional(),
	/** Digest of the workspace at the beginning of the run, if it differs from the base commit. */
	tree: hash.exactOptional(),
});
export const runResumed = z.object({
	type: z.literal('run_resumed'),
	program: text,
	runner,
	command: text,
	/** The least strict mode that this process accepts from a state that is not authenticated. */
	most: z.enum(modes).exactOptional(),
});
export const admitted = z.object({ type: z.literal('admitted'), actor: person, role: text });
export const refused = z.object({
	type: z.literal('refused'),
	actor: person,
	reason: z.enum(reasonCodes.refused),
	message: text,
});
export const claimed = z.object({
	type: z.literal('claimed'),
	key: text,
	subject: z.enum(['command', 'call']),
	call_id: text.exactOptional(),
	taken_over: z.boolean(),
	/** The run was saved together with the claim. For the claim of a call, this is always true. */
	saved: z.literal(true).exactOptional(),
});
export const claimLost = z.object({
	type: z.literal('claim_lost'),
	key: text,
	subject: z.enum(['command', 'call']),
	call_id: text.exactOptional(),
	owner: runner,
	living: z.boolean(),
});

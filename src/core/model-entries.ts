import { z } from 'zod';
import { content } from './content-schema.ts';
import { storedObject } from './stored-object.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();

/** The beginning of the conversation with the model. */
export const context = z.object({
	type: z.literal('context'),
	segment: z.number().int(),
	system: content,
	tools: content,
	user: content,
	/** What the context contains, and what was left out. Missing in older runs. */
	report: content.exactOptional(),
});

const usage = z
	.object({
		input: z.number().int(),
		output: z.number().int(),
		cached: z.number().int(),
		written: z.number().int().exactOptional(),
	})
	.readonly();

/**
 * A call. `redacted` means that a credential was removed from the arguments, so the call must not run. `canonical` is the digest of the
 * arguments, which does not depend on the order of their members. Older journals do not have `canonical`.
 */
const call = storedObject(
	{ id: text, name: text, args: content, redacted: z.boolean(), canonical: hash.exactOptional() },
	{ id: 'call_id', name: 'tool_name' },
);

const passedOver = z.array(z.object({ model: text, why: text, usage: usage.exactOptional() }).readonly()).readonly();

/** One reply of a model. */
export const modelReply = z.object({
	type: z.literal('model_reply'),
	iteration: z.number().int(),
	/** The model that answered. */
	model: text,
	/** The models that were asked before it and did not answer, and why. */
	passed_over: passedOver.exactOptional(),
	/** The segment of the conversation, if it is the second or later. A change of the model begins a new segment. */
	segment: z.number().int().exactOptional(),
	request: hash,
	text: content,
	/** The provider's own content blocks, stored unchanged. */
	raw: content,
	calls: z.array(call).readonly(),
	stop: text,
	usage,
});

/** A reply was not used, because it broke off or was empty. None of its calls ran, and the run sends the same request again. */
export const replyDiscarded = z.object({
	type: z.literal('reply_discarded'),
	iteration: z.number().int(),
	model: text,
	passed_over: passedOver.exactOptional(),
	reason: z.enum(['broken-off', 'empty']),
	why: text,
	request: hash,
	usage,
});

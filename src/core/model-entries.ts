import { z } from 'zod';
import { content } from './content-schema.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();

/** What the model was told first. */
export const context = z.object({
	type: z.literal('context'),
	segment: z.number().int(),
	system: content,
	tools: content,
	user: content,
	/** What it was made of, and what was left out; runs from before there was one have none. */
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
 * `redacted`: a credential was taken out of the arguments, so the call must not run. `canonical`: the digest of the arguments, whatever the
 * order of their members; journals from before it was kept have none.
 */
const call = z
	.object({ id: text, name: text, args: content, redacted: z.boolean(), canonical: hash.exactOptional() })
	.readonly();

const passedOver = z.array(z.object({ model: text, why: text, usage: usage.exactOptional() }).readonly()).readonly();

/** One reply of a model. */
export const modelReply = z.object({
	type: z.literal('model_reply'),
	iteration: z.number().int(),
	/** The one that answered. */
	model: text,
	/** Those that were to answer before it, and why they did not. */
	passed_over: passedOver.exactOptional(),
	/** Which segment of the conversation it is of, from the second on: a change of the model begins one. */
	segment: z.number().int().exactOptional(),
	request: hash,
	text: content,
	/** The provider's own content blocks, kept byte for byte. */
	raw: content,
	calls: z.array(call).readonly(),
	stop: text,
	usage,
});

/**
 * A reply that counts for nothing: it broke off, or it held neither text nor calls. Nothing of it was done or told, and the model is asked
 * the same again.
 */
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

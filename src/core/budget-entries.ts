import { z } from 'zod';
import { content } from './content-schema.ts';

/** What a budget caps, in the order in which it is told of: what ends a run at once stands before what leaves it a last word. */
export const caps = ['tokens', 'money', 'day-tokens', 'day-money', 'minutes', 'day-minutes', 'iterations'] as const;
export type Cap = (typeof caps)[number];

const day = z.iso.date();
const count = z.number().int().min(0);

/**
 * A cap was reached between two replies, and the run asks for more by a call of its own, which no model sees. Approved, its limit is `to`:
 * for the caps of a day, on that day (UTC).
 */
export const capReached = z.object({
	type: z.literal('cap_reached'),
	call_id: z.string(),
	cap: z.enum(caps),
	used: count,
	limit: count,
	to: count,
	day: day.exactOptional(),
	/** The model is told when it is given; not in journals from before it was. */
	told: z.literal(true).exactOptional(),
	args: content,
});

/** What the repository's processes had used of a day when this one was about to ask the model for the first time. */
export const spentRead = z.object({
	type: z.literal('spent_read'),
	day,
	tokens: count,
	seconds: count,
	/** Journals from before days were capped in money have none. */
	cents: count.exactOptional(),
});

import { z } from 'zod';
import { content } from './content-schema.ts';

/**
 * The caps of a budget, in the order in which they are reported. Caps that end a run at once come before caps that allow a closing message.
 */
export const caps = ['tokens', 'money', 'day-tokens', 'day-money', 'minutes', 'day-minutes', 'iterations'] as const;
export type Cap = (typeof caps)[number];

const day = z.iso.date();
const count = z.number().int().min(0);

/**
 * A cap was reached between two replies. The run asks for more with its own call, which no model sees. After approval, the limit of the cap
 * is `to`. For the caps of a day, the new limit is only valid on that day (UTC).
 */
export const capReached = z.object({
	type: z.literal('cap_reached'),
	call_id: z.string(),
	cap: z.enum(caps),
	used: count,
	limit: count,
	to: count,
	day: day.exactOptional(),
	/** If true, the model reads that the budget was raised. Missing in older journals. */
	told: z.literal(true).exactOptional(),
	args: content,
});

/** The usage of all processes of the repository on this day, just before this process first asked the model. */
export const spentRead = z.object({
	type: z.literal('spent_read'),
	day,
	tokens: count,
	seconds: count,
	/** Missing in journals from before there was a daily cap in money. */
	cents: count.exactOptional(),
});

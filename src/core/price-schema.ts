import { z } from 'zod';
import { storedObject } from './stored-object.ts';

const rate = z.number().min(0);
const rates = { input: rate, output: rate, cached: rate, written: rate };

/**
 * Prices in US dollars per million tokens: for new prompt tokens, reply tokens, tokens read from a cache, and tokens written to a cache.
 */
export type Rates = Readonly<Record<keyof typeof rates, number>>;

/**
 * A model's list price on the day `asOf`, as a journal's header keeps it. For a prompt above a certain length, other rates apply to the
 * whole prompt.
 */
export const price = storedObject({
	model: z.string(),
	asOf: z.iso.date(),
	...rates,
	longer: z
		.object({ than: z.number().int(), ...rates })
		.readonly()
		.exactOptional(),
});

export type Price = z.infer<typeof price>;

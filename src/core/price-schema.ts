import { z } from 'zod';

const rate = z.number().min(0);
const rates = { input: rate, output: rate, cached: rate, written: rate };

/** US dollars per million tokens: of a prompt's fresh part, of a reply, of what a cache gave, of what was written into one. */
export type Rates = Readonly<Record<keyof typeof rates, number>>;

/** A model's list price on a day, as it is frozen in a journal's header. A prompt that is longer than so many tokens has other rates, whole. */
export const price = z
	.object({
		model: z.string(),
		asOf: z.iso.date(),
		...rates,
		longer: z
			.object({ than: z.number().int(), ...rates })
			.readonly()
			.exactOptional(),
	})
	.readonly();

export type Price = z.infer<typeof price>;

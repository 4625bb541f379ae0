import { z } from 'zod';
import { categories, type chooseWithin } from './choose-within.ts';
import type { Piece } from './piece.ts';

const category = z.enum(categories);
const whole = z.number().int();

const schema = z
	.object({
		/** Tokens; all of them are estimates. */
		budget: whole,
		bytesPerToken: z.number(),
		keywords: z.array(z.string()).readonly(),
		spending: z.array(z.object({ category, share: whole, spent: whole }).readonly()).readonly(),
		sources: z
			.array(
				z
					.object({
						category,
						source: z.string(),
						score: z.number(),
						tokens: whole,
						shown: z.boolean(),
						why: z.string(),
					})
					.readonly(),
			)
			.readonly(),
	})
	.readonly();

/** What a context was made of, and what was left out and why (Wolffish, The Agent Pipeline: debug snapshot). */
export type ContextReport = z.infer<typeof schema>;

type Choice = ReturnType<typeof chooseWithin<Piece>>;

export function contextReport(
	{ chosen, spending }: Choice,
	rest: Pick<ContextReport, 'budget' | 'bytesPerToken' | 'keywords'>,
): ContextReport {
	return {
		...rest,
		spending,
		sources: chosen.map(({ candidate, tokens, shown, why }) => ({
			category: candidate.category,
			source: candidate.source,
			score: Math.round(candidate.score * 1000) / 1000,
			tokens,
			shown,
			why,
		})),
	};
}

/** A report as a journal keeps it. */
export function readContextReport(json: string): ContextReport {
	return schema.parse(JSON.parse(json));
}

import { z } from 'zod';

/** The parts of a context that have a share of it (Wolffish, The Agent Pipeline: identity, prefrontal, memory, skills, history). */
export const contextCategories = ['instructions', 'rules', 'memory', 'skills', 'history'] as const;

export type ContextCategory = (typeof contextCategories)[number];

const category = z.enum(contextCategories);
const whole = z.number().int();
const spending = z.object({ category, share: whole, spent: whole }).readonly();
const source = z
	.object({ category, source: z.string(), score: z.number(), tokens: whole, shown: z.boolean(), why: z.string() })
	.readonly();

const schema = z
	.object({
		/** Tokens, here and below; all of them are estimates. */
		budget: whole,
		bytesPerToken: z.number(),
		/** What relevance was measured by. */
		keywords: z.array(z.string()).readonly(),
		spending: z.array(spending).readonly(),
		sources: z.array(source).readonly(),
	})
	.readonly();

/** What a context was made of, and what was left out and why (Wolffish, The Agent Pipeline: debug snapshot). */
export type ContextReport = z.infer<typeof schema>;

/** A report as a journal keeps it. */
export function readContextReport(json: string): ContextReport {
	return schema.parse(JSON.parse(json));
}

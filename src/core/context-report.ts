import { z } from 'zod';

/**
 * The parts of a context that each have a share of its size (Wolffish, The Agent Pipeline: identity, prefrontal, memory, skills, history).
 */
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
		/** In tokens, like the other sizes. All numbers are estimates. */
		budget: whole,
		bytesPerToken: z.number(),
		/** The words of the task, by which the relevance of other texts was measured. */
		keywords: z.array(z.string()).readonly(),
		spending: z.array(spending).readonly(),
		sources: z.array(source).readonly(),
	})
	.readonly();

/** A report about a context: what it contains, what was left out, and why (Wolffish, The Agent Pipeline: debug snapshot). */
export type ContextReport = z.infer<typeof schema>;

/** Reads a report as a journal keeps it. */
export function readContextReport(json: string): ContextReport {
	return schema.parse(JSON.parse(json));
}

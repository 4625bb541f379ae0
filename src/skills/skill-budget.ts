import { z } from 'zod';

const amount = (least: number, most: number) => z.number().int().min(least).max(most);

/** The most that a run may use if it follows a skill. The values are like `tokens_per_run` and `minutes_per_run` in the configuration. */
export const budgetSchema = z
	.strictObject({
		tokens: amount(1_000, 1_000_000_000).exactOptional(),
		minutes: amount(1, 1_440).exactOptional(),
	})
	.refine(({ tokens, minutes }) => tokens !== undefined || minutes !== undefined, {
		error: 'Neither `tokens` nor `minutes` is there',
	});

/** The tokens and minutes of one run. */
export interface SkillBudget {
	readonly tokens?: number;
	readonly minutes?: number;
}

/** The tighter of two budgets. Tokens and minutes are compared separately. */
export function tighterBudget(one: SkillBudget = {}, other: SkillBudget = {}): SkillBudget | undefined {
	const least = (key: keyof SkillBudget): number => Math.min(one[key] ?? Infinity, other[key] ?? Infinity);
	const [tokens, minutes] = [least('tokens'), least('minutes')];
	const both = {
		...(Number.isFinite(tokens) ? { tokens } : {}),
		...(Number.isFinite(minutes) ? { minutes } : {}),
	};
	return Object.keys(both).length === 0 ? undefined : both;
}

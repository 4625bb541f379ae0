import { span } from '../text/markdown.ts';
import { cutTo } from '../text/within.ts';

/** The tokens of one model in a run, and their cost at the list prices of a day. Without a known price, `usd` and `asOf` are left out. */
export interface ModelCost {
	readonly model: string;
	readonly input: number;
	readonly output: number;
	readonly cached: number;
	readonly usd?: number;
	/** `2026-11-05`. */
	readonly asOf?: string;
}

/** Returns the cost of a run in words. Empty if the run cost nothing. */
export function costWords(costs: readonly ModelCost[]): readonly string[] {
	const priced = costs.filter(({ usd }) => usd !== undefined);
	const total = totalUsd(costs);
	const parts = costs.length < 2 ? '' : ` (${costs.map(partWords).join(', ')})`;
	if (priced.length === 0) return costs.length === 0 ? [] : [`price not known${parts}`];
	if (total === 0 && priced.length === costs.length) return [];
	const most = priced.length === costs.length ? 'about' : 'at least';
	const asOf = priced.map(({ asOf: day }) => day).find((day) => day !== undefined);
	return [`${most} ${dollars(total)} at the list prices of ${asOf}${parts}`];
}

function partWords({ model, input, output, usd }: ModelCost): string {
	return `${span(cutTo(model, 100))} ${input} tokens in, ${output} out, ${usd === undefined ? 'price not known' : dollars(usd)}`;
}

/** Returns the sum of the known costs. */
export function totalUsd(costs: readonly ModelCost[]): number {
	return costs.reduce((total, { usd = 0 }) => total + usd, 0);
}

/** Returns `$1.25`, for example. Amounts below ten cents have more digits. */
export function dollars(usd: number): string {
	return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

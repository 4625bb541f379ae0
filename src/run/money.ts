import type { EntryOf, Price } from '../core/index.ts';
import type { ModelCost, RunView } from '../report/index.ts';
import type { State } from './state.ts';

type Usage = EntryOf<'model_reply'>['usage'];

/** Everything that a model was paid for: replies, those that were thrown away, and those of models that answered nothing before another did. */
export function paidReplies({
	rounds,
	discarded,
}: State): readonly { readonly model: string; readonly usage: Usage }[] {
	const emptied = [...rounds.map(({ reply }) => reply.passed_over), ...discarded.map((one) => one.passed_over)].flatMap(
		(passedOver = []) => passedOver.flatMap(({ model, usage }) => (usage === undefined ? [] : [{ model, usage }])),
	);
	return [...rounds.map(({ reply }) => reply), ...discarded, ...emptied];
}

/** What each model of a run used, and what that costs at the list prices that were frozen when the run began. */
export function costsOf(state: State): readonly ModelCost[] {
	const prices = state.header?.settings.prices ?? [];
	const replies = paidReplies(state);
	const models = [...new Set(replies.map(({ model }) => model))];
	return models.map((model) => {
		const usages = replies.filter((reply) => reply.model === model).map(({ usage }) => usage);
		const sum = (pick: (usage: Usage) => number): number => usages.reduce((total, usage) => total + pick(usage), 0);
		const tokens = {
			model,
			input: sum(({ input }) => input),
			output: sum(({ output }) => output),
			cached: sum(({ cached }) => cached),
		};
		const price = prices.find((one) => one.model === model);
		return price === undefined ? tokens : { ...tokens, usd: sum((usage) => usdOf(usage, price)), asOf: price.asOf };
	});
}

/** What one reply cost. Of a prompt, what was cached and what was written into the cache is counted in its tokens, too. */
export function usdOf({ input, output, cached, written = 0 }: Usage, price: Price): number {
	const rates = price.longer !== undefined && input > price.longer.than ? price.longer : price;
	const fresh = Math.max(0, input - cached - written);
	const paid = fresh * rates.input + cached * rates.cached + written * rates.written + output * rates.output;
	return paid / 1_000_000;
}

/** What a run cost so far, in US cents: at least, where a price is not known. */
export function centsOf(state: State): number {
	return costsOf(state).reduce((total, { usd = 0 }) => total + 100 * usd, 0);
}

/** A rehearsal costs nothing, and runs from before there were prices do not say. */
export function pricedCosts(state: State): Pick<RunView, 'costs'> {
	if (state.header?.settings.prices === undefined) return {};
	const costs = costsOf(state).filter(({ model }) => !model.startsWith('scripted:'));
	return costs.length === 0 ? {} : { costs };
}

import type { EntryOf, Price } from '../../core/index.ts';
import type { ModelCost, RunView } from '../../report/index.ts';
import type { State } from './state.ts';

type Usage = EntryOf<'model_reply'>['usage'];

/**
 * Returns all replies that were paid for. These include unused replies, and replies of models that failed before another model answered.
 */
export function paidReplies({
	rounds,
	discarded,
}: State): readonly { readonly model: string; readonly usage: Usage }[] {
	const emptied = [...rounds.map(({ reply }) => reply.passed_over), ...discarded.map((one) => one.passed_over)].flatMap(
		(passedOver = []) => passedOver.flatMap(({ model, usage }) => (usage === undefined ? [] : [{ model, usage }])),
	);
	return [...rounds.map(({ reply }) => reply), ...discarded, ...emptied];
}

/** Returns what each model of a run used, and its cost. The list prices are those from the start of the run. */
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

/** Returns the cost of one reply. `input` includes the tokens from the cache and the tokens written into the cache. */
export function usdOf({ input, output, cached, written = 0 }: Usage, price: Price): number {
	const rates = price.longer !== undefined && input > price.longer.than ? price.longer : price;
	const fresh = Math.max(0, input - cached - written);
	const paid = fresh * rates.input + cached * rates.cached + written * rates.written + output * rates.output;
	return paid / 1_000_000;
}

/** Returns the cost of a run so far, in US cents. If a price is not known, the number is a minimum. */
export function centsOf(state: State): number {
	return costsOf(state).reduce((total, { usd = 0 }) => total + 100 * usd, 0);
}

/** Returns the costs to show. Missing for a rehearsal, which costs nothing, and for runs that are older than the prices. */
export function pricedCosts(state: State): Pick<RunView, 'costs'> {
	if (state.header?.settings.prices === undefined) return {};
	const costs = costsOf(state).filter(({ model }) => !model.startsWith('scripted:'));
	return costs.length === 0 ? {} : { costs };
}

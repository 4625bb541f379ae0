import { type Entry, type EntryOf, modelName } from '../../core/index.ts';
import type { RequestCost } from '../../report/index.ts';
import { usdOf } from '../state/money.ts';
import type { State } from '../state/state.ts';

type Paid = Pick<EntryOf<'model_reply'>, 'model' | 'usage'> & Pick<RequestCost, 'discarded'>;

/** Returns every model request that was paid for, in the order of the journal. */
export function requestCosts(entries: readonly Entry[], { header }: Pick<State, 'header'>): readonly RequestCost[] {
	const prices = header?.settings.prices ?? [];
	return entries.flatMap((entry) =>
		paidIn(entry).map(({ model, usage, ...discarded }) => {
			const price = prices.find((one) => one.model === model);
			const { input, output, cached } = usage;
			const usd = price === undefined ? {} : { usd: usdOf(usage, price) };
			return { at: entry.at, model: modelName(model), input, output, cached, ...usd, ...discarded };
		}),
	);
}

function paidIn(entry: Entry): readonly Paid[] {
	if (entry.type !== 'model_reply' && entry.type !== 'reply_discarded') return [];
	const emptied = (entry.passed_over ?? []).flatMap(({ model, usage, why }) =>
		usage === undefined ? [] : [{ model, usage, discarded: why }],
	);
	const { model, usage } = entry;
	return [...emptied, { model, usage, ...(entry.type === 'reply_discarded' ? { discarded: entry.why } : {}) }];
}

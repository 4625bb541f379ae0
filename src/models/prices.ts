import { isProvider, type Price, type ProviderName, providers, type Rates } from '../core/index.ts';

/** The day on which the prices were read from the providers' pages. */
export const pricesAsOf = '2026-11-05';

/**
 * List prices in US dollars per million tokens, by provider and model name. A name with a date after it has the same price. Sources: Anthropic
 * (platform.claude.com/docs/en/about-claude/pricing; caches of five minutes) and OpenAI (developers.openai.com/api/docs/pricing; standard
 * tier). If a model is missing here or its sources disagree, it has no price. No price is guessed.
 */
const table: Readonly<Record<ProviderName, Readonly<Record<string, Omit<Price, 'model' | 'asOf'>>>>> = {
	anthropic: {
		'claude-fable-5-1': { input: 10, output: 50, cached: 0.25, written: 12.5 },
		'claude-fable-5': { input: 10, output: 50, cached: 1, written: 12.5 },
		'claude-opus-5-5': { input: 4, output: 20, cached: 0.2, written: 5 },
		'claude-opus-5': { input: 5, output: 25, cached: 0.5, written: 6.25 },
		'claude-opus-4-8': { input: 5, output: 25, cached: 0.5, written: 6.25 },
		'claude-opus-4-7': { input: 5, output: 25, cached: 0.5, written: 6.25 },
		'claude-opus-4-6': { input: 5, output: 25, cached: 0.5, written: 6.25 },
		'claude-opus-4-5': { input: 5, output: 25, cached: 0.5, written: 6.25 },
		'claude-sonnet-5-5': { input: 2, output: 10, cached: 0.1, written: 2.5 },
		'claude-sonnet-5': { input: 2, output: 10, cached: 0.2, written: 2.5 },
		'claude-sonnet-4-6': { input: 3, output: 15, cached: 0.3, written: 3.75 },
		'claude-haiku-5-5': {
			...{ input: 0.1, output: 0.5, cached: 0.01, written: 0.125 },
			longer: { than: 100_000, input: 0.5, output: 2.5, cached: 0.05, written: 0.625 },
		},
		'claude-haiku-4-5': { input: 1, output: 5, cached: 0.1, written: 1.25 },
	},
	openai: {
		'gpt-6.1-sol': longerDoubled({ input: 2, output: 10, cached: 0.1, written: 2.5 }),
		'gpt-6-astra': longerDoubled({ input: 10, output: 50, cached: 1, written: 12.5 }),
		'gpt-6-sol': longerDoubled({ input: 2, output: 10, cached: 0.2, written: 2.5 }),
		'gpt-6-luna': longerDoubled({ input: 0.1, output: 0.5, cached: 0.01, written: 0.125 }),
	},
	// Its models run on your own machine, or at a service with its own prices.
	ollama: {},
};

/**
 * Returns prices with OpenAI's rule for long prompts: for such a request, input costs twice as much, and output one and a half times as
 * much.
 */
function longerDoubled(rates: Rates): Omit<Price, 'model' | 'asOf'> {
	const { input, output, cached, written } = rates;
	return {
		...rates,
		longer: { than: 272_000, input: 2 * input, output: 1.5 * output, cached: 2 * cached, written: 2 * written },
	};
}

const openAiHost = new URL(providers.openai.url.usual).hostname;

/**
 * The list price of a model at an address, or undefined if it is unknown. Other addresses with the OpenAI API have their own prices or
 * none. An address with the Anthropic API is at most a gateway. `isOwn` means your own machine, which costs nothing.
 */
export function priceOf(
	model: string,
	{ baseUrl, isOwn }: { readonly baseUrl?: string; readonly isOwn: boolean },
): Price | undefined {
	if (isOwn) return { model, asOf: pricesAsOf, input: 0, output: 0, cached: 0, written: 0 };
	if (model.startsWith('openai:') && baseUrl !== undefined && new URL(baseUrl).hostname !== openAiHost)
		return undefined;
	const [provider = '', name = ''] = model.replace(/-(?:20\d{6}|20\d\d-\d\d-\d\d)$/, '').split(/:(.*)/s);
	const prices = isProvider(provider) ? table[provider] : {};
	const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
	return price === undefined ? undefined : { model, asOf: pricesAsOf, ...price };
}

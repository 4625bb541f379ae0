import type { ProviderName } from '../core/index.ts';

/**
 * The UTF-8 bytes in one token, for a mix of code and English. Each entry is for the models of a provider, and for a model family at any
 * provider. The first entry that matches the model's id is used. The numbers are rounded down, so an estimate is rather too high than too
 * low. A real tokenizer for each provider would need a megabyte and delay the start, and a budget needs no exact count.
 */
const bytesPerToken: Readonly<Record<ProviderName, readonly [family: RegExp, bytes: number]>> = {
	anthropic: [/claude/, 3],
	ollama: [/llama|qwen|mistral|gemma|deepseek/, 3.2],
	openai: [/gpt|\bo[1-9]/, 3.5],
};

/** The bytes in one token of other models. A Chinese, Japanese or Korean character has three bytes and is about one token. */
const ofOthers = 3;

/** Estimates the tokens of a text for a model. */
export function estimateTokens(text: string, model: string): number {
	return Math.ceil(Buffer.byteLength(text) / bytesOfToken(model));
}

/** Returns the number of bytes that {@link estimateTokens} assumes for one token. */
export function bytesOfToken(model: string): number {
	const id = model.toLowerCase();
	const isOf = ([provider, [family]]: readonly [string, readonly [RegExp, number]]): boolean =>
		id.startsWith(`${provider}:`) || family.test(id);
	return Object.entries(bytesPerToken).find(isOf)?.[1][1] ?? ofOthers;
}

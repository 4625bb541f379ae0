/**
 * The UTF-8 bytes in one token of a model family, for a mix of code and English. They are rounded down, so the estimate is rather too high.
 * The first row that matches the model's id is used. A real tokenizer for each provider would need a megabyte and start time, and a budget
 * needs no exact count. The reply reports the real usage.
 */
const bytesPerToken: readonly (readonly [RegExp, number])[] = [
	[/claude|^anthropic:/, 3],
	[/llama|qwen|mistral|gemma|deepseek|^ollama:/, 3.2],
	[/gpt|\bo[1-9]|^openai:/, 3.5],
];

/** For other models. A Chinese, Japanese or Korean character has three bytes and is about one token. */
const ofOthers = 3;

/** Estimates the tokens of a text for a model. */
export function estimateTokens(text: string, model: string): number {
	return Math.ceil(Buffer.byteLength(text) / bytesOfToken(model));
}

/** The number of bytes that {@link estimateTokens} assumes for one token. */
export function bytesOfToken(model: string): number {
	return bytesPerToken.find(([family]) => family.test(model.toLowerCase()))?.[1] ?? ofOthers;
}

/**
 * Bytes of UTF-8 that a token of a model's family holds, on a mix of code and English, rounded down so that the estimate is rather too
 * high; the first that fits the model's id counts. Nothing is loaded for it: a tokenizer of its own per provider costs a megabyte and a
 * start, and a budget needs no exact count. What a request really took, its reply tells.
 */
const bytesPerToken: readonly (readonly [RegExp, number])[] = [
	[/claude|^anthropic:/, 3],
	[/llama|qwen|mistral|gemma|deepseek|^ollama:/, 3.2],
	[/gpt|\bo[1-9]|^openai:/, 3.5],
];

/** Chinese, Japanese and Korean take three bytes a character and about a token each. */
const ofOthers = 3;

/** About how many tokens a text is for a model. */
export function estimateTokens(text: string, model: string): number {
	return Math.ceil(Buffer.byteLength(text) / bytesOfToken(model));
}

/** How many bytes {@link estimateTokens} takes a token to be. */
export function bytesOfToken(model: string): number {
	return bytesPerToken.find(([family]) => family.test(model.toLowerCase()))?.[1] ?? ofOthers;
}

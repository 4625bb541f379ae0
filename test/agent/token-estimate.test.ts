import { expect, it } from 'vitest';
import { bytesOfToken, estimateTokens } from '../../src/agent/token-estimate.ts';

it.each([
	['anthropic:claude-sonnet-5-5', 3],
	['openai:anthropic/claude-opus', 3],
	['openai:gpt-6', 3.5],
	['openai:o4-mini', 3.5],
	['ollama:qwen3', 3.2],
	['openai:meta/llama-4', 3.2],
	['scripted:some', 3],
])('knows the family of %s', (model, bytes) => {
	expect(bytesOfToken(model)).toBe(bytes);
});

it('counts bytes, not characters, so that other scripts take more tokens', () => {
	expect(estimateTokens('abcdefg', 'anthropic:m')).toBe(3);
	expect(estimateTokens('漢字', 'anthropic:m')).toBe(2);
	expect(estimateTokens('', 'anthropic:m')).toBe(0);
});

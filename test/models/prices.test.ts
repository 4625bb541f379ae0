import { expect, test } from 'vitest';
import { pricesFor } from '../../src/models/index.ts';
import { pricesAsOf } from '../../src/models/prices.ts';

test.each([
	['anthropic:claude-sonnet-5-5', { input: 2, output: 10, cached: 0.1, written: 2.5 }],
	['anthropic:claude-haiku-4-5-20251001', { input: 1, output: 5, cached: 0.1, written: 1.25 }],
	[
		'openai:gpt-6-sol',
		{ input: 2, output: 10, longer: { than: 272_000, input: 4, output: 15, cached: 0.4, written: 5 } },
	],
	['openai:gpt-6-sol-2026-09-22', { input: 2 }],
	['scripted:x.yml', { input: 0, output: 0 }],
	['ollama:qwen4', { input: 0, output: 0 }],
])('%s has a known price with its date', (model, price) => {
	expect(pricesFor([model], {})).toEqual([expect.objectContaining({ model, asOf: pricesAsOf, ...price })]);
});

test.each(['anthropic:claude-of-tomorrow', 'openai:gpt-6', 'anthropic:claude-sonnet-5-55', 'openai:constructor'])(
	'%s has no price, and none is guessed',
	(model) => expect(pricesFor([model], {})).toEqual([]),
);

test('OpenAI and Ollama models at another address have no price; Anthropic models keep theirs', () => {
	const model = 'openai:gpt-6-sol';
	expect(pricesFor([model], { openai: { baseUrl: 'https://models.example.com/v1' } })).toEqual([]);
	expect(pricesFor([model], { openai: { baseUrl: 'https://api.openai.com/v1' } })).toHaveLength(1);
	expect(pricesFor([model], { openai: { baseUrl: 'http://127.0.0.1:8000/v1' } })).toEqual([]);
	const gateway = { anthropic: { baseUrl: 'http://127.0.0.1:8000' } };
	expect(pricesFor(['anthropic:claude-opus-5-5'], gateway)).toMatchObject([{ input: 4 }]);
	expect(pricesFor(['ollama:x'], { ollama: { baseUrl: 'https://ollama.example.com' } })).toEqual([]);
});

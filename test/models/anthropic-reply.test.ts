import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../src/core/index.ts';
import { createModel } from '../../src/models/index.ts';
import { block, chunksOf, messageEnd, messageStart, sse, toolBlock } from './support.ts';

/** A model whose provider sends these bytes in pieces of seven. */
function answering(text: string) {
	const bytes = new TextEncoder().encode(text);
	const body = new ReadableStream({
		start(controller) {
			for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
			controller.close();
		},
	});
	const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
	return createModel({ id: 'anthropic:m', apiKey: 'k', fetch, maxRetries: 0 });
}

const endOf = (chunks: readonly Chunk[]) => {
	const end = chunks.at(-1);
	if (end?.kind !== 'end') throw new Error('no end');
	return { ...end, raw: JSON.parse(end.raw) };
};

describe('a streamed reply', () => {
	it('gives text as it arrives, complete calls, and one end', async () => {
		const text = [
			{ type: 'text_delta', text: 'Grüße ' },
			{ type: 'text_delta', text: '👋' },
		];
		const chunks = await chunksOf(
			answering(
				sse(
					messageStart({
						input_tokens: 10,
						cache_read_input_tokens: 90,
						cache_creation_input_tokens: 5,
						output_tokens: 1,
					}),
					...block(0, { type: 'text', text: '' }, ...text),
					...toolBlock(1, ['{"pa', 'th":"a', '.ts"}']),
					...toolBlock(2, []),
					...messageEnd(),
				),
			),
		);
		expect(chunks).toEqual([
			{ kind: 'text', text: 'Grüße ' },
			{ kind: 'text', text: '👋' },
			{ kind: 'call', call: { id: 'toolu_1', name: 'file_read', args: { path: 'a.ts' } } },
			{ kind: 'call', call: { id: 'toolu_2', name: 'file_read', args: {} } },
			{
				kind: 'end',
				raw: expect.any(String),
				stop: 'tool_use',
				usage: { input: 105, output: 7, cached: 90, written: 5 },
			},
		]);
		expect(endOf(chunks).raw).toEqual([
			{ type: 'text', text: 'Grüße 👋' },
			{ type: 'tool_use', id: 'toolu_1', name: 'file_read', input: { path: 'a.ts' } },
			{ type: 'tool_use', id: 'toolu_2', name: 'file_read', input: {} },
		]);
	});

	it('keeps signed and redacted thinking, citations and unknown fields', async () => {
		const thinking = [
			{ type: 'thinking_delta', thinking: 'Let me ' },
			{ type: 'thinking_delta', thinking: 'see' },
			{ type: 'signature_delta', signature: 'c2ln' },
		];
		const citation = { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } };
		const chunks = await chunksOf(
			answering(
				sse(
					messageStart(),
					...block(0, { type: 'thinking', thinking: '', signature: '' }, ...thinking),
					...block(1, { type: 'redacted_thinking', data: 'ZGF0YQ==' }),
					...block(2, { type: 'text', text: '', citations: [], later: { a: 1 } }, citation),
					...messageEnd('end_turn'),
				),
			),
		);
		expect(endOf(chunks).raw).toEqual([
			{ type: 'thinking', thinking: 'Let me see', signature: 'c2ln' },
			{ type: 'redacted_thinking', data: 'ZGF0YQ==' },
			{ type: 'text', text: '', citations: [citation.citation], later: { a: 1 } },
		]);
	});

	it.each([
		['truncated', '{"path":"a.ts","content":"first half'],
		['malformed', '{"path": a.ts}'],
		['a list', '["a.ts"]'],
		['out of range', '{"offset":1e999}'],
	])('gives a call that cannot run if the arguments are %s', async (_, json) => {
		const chunks = await chunksOf(answering(sse(messageStart(), ...toolBlock(0, [json]), ...messageEnd('max_tokens'))));
		const args = { __invalid_arguments__: json };
		expect(chunks).toMatchObject([
			{ kind: 'call', call: { id: 'toolu_0', args } },
			{ kind: 'end', stop: 'max_tokens' },
		]);
		expect(endOf(chunks).raw).toEqual([{ type: 'tool_use', id: 'toolu_0', name: 'file_read', input: args }]);
	});

	it('does not count tokens twice if the totals are repeated at the end', async () => {
		const usage = { input_tokens: 10, cache_read_input_tokens: 90, cache_creation_input_tokens: 0, output_tokens: 3 };
		const chunks = await chunksOf(
			answering(sse(messageStart(usage), ...messageEnd('end_turn', { ...usage, output_tokens: 9 }))),
		);
		expect(endOf(chunks).usage).toEqual({ input: 100, output: 9, cached: 90 });
	});
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/core/index.ts';
import { createModel } from '../../src/models/index.ts';
import { type Answer, completion, delta, done, finish, Loopback, lines, said } from './loopback.ts';
import { aRequest, block, chunksOf, messageEnd, messageStart, sse } from './support.ts';

const server = new Loopback();
beforeAll(() => server.start());
afterAll(() => server.stop());
afterEach(() => {
	server.reset();
});

const result = (callId: string): Message => ({ role: 'tools', results: [{ callId, ok: true, text: 'text' }] });

/** A history with one reply of each provider. */
const history: readonly Message[] = [
	{ role: 'user', text: 'Hello' },
	{
		role: 'assistant',
		raw: '[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"One."},{"type":"tool_use","id":"toolu_1","name":"file_read","input":{"path":"a"}}]',
		said: { model: 'anthropic:a', text: 'One.', calls: [{ id: 'toolu_1', name: 'file_read', args: { path: 'a' } }] },
	},
	result('toolu_1'),
	{
		role: 'assistant',
		raw: '{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"functions.odd name:0","type":"function","function":{"name":"odd name","arguments":"{}"}}]}',
		said: { model: 'openai:b', text: '', calls: [{ id: 'functions.odd name:0', name: 'odd name', args: {} }] },
	},
	result('functions.odd name:0'),
	{
		role: 'assistant',
		raw: '{"role":"assistant","content":"Three.","thinking":"hm"}',
		said: { model: 'ollama:c', text: 'Three.', calls: [] },
	},
];

async function messagesFor(id: string): Promise<readonly Record<string, unknown>[]> {
	const answers: Record<string, Answer> = {
		anthropic: {
			headers: { 'content-type': 'text/event-stream' },
			body: sse(
				messageStart(),
				...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'x' }),
				...messageEnd(),
			),
		},
		openai: completion(delta({ content: 'x' }), finish('stop')),
		ollama: lines(said({ content: 'x' }), done()),
	};
	const answer = answers[id.split(':')[0] ?? ''];
	if (answer === undefined) throw new Error(id);
	server.queue(answer);
	await chunksOf(createModel({ id, apiKey: 'k', baseUrl: server.url, maxRetries: 0 }), aRequest({ messages: history }));
	const { messages } = JSON.parse(server.seen[0]?.body ?? '');
	return messages.filter(({ role }: { role: string }) => role !== 'system').slice(1);
}

describe('the reply of another model', () => {
	it('is sent to Anthropic as text and calls, without thinking, under valid ids', async () => {
		const [own, , foreign, results, last] = await messagesFor('anthropic:a');
		expect(JSON.stringify(own?.['content'])).toBe(history[1]?.role === 'assistant' ? history[1].raw : '');
		const [call = { id: '' }] = (foreign?.['content'] ?? []) as { id: string }[];
		expect(foreign).toEqual({
			role: 'assistant',
			content: [{ type: 'tool_use', id: call.id, name: 'odd_name', input: {} }],
		});
		expect(call.id).toMatch(/^call_[0-9a-f]{32}$/);
		expect(results).toMatchObject({ content: [{ type: 'tool_result', tool_use_id: call.id }] });
		expect(last).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Three.' }] });
	});

	it('is sent to OpenAI as text and calls', async () => {
		const [foreign, result, own, , last] = await messagesFor('openai:b');
		expect(foreign).toEqual({
			role: 'assistant',
			content: 'One.',
			tool_calls: [{ id: 'toolu_1', type: 'function', function: { name: 'file_read', arguments: '{"path":"a"}' } }],
		});
		expect(result).toEqual({ role: 'tool', tool_call_id: 'toolu_1', content: 'text' });
		expect(JSON.stringify(own)).toBe(history[3]?.role === 'assistant' ? history[3].raw : '');
		expect(last).toEqual({ role: 'assistant', content: 'Three.' });
	});

	it('is sent to Ollama as text and calls', async () => {
		const [first, result, second, , own] = await messagesFor('ollama:c');
		expect(first).toEqual({
			role: 'assistant',
			content: 'One.',
			tool_calls: [{ id: 'toolu_1', function: { name: 'file_read', arguments: { path: 'a' } } }],
		});
		expect(result).toEqual({ role: 'tool', tool_call_id: 'toolu_1', tool_name: 'file_read', content: 'text' });
		expect(JSON.stringify(second)).toContain('call_');
		expect(JSON.stringify(own)).toBe(history[5]?.role === 'assistant' ? history[5].raw : '');
	});

	it('is treated the same way if both models are of the same provider', async () => {
		const [first] = await messagesFor('anthropic:other');
		expect(JSON.stringify(first)).not.toContain('thinking');
		expect(first).toMatchObject({ content: [{ type: 'text' }, { type: 'tool_use', id: 'toolu_1' }] });
	});
});

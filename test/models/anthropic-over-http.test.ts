import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectReply } from '../../src/agent/index.ts';
import type { Message, ModelRequest } from '../../src/core/index.ts';
import { createModel } from '../../src/models/index.ts';
import { aRequest, chunksOf, errorOf, recordingFetch } from './support.ts';

const provider = new LLMock({ port: 0 });
beforeAll(() => provider.start());
afterAll(() => provider.stop());
beforeEach(() => provider.clearFixtures());

const model = (fetch?: typeof globalThis.fetch) =>
	createModel({
		id: 'anthropic:claude-sonnet-5-5',
		apiKey: 'k',
		baseUrl: provider.url,
		maxRetries: 0,
		...(fetch && { fetch }),
	});

/** Plays a conversation of three turns as a run does, and returns the body of each request. */
async function conversation(): Promise<readonly string[]> {
	provider.on(
		{ turnIndex: 0 },
		{
			content: 'I will read both.',
			toolCalls: [
				{ name: 'file_read', arguments: '{"path":"b.ts","offset":2}', id: 'toolu_b' },
				{ name: 'file_read', arguments: '{"path":"ä.ts"}', id: 'toolu_a' },
			],
			reasoning: 'Which files?',
			reasoningSignature: 'c2lnbmF0dXJl',
		},
	);
	provider.on({ turnIndex: 1 }, { toolCalls: [{ name: 'file_read', arguments: '{"path":"c.ts"}', id: 'toolu_c' }] });
	provider.on({ turnIndex: 2 }, { content: 'Done.' });
	const { fetch, bodies } = recordingFetch();
	const messages: Message[] = [{ role: 'user', text: 'Read the files' }];
	for (let turn = 0; turn < 3; turn++) {
		const request: ModelRequest = aRequest({ messages: [...messages], closing: turn === 2 });
		const reply = await collectReply(model(fetch).stream(request));
		messages.push({ role: 'assistant', raw: reply.raw });
		const results = reply.calls.map(({ id }, index) => ({
			callId: id,
			ok: index === 0,
			text: index === 0 ? 'text' : '',
		}));
		messages.push({ role: 'tools', results });
	}
	return bodies;
}

/** Returns the messages of a request body as text, without the closing bracket. */
function messageBytes(body: string): string {
	const { messages } = JSON.parse(body);
	const bytes = JSON.stringify(messages);
	expect(body).toContain(`"messages":${bytes}`);
	return bytes.slice(0, -1);
}

describe('the Anthropic model over HTTP', () => {
	it('streams text and calls from the given base URL', async () => {
		provider.onMessage('Hello', {
			content: 'I will look at the file that you named.',
			toolCalls: [{ name: 'file_read', arguments: '{"path":"a.ts"}' }],
		});
		const chunks = await chunksOf(model());
		expect(chunks.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(1);
		expect(chunks.at(-2)).toMatchObject({ kind: 'call', call: { name: 'file_read', args: { path: 'a.ts' } } });
		expect(chunks.at(-1)).toMatchObject({ kind: 'end', stop: 'tool_use' });
	});

	it('sends every earlier byte of the conversation again, signed thinking included', async () => {
		const [first = '', second = '', third = ''] = await conversation();
		expect(messageBytes(second).startsWith(messageBytes(first))).toBe(true);
		expect(messageBytes(third).startsWith(messageBytes(second))).toBe(true);
		expect(messageBytes(third).length).toBeGreaterThan(messageBytes(second).length);
		expect(JSON.parse(third).messages[1].content).toEqual([
			{ type: 'thinking', thinking: 'Which files?', signature: 'c2lnbmF0dXJl' },
			{ type: 'text', text: 'I will read both.' },
			{ type: 'tool_use', id: 'toolu_b', name: 'file_read', input: { path: 'b.ts', offset: 2 } },
			{ type: 'tool_use', id: 'toolu_a', name: 'file_read', input: { path: 'ä.ts' } },
		]);
	});

	it('keeps the part before the conversation unchanged, also for the closing call', async () => {
		const bodies = await conversation();
		const head = (body: string) =>
			body.slice(0, body.indexOf('"messages":')).replace('"tool_choice":{"type":"none"},', '');
		expect(new Set(bodies.map(head)).size).toBe(1);
		expect(bodies.map((body) => JSON.parse(body).tool_choice)).toEqual([undefined, undefined, { type: 'none' }]);
	});

	it('marks tools, system text and the whole request for the cache, but no single message', async () => {
		const [body = '{}'] = await conversation();
		const { cache_control, system, tools, messages } = JSON.parse(body);
		const mark = { type: 'ephemeral' };
		expect([cache_control, system[0].cache_control, tools.at(-1).cache_control]).toEqual([mark, mark, mark]);
		expect(JSON.stringify(messages)).not.toContain('cache_control');
	});

	it('sends results of failed calls, and empty results, in the format of the provider [seeds 87]', async () => {
		const [, second = '{}'] = await conversation();
		expect(JSON.parse(second).messages[2]).toEqual({
			role: 'user',
			content: [
				{ type: 'tool_result', tool_use_id: 'toolu_b', content: [{ type: 'text', text: 'text' }] },
				{
					type: 'tool_result',
					tool_use_id: 'toolu_a',
					content: [{ type: 'text', text: '(no output)' }],
					is_error: true,
				},
			],
		});
	});

	it('reports an overload', async () => {
		provider.nextRequestError(529, { message: 'Overloaded', type: 'overloaded_error' });
		expect(await errorOf(model())).toMatchObject({ code: 'model-overloaded' });
	});

	it('reports a base URL that does not answer', async () => {
		const nobody = createModel({ id: 'anthropic:m', apiKey: 'k', baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
		expect(await errorOf(nobody)).toMatchObject({
			code: 'model-unreachable',
			fix: expect.stringContaining('base URL'),
		});
	});
});

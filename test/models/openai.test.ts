import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collectReply } from '../../src/agent/index.ts';
import type { Message } from '../../src/core/index.ts';
import { argumentProblem, createModel } from '../../src/models/index.ts';
import { callDelta, completion, delta, finish, Loopback, usage } from './loopback.ts';
import { aRequest, chunksOf, errorOf, readTool } from './support.ts';

const provider = new Loopback();
beforeAll(() => provider.start());
afterAll(() => provider.stop());
afterEach(() => {
	expect(provider.reset()).toEqual([]);
});

const key = 'sk-proj-made-up-0123456789';
const model = (maxRetries = 0, query = '') =>
	createModel({ id: 'openai:gpt-6', apiKey: key, baseUrl: `${provider.url}/v1${query}`, maxRetries });
const replyOf = (messages?: readonly Message[]) => collectReply(model().stream(aRequest(messages && { messages })));

describe('the chat completions of OpenAI', () => {
	it('stream text, and join calls from their parts', async () => {
		provider.queue(
			completion(
				delta({ role: 'assistant', content: null }),
				delta({ content: 'I will ' }),
				delta({ content: 'look.' }),
				callDelta(0, 'call_a', 'file_read', ''),
				callDelta(0, undefined, undefined, '{"path":"ä'),
				callDelta(1, 'call_b', 'file_read', '{"path":'),
				callDelta(0, undefined, undefined, '.ts"}'),
				callDelta(1, undefined, undefined, '"b.ts"}'),
				finish('tool_calls'),
				usage(120, 30, 100),
			),
		);
		const chunks = await chunksOf(model());
		expect(chunks.map(({ kind }) => kind)).toEqual(['text', 'text', 'call', 'call', 'end']);
		expect(chunks.slice(2)).toMatchObject([
			{ call: { id: 'call_a', name: 'file_read', args: { path: 'ä.ts' } } },
			{ call: { id: 'call_b', name: 'file_read', args: { path: 'b.ts' } } },
			{ stop: 'tool_calls', usage: { input: 120, output: 30, cached: 100 } },
		]);
	});

	it('send the system text, the tools and the key, and forbid calls in the closing turn', async () => {
		provider.queue(
			completion(delta({ content: 'x' }), finish('stop')),
			completion(delta({ content: 'x' }), finish('stop')),
		);
		await chunksOf(model());
		await chunksOf(model(), aRequest({ closing: true }));
		const [first, closing] = provider.seen;
		expect(first).toMatchObject({ url: '/v1/chat/completions', headers: { authorization: `Bearer ${key}` } });
		expect(JSON.parse(first?.body ?? '')).toEqual({
			model: 'gpt-6',
			stream: true,
			stream_options: { include_usage: true },
			tools: [{ type: 'function', function: readTool }],
			messages: [
				{ role: 'system', content: 'You are a test.' },
				{ role: 'user', content: 'Hello' },
			],
		});
		expect(closing?.body.replace('"tool_choice":"none",', '')).toBe(first?.body);
	});

	it('send the query of the base URL with each request, as Azure needs it', async () => {
		provider.queue(completion(delta({ content: 'x' }), finish('stop')));
		await chunksOf(model(0, '?api-version=2026-10-21'));
		expect(provider.seen[0]?.url).toBe('/v1/chat/completions?api-version=2026-10-21');
	});

	it('send earlier replies unchanged, reasoning and signatures included', async () => {
		const signature = { google: { thought_signature: 'c2ln' } };
		provider.queue(
			completion(
				delta({ role: 'assistant', content: '', reasoning_content: 'Which ' }),
				delta({
					reasoning_content: 'file?',
					reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Which ' }],
				}),
				delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'file?', signature: 's' }] }),
				delta({ reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'b64' }] }),
				delta({
					tool_calls: [
						{
							index: 0,
							id: 'c1',
							type: 'function',
							function: { name: 'file_read', arguments: '{ "path": "a.ts" }' },
							extra_content: signature,
						},
					],
				}),
				finish('tool_calls'),
			),
			completion(callDelta(0, 'c2', 'file_read', '{"path":"b.ts"}'), finish('tool_calls')),
			completion(delta({ content: 'Done.' }), finish('stop')),
		);
		const messages: Message[] = [{ role: 'user', text: 'Read' }];
		for (let turn = 0; turn < 3; turn++) {
			const { raw, text, calls } = await replyOf([...messages]);
			messages.push({ role: 'assistant', raw, said: { model: 'openai:gpt-6', text, calls } });
			messages.push({
				role: 'tools',
				results: calls.map(({ id }, index) => ({ callId: id, ok: turn === 0, text: index === 0 ? 'text' : '' })),
			});
		}
		const bodies = provider.seen.map(({ body }) => body.slice(body.indexOf('"messages":')).replace(/\]\}$/, ''));
		expect(bodies[1]?.startsWith(bodies[0] ?? '?')).toBe(true);
		expect(bodies[2]?.startsWith(bodies[1] ?? '?')).toBe(true);
		const last = JSON.parse(provider.seen[2]?.body ?? '');
		expect(last.messages.slice(2)).toEqual([
			{
				role: 'assistant',
				content: null,
				reasoning_content: 'Which file?',
				reasoning_details: [
					{ type: 'reasoning.text', index: 0, text: 'Which file?', signature: 's' },
					{ type: 'reasoning.encrypted', index: 1, data: 'b64' },
				],
				tool_calls: [
					{
						id: 'c1',
						type: 'function',
						function: { name: 'file_read', arguments: '{ "path": "a.ts" }' },
						extra_content: signature,
					},
				],
			},
			{ role: 'tool', tool_call_id: 'c1', content: 'text' },
			{
				role: 'assistant',
				content: null,
				tool_calls: [{ id: 'c2', type: 'function', function: { name: 'file_read', arguments: '{"path":"b.ts"}' } }],
			},
			{ role: 'tool', tool_call_id: 'c2', content: '[This call did not succeed.]\ntext' },
		]);
	});
});

describe('other servers with the OpenAI API', () => {
	it('get the same new id for a call whose id is missing or already used', async () => {
		const answer = completion(
			callDelta(0, '', 'file_read', '{"path":"a"}'),
			callDelta(1, 'call_0', 'file_read', '{"path":"b"}'),
			finish('tool_calls'),
		);
		const history: readonly Message[] = [
			{ role: 'user', text: 'x' },
			{ role: 'assistant', raw: '{"role":"assistant","content":null}' },
			{ role: 'tools', results: [{ callId: 'call_0', ok: true, text: 'y' }] },
		];
		provider.queue(answer, answer);
		const reply = await replyOf(history);
		expect(reply.calls.map(({ id }) => id)).toEqual(['call_2_1', 'call_2_2']);
		expect(JSON.parse(reply.raw).tool_calls.map(({ id }: { id: string }) => id)).toEqual(['call_2_1', 'call_2_2']);
		expect(await replyOf(history)).toEqual(reply);
	});

	it.each([
		[
			'gives every call the index 0',
			[callDelta(0, 'a', 'file_read', '{"path":"a"}'), callDelta(0, 'b', 'file_read', '{"path":"b"}')],
		],
		[
			'repeats id and name in every part',
			[
				callDelta(0, 'a', 'file_read', '{"path":'),
				callDelta(0, 'a', 'file_read', '"a"}'),
				callDelta(1, 'b', 'file_read', '{"path":"b"}'),
			],
		],
		[
			'gives no index',
			[
				delta({
					tool_calls: [
						{ id: 'a', function: { name: 'file_read', arguments: '{"path":"a"}' } },
						{ id: 'b', function: { name: 'file_read', arguments: '{"path":"b"}' } },
					],
				}),
			],
		],
		[
			'sends arguments as an object',
			[
				delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'file_read', arguments: { path: 'a' } } }] }),
				callDelta(1, 'b', 'file_read', '{"path":"b"}'),
			],
		],
	])('are understood if the server %s', async (_what, parts) => {
		provider.queue(completion(...parts, finish('tool_calls')));
		expect((await replyOf()).calls).toEqual([
			{ id: 'a', name: 'file_read', args: { path: 'a' } },
			{ id: 'b', name: 'file_read', args: { path: 'b' } },
		]);
	});

	it('are understood if they know only function_call [seeds 81]', async () => {
		provider.queue(
			completion(
				delta({ function_call: { name: 'file_read', arguments: '{"path"' } }),
				delta({ function_call: { arguments: ':"a"}' } }),
				finish('function_call'),
			),
		);
		expect((await replyOf()).calls).toEqual([{ id: 'call_1_1', name: 'file_read', args: { path: 'a' } }]);
	});

	it('get an estimate of the tokens if they count none, so that limits work', async () => {
		provider.queue(completion(delta({ content: 'x'.repeat(300) }), finish('stop')));
		const { usage: counted } = await replyOf();
		expect(counted.input).toBeGreaterThan(50);
		expect(counted.output).toBeGreaterThan(99);
	});

	it('can send a refusal, which becomes the text', async () => {
		provider.queue(completion(delta({ refusal: 'I cannot.' }), finish('stop')));
		expect(await replyOf()).toMatchObject({
			text: 'I cannot.',
			raw: '{"role":"assistant","content":null,"refusal":"I cannot."}',
		});
	});
});

describe('errors of OpenAI', () => {
	it.each(['{"path":"a', '{"path":"a"}}', '[1]'])(
		'the model is told about invalid arguments %j, which are sent back as valid JSON',
		async (args) => {
			provider.queue(completion(callDelta(0, 'c', 'file_read', args), finish('length')));
			const { calls, raw } = await replyOf();
			expect(argumentProblem(readTool, calls[0]?.args ?? {})).toContain('not a complete JSON object');
			const [{ function: resent }] = JSON.parse(raw).tool_calls;
			expect(JSON.parse(resent.arguments)).toEqual(calls[0]?.args);
		},
	);

	it('a call with empty arguments gets an empty object', async () => {
		provider.queue(completion(callDelta(0, 'c', 'file_read', ''), finish('tool_calls')));
		const { calls, raw } = await replyOf();
		expect(calls[0]?.args).toEqual({});
		expect(raw).toContain('"arguments":"{}"');
	});

	it('an empty reply is valid', async () => {
		provider.queue(completion(finish('stop'), usage(9, 0)));
		expect(await replyOf()).toMatchObject({ text: '', calls: [], stop: 'stop' });
	});

	it.each([
		[400, 'model-refused'],
		[404, 'model-refused'],
		[401, 'model-unauthorized'],
		[403, 'model-unauthorized'],
		[429, 'model-overloaded'],
		[500, 'model-overloaded'],
		[529, 'model-overloaded'],
	])('%i becomes a CountersignError, and the key is never shown', async (status, code) => {
		provider.queue({
			status,
			headers: { 'x-request-id': 'req_9' },
			body: JSON.stringify({ error: { message: `no, ${key}`, type: 'some_error', code: null } }),
		});
		const error = await errorOf(model());
		expect(error).toMatchObject({
			code,
			message: `The model's provider answered ${status} some_error: no, *** (request req_9).`,
		});
		expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(key);
		if (code === 'model-unauthorized')
			expect(error).toMatchObject({ fix: expect.stringContaining('`OPENAI_API_KEY`') });
	});

	it('an account without credit is a rejected request, not an overload', async () => {
		provider.queue({
			status: 429,
			body: JSON.stringify({ error: { message: 'Pay.', type: 'insufficient_quota', code: 'insufficient_quota' } }),
		});
		expect(await errorOf(model())).toMatchObject({ code: 'model-refused' });
	});

	it('a rate limit is waited for as long as the server says; an invalid key is not retried', async () => {
		const busy = { status: 429, headers: { 'retry-after-ms': '1' }, body: '{"error":{"message":"slow down"}}' };
		provider.queue(busy, completion(delta({ content: 'x' }), finish('stop')), {
			status: 401,
			body: '{"error":{"message":"no"}}',
		});
		expect((await chunksOf(model(1))).at(-1)).toMatchObject({ kind: 'end' });
		await errorOf(model(3));
		expect(provider.seen).toHaveLength(3);
	});

	it('a wait of an hour is reported and not waited for', async () => {
		provider.queue({ status: 429, headers: { 'retry-after': '3600' }, body: '{"error":{"message":"slow down"}}' });
		expect(await errorOf(model(3))).toMatchObject({ code: 'model-overloaded', waitMs: 3_600_000 });
	});

	it.each([
		['an overload', { error: { message: 'Provider returned error', code: 502 } }, 'model-overloaded'],
		['an invalid key', { error: { message: 'no', code: 401 } }, 'model-unauthorized'],
		[
			'an invalid request',
			{ error: { message: 'too long', type: 'invalid_request_error', code: 400 } },
			'model-refused',
		],
		['nothing more', { choices: [{ index: 0, delta: {}, finish_reason: 'error' }] }, 'model-overloaded'],
	])('an error inside the stream is reported if it names %s', async (_what, event, code) => {
		provider.queue(completion(delta({ content: 'I ' }), event));
		expect(await errorOf(model())).toMatchObject({ code });
	});

	it.each([true, false])('a stream that ends too early is an error (cut: %s)', async (cut) => {
		const { headers = {}, body } = completion(
			delta({ content: 'I will' }),
			callDelta(0, 'c', 'file_read', '{"path":"a"}'),
		);
		provider.queue({ headers, body: body.replace('data: [DONE]\n\n', ''), cut });
		expect(await errorOf(model())).toMatchObject({ code: 'model-unreachable' });
	});

	it('a missing key is reported before any request; a server with its own base URL needs none', async () => {
		expect(await errorOf(createModel({ id: 'openai:gpt-6' }))).toMatchObject({ code: 'model-unauthorized' });
		provider.queue(completion(delta({ content: 'x' }), finish('stop')));
		expect(await chunksOf(createModel({ id: 'openai:m', baseUrl: provider.url }))).toHaveLength(2);
	});

	it('a base URL that does not answer is reported', async () => {
		const nobody = createModel({ id: 'openai:m', apiKey: 'k', baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
		expect(await errorOf(nobody)).toMatchObject({
			code: 'model-unreachable',
			fix: expect.stringContaining('base URL'),
		});
	});
});

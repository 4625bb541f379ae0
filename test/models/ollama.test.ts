import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { collectReply } from '../../src/agent/index.ts';
import type { Message } from '../../src/core/index.ts';
import { argumentProblem, createModel } from '../../src/models/index.ts';
import { done, Loopback, lines, said } from './loopback.ts';
import { aRequest, chunksOf, errorOf, readTool } from './support.ts';

const server = new Loopback();
beforeAll(() => server.start());
afterAll(() => server.stop());
afterEach(() => {
	expect(server.reset()).toEqual([]);
});

const model = () => createModel({ id: 'ollama:qwen4:8b', baseUrl: `${server.url}/` });
const replyOf = (messages?: readonly Message[]) => collectReply(model().stream(aRequest(messages && { messages })));
const called = (args: unknown, more: object = {}) =>
	said({ tool_calls: [{ ...more, function: { name: 'file_read', arguments: args } }] });
const bodyOf = (turn: number) => JSON.parse(server.seen[turn]?.body ?? '{}');

describe('the chat API of Ollama', () => {
	it('streams text, and gives calls an id by their position', async () => {
		server.queue(
			lines(
				said({ thinking: 'Which ' }),
				said({ thinking: 'file?' }),
				said({ content: 'I will ' }),
				said({ content: 'löök.' }),
				called({ path: 'a.ts' }),
				called({ path: 'b.ts' }),
				done(),
			),
		);
		const chunks = await chunksOf(model());
		expect(chunks.map(({ kind }) => kind)).toEqual(['text', 'text', 'call', 'call', 'end']);
		expect(chunks.slice(2)).toMatchObject([
			{ call: { id: 'call_1_1', name: 'file_read', args: { path: 'a.ts' } } },
			{ call: { id: 'call_1_2', name: 'file_read', args: { path: 'b.ts' } } },
			{ stop: 'stop', usage: { input: 40, output: 6, cached: 0 } },
		]);
	});

	it('sends the tools and a large enough context size, and no tools in the closing turn', async () => {
		server.queue(lines(said({ content: 'x' }), done()), lines(said({ content: 'x' }), done()));
		await chunksOf(model());
		await chunksOf(model(), aRequest({ closing: true, system: 'x'.repeat(60_000) }));
		expect(server.seen[0]?.url).toBe('/api/chat');
		expect(bodyOf(0)).toEqual({
			model: 'qwen4:8b',
			stream: true,
			tools: [{ type: 'function', function: readTool }],
			options: { num_ctx: 16_384 },
			messages: [
				{ role: 'system', content: 'You are a test.' },
				{ role: 'user', content: 'Hello' },
			],
		});
		expect(bodyOf(1)).toMatchObject({ options: { num_ctx: 32_768 } });
		expect(bodyOf(1)).not.toHaveProperty('tools');
	});

	it('sends earlier replies unchanged, and results with the names of their tools', async () => {
		server.queue(
			lines(said({ thinking: 'Which?' }), called({ path: 'a.ts' }, { id: 'c1', index: 0 }), done()),
			lines(said({ content: 'Done.' }), done()),
		);
		const { raw, text, calls } = await replyOf();
		const first = { role: 'user', text: 'Hello' } as const;
		await replyOf([
			first,
			{ role: 'assistant', raw, said: { model: 'ollama:qwen4:8b', text, calls } },
			{ role: 'tools', results: [{ callId: 'c1', ok: false, text: 'gone' }] },
		]);
		expect(server.seen[1]?.body).toContain(raw);
		expect(bodyOf(1).messages.slice(2)).toEqual([
			{
				role: 'assistant',
				content: '',
				thinking: 'Which?',
				tool_calls: [{ id: 'c1', index: 0, function: { name: 'file_read', arguments: { path: 'a.ts' } } }],
			},
			{ role: 'tool', tool_call_id: 'c1', tool_name: 'file_read', content: '[This call did not succeed.]\ngone' },
		]);
		const [before, after] = server.seen.map(({ body }) => body.slice(body.indexOf('"messages":')).slice(0, -2));
		expect(after?.startsWith(before ?? '?')).toBe(true);
	});
});

describe('errors of Ollama', () => {
	it.each(['{"path":"a', [1], 7])('the model is told about invalid arguments %j', async (args) => {
		server.queue(lines(called(args), done()));
		const { calls } = await replyOf();
		expect(argumentProblem(readTool, calls[0]?.args ?? {})).toContain('not a complete JSON object');
	});

	it('arguments in a JSON string are parsed', async () => {
		server.queue(lines(called('{"path":"a"}'), done()));
		expect((await replyOf()).calls).toMatchObject([{ args: { path: 'a' } }]);
	});

	it('missing token counts are estimated from the size', async () => {
		server.queue(lines(said({ content: 'x'.repeat(300) }), done({})));
		const { usage } = await replyOf();
		expect(usage.input).toBeGreaterThan(50);
		expect(usage.output).toBeGreaterThan(99);
	});

	it('a model that is not installed is named, with the command that installs it', async () => {
		server.queue({ status: 404, body: '{"error":"model \\"qwen4:8b\\" not found"}' });
		expect(await errorOf(model())).toMatchObject({
			code: 'model-refused',
			message: 'The model\'s server answered 404: model "qwen4:8b" not found.',
			fix: expect.stringContaining('ollama pull qwen4:8b'),
		});
	});

	it.each([
		[503, 'model-overloaded'],
		[429, 'model-overloaded'],
		[401, 'model-unauthorized'],
		[400, 'model-refused'],
	])('%i becomes a CountersignError', async (status, code) => {
		server.queue({ status, headers: { 'retry-after': '7' }, body: '<html>no\n</html>' });
		expect(await errorOf(model())).toMatchObject({
			code,
			waitMs: 7000,
			message: `The model's server answered ${status}: <html>no </html>.`,
		});
	});

	it('an error inside the stream is reported, also without a newline at the end', async () => {
		const { headers = {}, body } = lines(said({ content: 'I ' }), { error: 'out of memory' });
		server.queue({ headers, body: body.trimEnd() });
		expect(await errorOf(model())).toMatchObject({
			code: 'model-overloaded',
			message: expect.stringContaining('out of memory'),
		});
	});

	it('a line in another format is rejected', async () => {
		server.queue({ body: '{"message":"hello"}\n' });
		expect(await errorOf(model())).toMatchObject({ code: 'model-refused' });
	});

	it.each([true, false])('a stream that ends too early is an error (cut: %s)', async (cut) => {
		server.queue({ ...lines(said({ content: 'I will' }), called({ path: 'a' })), cut });
		expect(await errorOf(model())).toMatchObject({ code: 'model-unreachable' });
	});

	it('a server that does not answer is reported with its address', async () => {
		const error = await errorOf(createModel({ id: 'ollama:m', baseUrl: 'http://127.0.0.1:9/x' }));
		expect(error).toMatchObject({ code: 'model-unreachable', fix: expect.stringContaining('http://127.0.0.1:9.') });
	});
});

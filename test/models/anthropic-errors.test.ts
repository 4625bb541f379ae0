import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { createModel } from '../../src/models/index.ts';
import { block, chunksOf, errorOf, messageEnd, messageStart, sse } from './support.ts';

const host = 'https://api.anthropic.com';
const key = 'sk-ant-secret-0123456789';
const model = (maxRetries = 0) => createModel({ id: 'anthropic:claude-test', apiKey: key, maxRetries });
const answer = (status: number, type: string, message: string, headers: Record<string, string> = {}) =>
	nock(host)
		.post('/v1/messages')
		.reply(status, { type: 'error', error: { type, message } }, { 'request-id': 'req_7', ...headers });
const stream = (body: string) =>
	nock(host).post('/v1/messages').reply(200, body, { 'content-type': 'text/event-stream' });

beforeAll(() => nock.disableNetConnect());
afterEach(() => {
	expect(nock.pendingMocks()).toEqual([]);
	nock.cleanAll();
});
afterAll(() => {
	nock.enableNetConnect();
	nock.restore();
});

describe('an error answer of the provider', () => {
	it.each([
		[400, 'invalid_request_error', 'max_tokens: too large', 'model-refused'],
		[404, 'not_found_error', 'model: claude-test', 'model-refused'],
		[413, 'request_too_large', 'too large', 'model-refused'],
		[401, 'authentication_error', 'invalid x-api-key', 'model-unauthorized'],
		[403, 'permission_error', 'not allowed', 'model-unauthorized'],
		[403, 'billing_error', 'no contract', 'model-unauthorized'],
		[429, 'rate_limit_error', 'slow down', 'model-overloaded'],
		[500, 'api_error', 'internal', 'model-overloaded'],
		[529, 'overloaded_error', 'overloaded', 'model-overloaded'],
	])('%i %s becomes a CountersignError', async (status, type, message, code) => {
		answer(status, type, message);
		const error = await errorOf(model());
		expect(error).toBeInstanceOf(CountersignError);
		expect(error).toMatchObject({
			code,
			message: `The model's provider answered ${status} ${type}: ${message} (request req_7).`,
			fix: expect.stringMatching(/\w/),
		});
	});

	it('an invalid key names the secret to set, is not retried, and is never shown', async () => {
		answer(401, 'authentication_error', `invalid x-api-key ${key}`);
		const error = await errorOf(model(3));
		expect(error).toMatchObject({ code: 'model-unauthorized', fix: expect.stringContaining('`ANTHROPIC_API_KEY`') });
		expect(error).toMatchObject({ message: expect.stringContaining('invalid x-api-key ***') });
		expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(key);
	});

	it('an answer in another format is shortened to one line', async () => {
		nock(host)
			.post('/v1/messages')
			.reply(502, `<html>\n${'x'.repeat(5000)}`, { 'content-type': 'text/html' });
		const error = await errorOf(model());
		expect(error).toMatchObject({
			message: expect.stringMatching(/^The model's provider answered 502 <html> x{290,300}…\.$/),
		});
	});

	it('a rejected request is not retried', async () => {
		answer(400, 'invalid_request_error', 'no');
		expect(await errorOf(model(3))).toMatchObject({ code: 'model-refused' });
	});

	it('an overload is retried, and the next reply is read', async () => {
		answer(529, 'overloaded_error', 'busy', { 'retry-after-ms': '5' });
		stream(
			sse(
				messageStart(),
				...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hi' }),
				...messageEnd('end_turn'),
			),
		);
		expect(await chunksOf(model(1))).toMatchObject([{ kind: 'text', text: 'Hi' }, { kind: 'end' }]);
	});

	it('an overload that lasts is reported after the retries', async () => {
		for (let attempt = 0; attempt < 3; attempt++) answer(529, 'overloaded_error', 'busy', { 'retry-after-ms': '5' });
		expect(await errorOf(model(2))).toMatchObject({ code: 'model-overloaded' });
	});

	it.each(['3600', 'Fri, 31 Dec 2100 23:59:59 GMT'])(
		'a wait until %s is too long, so the request fails at once',
		async (after) => {
			answer(429, 'rate_limit_error', 'slow down', { 'retry-after': after });
			expect(await errorOf(model(3))).toMatchObject({
				code: 'model-overloaded',
				fix: expect.stringContaining('re-run the job'),
			});
		},
	);
});

describe('a request fails if, in place of an answer, there is', () => {
	it('no connection', async () => {
		nock(host)
			.post('/v1/messages')
			.replyWithError(Object.assign(new Error('connect ECONNREFUSED 1.2.3.4:443')));
		expect(await errorOf(model())).toMatchObject({
			code: 'model-unreachable',
			message: expect.stringContaining('ECONNREFUSED'),
		});
	});

	it('an error inside the stream', async () => {
		stream(sse(messageStart(), { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }));
		expect(await errorOf(model())).toMatchObject({
			code: 'model-overloaded',
			message: expect.stringContaining('overloaded_error: Overloaded'),
		});
	});

	it('a stream with invalid JSON', async () => {
		stream('event: message_start\ndata: {"type":"message_st\n\n');
		expect(await errorOf(model())).toMatchObject({ code: 'model-unreachable' });
	});

	it('a stream that stops in the middle', async () => {
		stream(sse(messageStart(), ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Half' })));
		expect(await errorOf(model())).toMatchObject({
			code: 'model-unreachable',
			message: expect.stringContaining('broke off'),
		});
	});

	it('an HTML page of a proxy', async () => {
		nock(host).post('/v1/messages').reply(200, '<html>Welcome</html>', { 'content-type': 'text/html' });
		expect(await errorOf(model())).toMatchObject({ code: 'model-unreachable' });
	});

	it('a delta of an unknown type, which could not be sent back as it was signed', async () => {
		stream(sse(messageStart(), ...block(0, { type: 'thinking' }, { type: 'new_delta' }), ...messageEnd()));
		expect(await errorOf(model())).toMatchObject({
			code: 'model-refused',
			message: expect.stringContaining('new_delta'),
		});
	});
});

describe('without an API key', () => {
	it('no request is sent', async () => {
		expect(await errorOf(createModel({ id: 'anthropic:claude-test' }))).toMatchObject({
			code: 'model-unauthorized',
			fix: expect.stringContaining('`ANTHROPIC_API_KEY`'),
		});
	});
});

describe('the request', () => {
	it('has exactly the fields that the API version accepts', async () => {
		let body: Record<string, unknown> = {};
		nock(host, { reqheaders: { 'anthropic-version': '2026-10-21', authorization: `Bearer ${key}` } })
			.post('/v1/messages', (sent) => {
				body = sent;
				return true;
			})
			.reply(200, sse(messageStart(), ...messageEnd('end_turn')), { 'content-type': 'text/event-stream' });
		await chunksOf(model());
		expect(Object.keys(body).sort()).toEqual([
			'cache_control',
			'max_tokens',
			'messages',
			'model',
			'stream',
			'system',
			'tools',
		]);
	});
});

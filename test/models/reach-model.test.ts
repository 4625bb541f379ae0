import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reachModel } from '../../src/models/index.ts';

const asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
	asked.push(`${request.method} ${request.url} ${request.headers['x-api-key'] ?? request.headers.authorization ?? ''}`);
	answer(request, response);
});
let baseUrl: string;
beforeEach(async () => {
	asked.length = 0;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
	server.closeAllConnections();
	server.close();
});

const says = (status: number, body: object, headers: Readonly<Record<string, string>> = {}) => {
	answer = (_, response) =>
		void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const reach = (id: string, access: { apiKey?: string } = { apiKey: 'made-up' }, milliseconds = 5000) =>
	reachModel(id, { access: { ...access, baseUrl }, milliseconds });
const host = () => new URL(baseUrl).host;

test('the check reads the list of models once, with the key', async () => {
	says(200, {});
	expect(await reach('anthropic:claude-sonnet-5-5')).toEqual({ ok: true, text: `${host()} answers` });
	expect(
		await reachModel('openai:gpt', {
			access: { apiKey: 'made-up', baseUrl: `${baseUrl}/openai/v1/?api-version=1` },
			milliseconds: 5000,
		}),
	).toMatchObject({ ok: true });
	expect(asked).toEqual([
		'GET /v1/models/claude-sonnet-5-5 made-up',
		'GET /openai/v1/models?api-version=1 Bearer made-up',
	]);
});

test('a missing Ollama model is reported with the command that installs it', async () => {
	says(200, { models: [{ name: 'qwen3:32b' }, { name: 'llama4:latest' }, null] });
	expect(await reach('ollama:qwen3:32b', {})).toMatchObject({ ok: true });
	expect(await reach('ollama:llama4', {})).toMatchObject({ ok: true });
	expect(await reach('ollama:other', {})).toEqual({
		ok: false,
		why: `${host()} does not have this model`,
		fix: 'ollama pull other',
	});
});

test.each([
	[401, /refuses the key \(401\)/],
	[404, /does not have this model \(404\)/],
	[529, /answers 529/],
])('an error status is reported: %i', async (status, why) => {
	says(status, {});
	expect(await reach('anthropic:x')).toMatchObject({ ok: false, why: expect.stringMatching(why) });
});

test('the check sends no request without a key, and does not follow redirects with the key', async () => {
	says(200, {});
	expect(await reach('anthropic:x', {})).toMatchObject({ ok: false, why: 'ANTHROPIC_API_KEY is not set' });
	expect(await reachModel('openai:x', { access: {}, milliseconds: 1 })).toMatchObject({
		ok: false,
		why: 'OPENAI_API_KEY is not set',
	});
	expect(await reach('other:x')).toMatchObject({ ok: false, why: 'no provider of this name is known' });
	expect(await reach('scripted:x.yml')).toMatchObject({ ok: true });
	expect(asked).toEqual([]);
	says(302, {}, { location: '/elsewhere' });
	expect(await reach('anthropic:x')).toMatchObject({ ok: false, why: expect.stringContaining('cannot be reached') });
	expect(asked).toEqual(['GET /v1/models/x made-up']);
});

test('a server that is silent or missing is reported', async () => {
	answer = () => undefined;
	expect(await reach('anthropic:x', { apiKey: 'k' }, 50)).toMatchObject({
		ok: false,
		why: `${host()} cannot be reached: no answer within 0.05 s`,
	});
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	expect(await reach('anthropic:x')).toMatchObject({ ok: false, why: expect.stringContaining('ECONNREFUSED') });
});

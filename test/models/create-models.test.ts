import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createModels, type ModelsOptions } from '../../src/models/create-model.ts';
import { completion, delta, done, finish, Loopback, lines, said } from './loopback.ts';
import { chunksOf, errorOf } from './support.ts';

vi.mock('node:os', async (original) => ({
	...(await original<typeof import('node:os')>()),
	networkInterfaces: vi.fn(),
}));

const address = { address: '', netmask: '', mac: '', cidr: null, family: 'IPv4' } as const;
const loopback = [{ ...address, internal: true }];
const network = (online: boolean) =>
	vi
		.mocked(networkInterfaces)
		.mockReturnValue({ lo: loopback, ...(online ? { eth0: [{ ...address, internal: false }] } : {}) });

const server = new Loopback();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => network(true));
afterEach(() => {
	expect(server.reset()).toEqual([]);
	slept = [];
});

let slept: number[] = [];
const sleep = async (milliseconds: number): Promise<void> => void slept.push(milliseconds);
const modelsOf = (ids: readonly string[], accesses: ModelsOptions['accesses'] = {}) =>
	createModels({ ids, accesses: { ollama: { baseUrl: server.url }, ...accesses }, now: () => 0, sleep });
const lastOf = async (...given: Parameters<typeof modelsOf>) => (await chunksOf(modelsOf(...given))).at(-1);

const hello = completion(delta({ content: 'x' }), finish('stop'));
const hi = lines(said({ content: 'x' }), done());

it('a single model is asked directly', async () => {
	server.queue(hi);
	expect(await lastOf(['ollama:m'])).not.toHaveProperty('model');
});

it('a fallback without a key is reported before any request', async () => {
	const error = await errorOf(modelsOf(['ollama:m', 'anthropic:a']));
	expect(error).toMatchObject({ code: 'model-unauthorized', fix: expect.stringContaining('ANTHROPIC_API_KEY') });
	expect(await errorOf(modelsOf(['ollama:m', 'openai:a']))).toMatchObject({
		code: 'model-unauthorized',
		fix: expect.stringContaining('OPENAI_API_KEY'),
	});
	expect(server.seen).toHaveLength(0);
});

it('a model with fallbacks is tried twice, without a long wait', async () => {
	const busy = { status: 529, headers: { 'retry-after-ms': '1' }, body: '{"error":{"message":"busy"}}' };
	const access = { openai: { apiKey: 'k', baseUrl: server.url } };
	server.queue(busy, busy, hi);
	expect(await lastOf(['openai:a', 'ollama:m'], access)).toMatchObject({ model: 'ollama:m' });
	server.reset();
	server.queue({ ...busy, headers: { 'retry-after': '6' } }, hi);
	expect(await lastOf(['openai:a', 'ollama:m'], access)).toMatchObject({
		model: 'ollama:m',
		passedOver: [{ model: 'openai:a', why: "The model's provider answered 529 busy." }],
	});
});

it('without a network, remote models are not tried [seeds 77]', async () => {
	network(false);
	server.queue(hi);
	const elsewhere = { openai: { baseUrl: 'https://models.example.com/v1' } };
	expect(await lastOf(['openai:a', 'ollama:m'], elsewhere)).toMatchObject({
		model: 'ollama:m',
		passedOver: [{ why: 'The machine has no network.' }],
	});
	server.queue(hello);
	expect(await lastOf(['openai:a', 'ollama:m'], { openai: { baseUrl: server.url } })).toMatchObject({
		model: 'openai:a',
	});
});

it('without a network, a single remote model fails at once and a local model answers', async () => {
	network(false);
	const elsewhere = { openai: { apiKey: 'k', baseUrl: 'https://models.example.com/v1' } };
	expect(await errorOf(modelsOf(['openai:a'], elsewhere))).toMatchObject({
		code: 'model-unreachable',
		message: 'The machine has no network.',
	});
	expect(slept).toEqual([]);
	server.queue(hi);
	expect(await lastOf(['ollama:m'])).toBeDefined();
});

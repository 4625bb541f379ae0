import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { collectReply, type Reply } from '../../src/agent/index.ts';
import { boundedFetch } from '../../src/models/bounded-fetch.ts';
import { boundedModel } from '../../src/models/bounded-model.ts';
import { createModels } from '../../src/models/index.ts';

const request = { system: 's', tools: [], messages: [{ role: 'user' as const, text: 'Hello.' }], closing: false };

/** Starts a server that acts as the provider. */
async function provider(answer: (response: ServerResponse, path: string) => void) {
	const server = createServer((incoming, response) => {
		incoming.resume();
		incoming.on('end', () => answer(response, incoming.url ?? ''));
	});
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		[Symbol.asyncDispose]: async (): Promise<void> => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

function ask(ids: readonly string[], baseUrl: string): () => Promise<Reply> {
	const access = { apiKey: 'k', baseUrl };
	const accesses = { openai: access, anthropic: access, ollama: { baseUrl } };
	const model = createModels({ ids, accesses, now: () => 0, sleep: async () => undefined });
	return () => collectReply(model.stream(request));
}

function stream(response: ServerResponse, events: readonly object[]): void {
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
}

const said = (usage: unknown) => [
	{ choices: [{ index: 0, delta: { content: 'Hi.' } }] },
	{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
	{ choices: [], usage },
];
const estimated = { input: 9, output: 1, cached: 0 };

describe('the token counts of a provider', () => {
	test.each([
		['negative', { prompt_tokens: -1e6, completion_tokens: 3 }],
		['not a whole number', { prompt_tokens: 1.5, completion_tokens: 3 }],
		['not a number', { prompt_tokens: '12', completion_tokens: [3] }],
		['zero', { prompt_tokens: 0, completion_tokens: 0 }],
		['too large', { prompt_tokens: 1e300, completion_tokens: 3 }],
	])('are replaced by an estimate if they are %s', async (_what, usage) => {
		await using server = await provider((response) => stream(response, said(usage)));
		const reply = await ask(['openai:x'], server.url)();
		expect(reply.usage.input).toBeGreaterThan(5);
		expect(reply.usage.input).toBeLessThan(100);
		expect(reply.usage).toMatchObject({ output: estimated.output, cached: 0 });
	});

	test('never have more cached than input tokens, nor zero output for a reply with text', async () => {
		const usage = { prompt_tokens: 10, completion_tokens: -3, prompt_tokens_details: { cached_tokens: 500 } };
		await using server = await provider((response) => stream(response, said(usage)));
		expect((await ask(['openai:x'], server.url)()).usage).toEqual({ input: 10, output: 1, cached: 10 });
	});
});

test('a block with a far too large index is rejected', async () => {
	await using server = await provider((response) =>
		stream(response, [
			{ type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } },
			{ type: 'content_block_start', index: 30_000_000, content_block: { type: 'text', text: '' } },
			{ type: 'content_block_delta', index: 30_000_000, delta: { type: 'text_delta', text: 'x' } },
			{ type: 'message_stop' },
		]),
	);
	await expect(ask(['anthropic:x'], server.url)()).rejects.toMatchObject({ code: 'model-unreachable' });
});

test('a model that asks for a very long wait is left out, and the next one answers', async () => {
	let asked = 0;
	await using server = await provider((response) => {
		asked += 1;
		if (asked === 1) response.writeHead(429, { 'retry-after': '1e290' }).end('{}');
		else stream(response, said({ prompt_tokens: 10, completion_tokens: 3 }));
	});
	const next = ask(['openai:a', 'openai:b'], server.url);
	expect(await next()).toMatchObject({ model: 'openai:b' });
	expect(await next()).toMatchObject({
		model: 'openai:b',
		passedOver: [{ why: expect.stringContaining('until 1970-01-02') }],
	});
});

describe('an endless answer', () => {
	const limits = { bytes: 100_000, milliseconds: 300 };
	const read = async (url: string): Promise<string> => (await boundedFetch(fetch, limits)(url)).text();

	test('is stopped after the maximum of bytes', async () => {
		await using server = await provider((response) => {
			const more = (): void => void response.write('x'.repeat(50_000), more);
			more();
		});
		await expect(read(server.url)).rejects.toMatchObject({
			code: 'model-refused',
			message: expect.stringMatching(/after 100000 bytes/),
		});
	});

	test('is stopped after the maximum of time, however slowly it arrives', async () => {
		await using server = await provider((response) => {
			const timer = setInterval(() => response.write(': still there\n\n'), 20);
			response.on('close', () => clearInterval(timer));
		});
		await expect(read(server.url)).rejects.toMatchObject({ code: 'model-refused' });
	});

	test.each(['anthropic:x', 'openai:x', 'ollama:x'])('is rejected after one request to %s', async (id) => {
		let asked = 0;
		await using server = await provider((response) => {
			asked += 1;
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			const part = id.startsWith('ollama') ? '\n'.repeat(1024 * 1024) : `: ${'x'.repeat(1024 * 1024)}\n\n`;
			const more = (): void => void response.write(part, more);
			more();
		});
		await expect(ask([id], server.url)()).rejects.toMatchObject({ code: 'model-refused' });
		expect(asked).toBe(1);
	});

	const forever: Readonly<Record<string, readonly object[]>> = {
		'anthropic:x': [
			{ type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } },
			{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
			{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x'.repeat(1_000_000) } },
		],
		'openai:x': [{ choices: [{ index: 0, delta: { content: 'x'.repeat(1_000_000) } }] }],
		'ollama:x': [{ message: { role: 'assistant', content: 'x'.repeat(1_000_000) } }],
	};

	test.each(Object.keys(forever))('is stopped while its text is still short enough for the journal: %s', async (id) => {
		const parts = (forever[id] ?? []).map((event) =>
			id.startsWith('ollama')
				? `${JSON.stringify(event)}\n`
				: `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
		);
		await using server = await provider((response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			const more = (): void => void response.write(parts.at(-1), more);
			response.write(parts.join(''), more);
		});
		const heard = ask([id], server.url)();
		await expect(heard).rejects.toMatchObject({
			code: 'model-refused',
			message: expect.stringMatching(/after 4194304 characters/),
		});
	});

	test.each([
		['the calls', [{ kind: 'call', call: { id: 'c', name: 'file_write', args: { content: 'x'.repeat(200) } } }]],
		['the raw reply', [{ kind: 'end', raw: 'x'.repeat(200), stop: 'stop', usage: estimated }]],
	] as const)('is limited also by the size of %s', async (_what, chunks) => {
		const model = boundedModel({ id: 'openai:x', stream: () => Readable.from(chunks) }, 100);
		await expect(collectReply(model.stream(request))).rejects.toMatchObject({
			message: expect.stringMatching(/after 100 characters/),
		});
	});
});

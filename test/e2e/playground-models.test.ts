import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { PlaygroundProcess } from './playground-process.ts';

/** Ollama on this machine, as far as its API is used: its models, and a chat of one call and an answer. */
async function anOllama() {
	const asked: { readonly model: string; readonly messages: readonly { readonly role: string }[] }[] = [];
	const server = createServer(async (request, response) => {
		if (request.url === '/api/tags') return response.end(JSON.stringify({ models: [{ name: 'small:latest' }] }));
		const body = JSON.parse(await new Response(request as unknown as ReadableStream).text());
		asked.push(body);
		const call = { function: { name: 'file_read', arguments: { path: 'src/slug.js' } } };
		const message =
			asked.length === 1
				? { role: 'assistant', content: '', tool_calls: [call] }
				: { role: 'assistant', content: 'It makes slugs.' };
		return response.end(
			`${JSON.stringify({ message, done: false })}\n${JSON.stringify({ message: {}, done: true })}\n`,
		);
	});
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return {
		asked,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		[Symbol.asyncDispose]: async (): Promise<void> => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

test('a visitor can choose a model on this machine, and a run uses it', async () => {
	await using ollama = await anOllama();
	await using playground = await PlaygroundProcess.start([], { OLLAMA_BASE_URL: ollama.url });
	const { models, stories } = await playground.world();
	expect(models.map(({ name }) => name)).toContain('ollama:small:latest');
	const thread = stories.find(({ name }) => name === 'fix-a-bug')?.thread ?? 0;
	expect(await playground.act({ kind: 'choose-model', model: 'ollama:small:latest' })).toEqual({ ok: true });
	await playground.act({ kind: 'comment', as: 'maintainer', thread, body: '/agent what does slug.js do?' });
	const run = await playground.until(async () => {
		const now = await playground.run(thread);
		return now?.jobs.every(({ status }) => status === 'ended') === true && now;
	});
	expect(run).toMatchObject({ outcome: { kind: 'completed' } });
	expect(run.calls.map(({ tool }) => tool)).toEqual(['file_read']);
	expect(ollama.asked.map(({ model }) => model)).toEqual(['small:latest', 'small:latest']);
	const { comments } = await playground.thread(thread);
	expect(comments.map(({ body }) => body).join('\n')).toContain('It makes slugs.');
	expect(comments.map(({ body }) => body).join('\n')).not.toContain('rehearsal');
});

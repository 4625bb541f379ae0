import { describe, expect, it } from 'vitest';
import { providerRows } from '../../src/core/index.ts';
import { createModel } from '../../src/models/index.ts';

const anthropicNames = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL'];
const openAiNames = [
	...['OPENAI_API_KEY', 'OPENAI_ADMIN_KEY', 'OPENAI_BASE_URL', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID'],
	'OPENAI_WEBHOOK_SECRET',
];

describe('createModel', () => {
	it("keeps the id of a provider's model", () => {
		expect(createModel({ id: 'anthropic:claude-sonnet-5-5', apiKey: 'k' }).id).toBe('anthropic:claude-sonnet-5-5');
	});

	it.each(providerRows)('knows the provider $name, its host and its key', async ({ name, key, url }) => {
		const hosts: string[] = [];
		const fetch: typeof globalThis.fetch = async (input) => {
			hosts.push(new URL(String(input)).host);
			return new Response('{}', { status: 400 });
		};
		const ask = (given: { readonly apiKey?: string }) => {
			const model = createModel({ id: `${name}:m`, fetch, ...given });
			expect(model.id).toBe(`${name}:m`);
			return model.stream({ system: 's', tools: [], messages: [], closing: false })[Symbol.asyncIterator]().next();
		};
		await expect(ask({ apiKey: 'given' })).rejects.toThrow();
		expect(hosts).toEqual([new URL(url.usual).host]);
		if (key !== undefined) await expect(ask({})).rejects.toMatchObject({ fix: expect.stringContaining(key.variable) });
	});

	it.each(['', 'claude', 'anthropic:', 'openai:', 'constructor:x', 'gemini:x', ':x', 'Anthropic:x'])(
		'rejects the id %j',
		(id) => {
			expect(() => createModel({ id, apiKey: 'k' })).toThrow(
				expect.objectContaining({
					code: 'bad-input',
					fix: expect.stringContaining(
						'`anthropic:claude-sonnet-5-5`, `openai:<model>`, `ollama:<model>`, or `scripted:<file>`',
					),
				}),
			);
		},
	);

	it.each([
		['anthropic:m', 'https://api.anthropic.com/v1/messages', anthropicNames],
		['openai:m', 'https://api.openai.com/v1/chat/completions', openAiNames],
		['ollama:m', 'http://127.0.0.1:11434/api/chat', ['OLLAMA_HOST']],
	])('ignores environment variables: %s', async (id, url, names) => {
		const before = names.map((name) => process.env[name]);
		for (const name of names) process.env[name] = 'http://127.0.0.1:9/environment';
		const seen: string[] = [];
		const fetch: typeof globalThis.fetch = async (input, init) => {
			seen.push(String(input), JSON.stringify([...new Headers(init?.headers)]));
			return new Response('{}', { status: 400 });
		};
		try {
			const model = createModel({ id, apiKey: 'given', fetch });
			await expect(
				model.stream({ system: 's', tools: [], messages: [], closing: false })[Symbol.asyncIterator]().next(),
			).rejects.toThrow();
		} finally {
			names.forEach((name, index) => {
				const value = before[index];
				if (value === undefined) delete process.env[name];
				else process.env[name] = value;
			});
		}
		expect(seen[0]).toBe(url);
		expect(seen.join()).not.toContain('environment');
	});
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { findModels, modelAccess } from '../../playground/world/models.ts';

/** An address without Ollama. */
const nowhere = { OLLAMA_BASE_URL: 'http://127.0.0.1:9' };
const names = async (env: Record<string, string>) => (await findModels({ ...nowhere, ...env })).map(({ name }) => name);

test('offers only the script without a key and without Ollama', async () => {
	expect(await findModels(nowhere)).toMatchObject([{ name: 'scripted', scripted: true }]);
	expect(await names({ MODEL: '', ANTHROPIC_API_KEY: '' })).toEqual(['scripted']);
});

test('a key offers the default model of its provider, and MODEL any other', async () => {
	const keys = { ANTHROPIC_API_KEY: 'made-up', OPENAI_API_KEY: 'made-up' };
	expect(await names(keys)).toEqual(['scripted', expect.stringMatching(/^anthropic:/)]);
	expect(await names({ ...keys, MODEL: 'openai:some-model' })).toContain('openai:some-model');
});

test('offers the models of Ollama, and ignores an invalid answer', async () => {
	let answer = JSON.stringify({ models: [{ name: 'small' }, { name: 'large' }] });
	const server = createServer((_, response) => response.end(answer));
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	const OLLAMA_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	expect(await names({ OLLAMA_BASE_URL })).toEqual(['scripted', 'ollama:small', 'ollama:large']);
	answer = '<html>';
	expect(await names({ OLLAMA_BASE_URL })).toEqual(['scripted']);
	await new Promise((closed) => server.close(closed));
});

test('gives a job only the key and the gateway of its own provider', () => {
	const env = {
		...{ ANTHROPIC_API_KEY: 'one', ANTHROPIC_BASE_URL: 'https://gateway.example.com' },
		...{ OPENAI_API_KEY: 'two', OPENAI_BASE_URL: 'https://other.example.com/v1', AWS_SECRET_ACCESS_KEY: 'three' },
	};
	expect(modelAccess('anthropic:m', env)).toEqual({
		inputs: { model: 'anthropic:m', 'anthropic-api-key': 'one' },
		env: { ANTHROPIC_BASE_URL: 'https://gateway.example.com' },
	});
	expect(modelAccess('openai:m', env)).toEqual({
		inputs: { model: 'openai:m', 'openai-api-key': 'two', 'openai-base-url': 'https://other.example.com/v1' },
		env: {},
	});
});

import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBotSettings } from '../../src/config/index.ts';
import { errorOf } from '../support/error-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const right = {
	APP_ID: '7',
	PRIVATE_KEY: pkcs1,
	WEBHOOK_SECRET: '0123456789abcdef',
	BOT_URL: 'https://bot.example.com/',
};
type Env = Readonly<Record<string, string>>;
const faultOf = (env: Env) => errorOf(() => readBotSettings({ ...right, ...env }));

describe('the settings of the bot', () => {
	it('have defaults for all but four values', () => {
		expect(readBotSettings({ ...right, HOST: '', PORT: '' })).toEqual({
			...{ appId: 7, privateKey: pkcs8, webhookSecret: '0123456789abcdef', url: 'https://bot.example.com' },
			...{ host: '127.0.0.1', port: 3000, apiUrl: 'https://api.github.com', serverUrl: 'https://github.com' },
			...{ issuer: 'https://token.actions.githubusercontent.com', label: 'agent', runner: 'actions', logLevel: 'info' },
			...{ workflow: 'countersign.yml', workflows: ['countersign.yml'] },
			recovery: { deliveries: 120_000, commands: 1_200_000 },
		});
	});

	it.each([
		['PEM with escaped line breaks', pkcs1.replaceAll('\n', '\\n')],
		['base64', Buffer.from(pkcs1).toString('base64')],
		['another kind of PEM', pkcs8],
	])('accept the key as %s', (_, PRIVATE_KEY) => {
		expect(readBotSettings({ ...right, PRIVATE_KEY }).privateKey).toBe(pkcs8);
	});

	it('accept the key from a file', () => {
		using folder = temporaryFolder();
		const PRIVATE_KEY_PATH = join(folder.path, 'app.pem');
		writeFileSync(PRIVATE_KEY_PATH, pkcs1);
		const { PRIVATE_KEY: _, ...others } = right;
		expect(readBotSettings({ ...others, PRIVATE_KEY_PATH }).privateKey).toBe(pkcs8);
	});

	it('accept several workflows', () => {
		const { workflows } = readBotSettings({ ...right, WORKFLOW: 'agent.yml', WORKFLOWS: 'a.yml, b.yaml agent.yml' });
		expect(workflows).toEqual(['agent.yml', 'a.yml', 'b.yaml']);
	});

	it('name all missing values in one error', () => {
		const { code, message, fix } = errorOf(() => readBotSettings({}));
		expect(code).toBe('bad-input');
		for (const name of Object.keys(right)) expect(message).toContain(`${name} is missing`);
		expect(fix).toContain('countersign bot --help');
	});

	it.each<[string, Env, RegExp]>([
		['the default secret of Probot', { WEBHOOK_SECRET: 'development' }, /WEBHOOK_SECRET is the well-known/],
		['a short secret', { WEBHOOK_SECRET: '0123456789abcde' }, /WEBHOOK_SECRET must have at least 16/],
		['an invalid recovery time', { RECOVER_DELIVERIES_SECONDS: '0' }, /RECOVER_DELIVERIES_SECONDS must be between/],
		['an invalid key', { PRIVATE_KEY: 'hello' }, /PRIVATE_KEY is not an RSA private key/],
		[
			'a public key',
			{ PRIVATE_KEY: createPublicKey(pkcs1).export({ type: 'spki', format: 'pem' }).toString() },
			/PRIVATE_KEY is not an RSA private key/,
		],
		[
			'a key of another type',
			{ PRIVATE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
			/PRIVATE_KEY is not an RSA private key/,
		],
		[
			'a missing key file',
			{ PRIVATE_KEY: '', PRIVATE_KEY_PATH: '/nowhere.pem' },
			/PRIVATE_KEY_PATH names \/nowhere.pem/,
		],
		['an invalid number', { APP_ID: 'x7' }, /APP_ID must be a whole number/],
		['an App id of zero', { APP_ID: '0' }, /APP_ID must be between 1/],
		['a port that is too high', { PORT: '65536' }, /PORT must be between 0 and 65535/],
		['an address without TLS', { BOT_URL: 'http://bot.example.com' }, /BOT_URL must begin with https/],
		['an address with a password', { BOT_URL: 'https://a:b@bot.example.com' }, /BOT_URL must not contain a name/],
		['an address with a query', { BOT_URL: 'https://bot.example.com/?a=b' }, /BOT_URL must not contain \?/],
		['an invalid address', { GITHUB_API_URL: 'github' }, /GITHUB_API_URL must be an address/],
		['a workflow in another folder', { WORKFLOW: '../x.yml' }, /WORKFLOW must be the name of a workflow file/],
		['an invalid workflow name', { WORKFLOWS: 'a.yml,b' }, /WORKFLOWS must be the name of a workflow file/],
		['an unknown runner', { RUNNER: 'here' }, /RUNNER must be `actions` or `local`/],
		['an unknown log level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of/],
	])('refuse %s', (_, env, words) => {
		const { code, message } = faultOf(env);
		expect(code).toBe('bad-input');
		expect(message).toMatch(words);
	});

	it('show no secret in an error', () => {
		const { message, fix } = faultOf({
			WEBHOOK_SECRET: 'hunter2',
			PRIVATE_KEY: 'hunter2',
			BOT_URL: 'https://x:hunter2@y',
		});
		expect(message + fix).not.toContain('hunter2');
	});
});

import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeApp } from '../../rehearsal/github/local-github.ts';
import { readBotSettings } from '../../src/config/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typed } from '../support/typed-command.ts';

const app = makeApp();

/** A GitHub that creates the App when it gets the form, and redirects the browser. */
async function aGitHub(): Promise<string> {
	const server = createServer((_request, response) => {
		const made = {
			id: app.id,
			slug: app.slug,
			html_url: 'https://github.com/apps/countersign',
			pem: app.privateKeyPem,
		};
		response.writeHead(201).end(JSON.stringify({ ...made, webhook_secret: 'w'.repeat(40) }));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Does what a person does in the browser with the page that the command names. */
async function press(page: string): Promise<void> {
	const html = await (await fetch(page)).text();
	const state = /state=([\w-]+)/.exec(html)?.[1];
	await fetch(`${new URL('/created', page)}?code=abc&state=${state}`);
}

async function setUp(cwd: string, words: readonly string[] = ['--url', 'https://bot.example.com']) {
	const GITHUB_API_URL = await aGitHub();
	const pressed: Promise<void>[] = [];
	const end = await typed(['bot', 'setup', ...words], { cwd, env: { GITHUB_API_URL } }, (text) => {
		const [page] = /http:\/\/127\.0\.0\.1:\d+\/\?key=[\w-]+/.exec(text) ?? [];
		if (page !== undefined) pressed.push(press(page));
	});
	await Promise.all(pressed);
	return end;
}

describe('countersign bot setup', () => {
	test('writes the settings to a file that only its owner can read, and names the next step', async () => {
		using folder = temporaryFolder();
		const { status, text } = await setUp(folder.path);
		expect(status).toBe(0);
		const path = join(folder.path, 'countersign-bot.env');
		expect(statSync(path).mode & 0o777).toBe(0o600);
		const settings = readBotSettings(parseEnv(readFileSync(path, 'utf8')));
		expect(settings).toMatchObject({ appId: app.id, url: 'https://bot.example.com', webhookSecret: 'w'.repeat(40) });
		expect(createPublicKey(settings.privateKey).equals(createPublicKey(app.privateKeyPem))).toBe(true);
		expect(text).toContain('countersign bot --settings countersign-bot.env');
		expect(text).toContain('https://github.com/apps/countersign/installations/new');
		expect(text).not.toContain('w'.repeat(40));
	});

	test('prints JSON lines without secrets for --json', async () => {
		using folder = temporaryFolder();
		const { text } = await setUp(folder.path, ['--url', 'http://127.0.0.1:3000', '--out', 'app.env', '--json']);
		const [open, made] = text.split('\n').map((line) => JSON.parse(line));
		expect(open.open).toMatch(/^http:\/\/127/);
		expect(made).toEqual({
			id: app.id,
			slug: app.slug,
			url: 'https://github.com/apps/countersign',
			settings: 'app.env',
		});
	});

	test('does not overwrite an existing settings file', async () => {
		using folder = temporaryFolder();
		const path = join(folder.path, 'countersign-bot.env');
		writeFileSync(path, 'APP_ID=1');
		await expect(setUp(folder.path)).rejects.toMatchObject({ code: 'bad-input' });
		expect(readFileSync(path, 'utf8')).toBe('APP_ID=1');
	});

	test.each([
		[],
		['--url', 'bot.example.com'],
		['--url', 'http://bot.example.com'],
		['--url', 'ftp://bot.example.com'],
		['--url', 'https://bot.example.com/?a=b'],
	])('writes nothing when the address of the bot is missing or invalid: %s %s', async (...words) => {
		using folder = temporaryFolder();
		await expect(setUp(folder.path, words)).rejects.toMatchObject({ code: 'bad-input' });
		expect(existsSync(join(folder.path, 'countersign-bot.env'))).toBe(false);
	});
});

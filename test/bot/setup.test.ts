import { readFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type SetupOptions, setUpApp } from '../../src/bot/index.ts';
import { elementsOf, parsedPage, textOf } from '../support/parsed-page.ts';

const manifest = `
name: countersign
url: https://github.com/octo-org/countersign
public: false
default_permissions: { issues: write, metadata: read }
default_events: [issue_comment]
`;

const made = {
	...{ id: 4711, slug: 'countersign-octo', html_url: 'https://github.com/apps/countersign-octo' },
	...{ pem: '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n', webhook_secret: 'w'.repeat(40) },
};

/** A GitHub that exchanges a code for the App's secrets. */
async function aGitHub(status = 201): Promise<{ readonly url: string; readonly asked: string[] }> {
	const asked: string[] = [];
	const server = createServer(({ method, url }, response) => {
		asked.push(`${method} ${url}`);
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(made));
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	onTestFinished(() => void server.close());
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Starts the setup and waits until its page can be opened. */
async function begun(apiUrl: string, change: Partial<SetupOptions> = {}) {
	const shown = Promise.withResolvers<string>();
	const app = setUpApp({
		...{ manifest, bot: new URL('https://bot.example.com/agent'), webUrl: 'https://github.com', apiUrl },
		...{ patience: 20_000, show: shown.resolve, ...change },
	});
	app.catch(() => undefined);
	return { app, page: await shown.promise };
}

const field = (html: string): Record<string, unknown> =>
	JSON.parse(
		(/name="manifest" value="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
	);
const action = (html: string): URL => new URL(/action="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');

describe('creating the App', () => {
	test('sends the browser to GitHub with the manifest, and returns the new secrets', async () => {
		const github = await aGitHub();
		const { app, page } = await begun(github.url);
		const html = await (await fetch(page)).text();
		const { origin, pathname, searchParams } = action(html);
		expect(`${origin}${pathname}`).toBe('https://github.com/settings/apps/new');
		const sent = field(html);
		expect(sent).toMatchObject({ default_permissions: { issues: 'write' }, public: false });
		expect(sent['hook_attributes']).toEqual({ url: 'https://bot.example.com/agent/webhooks', active: true });
		const back = `${String(sent['redirect_url'])}?code=abc123&state=${searchParams.get('state')}`;
		expect((await fetch(back)).status).toBe(200);
		const { settings } = await app;
		expect(github.asked).toEqual(['POST /app-manifests/abc123/conversions']);
		const lines = Object.fromEntries(
			settings
				.trim()
				.split('\n')
				.map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []),
		);
		expect(lines).toEqual({
			APP_ID: '4711',
			PRIVATE_KEY: Buffer.from(made.pem).toString('base64'),
			WEBHOOK_SECRET: made.webhook_secret,
			BOT_URL: 'https://bot.example.com/agent',
		});
		await expect(fetch(page)).rejects.toThrow();
	});

	test('works for an organization and with a custom name', async () => {
		const { page } = await begun('http://127.0.0.1:9', { organization: 'octo-org', name: 'octo"<agent>' });
		const html = await (await fetch(page)).text();
		expect(action(html).pathname).toBe('/organizations/octo-org/settings/apps/new');
		expect(field(html.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))['name']).toBe('octo"<agent>');
		expect(html).not.toContain('<agent>');
	});

	test('accepts only the browser that it sent to GitHub', async () => {
		const github = await aGitHub();
		const { page } = await begun(github.url);
		const state = action(await (await fetch(page)).text()).searchParams.get('state');
		const created = new URL('/created', page);
		for (const query of ['?code=evil', '?code=evil&state=', `?code=evil&state=${'x'.repeat(32)}`, `?state=${state}`])
			expect((await fetch(`${created}${query}`)).status).toBe(403);
		expect((await fetch(`${created}?code=evil&state=${state}`, { method: 'POST' })).status).toBe(403);
		const { port } = new URL(page);
		const rebound = await new Promise<number>((answered) => {
			const there = { port, host: '127.0.0.1', headers: { host: 'evil.example.com' } };
			get(there, ({ statusCode = 0 }) => answered(statusCode));
		});
		expect(rebound).toBe(403);
		expect(github.asked).toEqual([]);
	});

	test('shows its form and state only at the address with the key', async () => {
		const { page } = await begun('http://127.0.0.1:9');
		const html = await (await fetch(page)).text();
		const other = await fetch(new URL('/', page));
		expect([other.status, (await other.text()).includes('state=')]).toEqual([403, false]);
		expect(action(html).search).not.toContain(new URL(page).searchParams.get('key'));
	});

	test('survives a request with an invalid path', async () => {
		const { page } = await begun('http://127.0.0.1:9');
		const status = await new Promise((answered) => {
			const there = { port: new URL(page).port, host: '127.0.0.1', path: '//[' };
			get(there, ({ statusCode }) => answered(statusCode)).on('error', answered);
		});
		expect(status).toBe(403);
		expect((await fetch(page)).status).toBe(200);
	});

	test('fails with a reason after a timeout, a refused code or an outage', async () => {
		const nobody = await begun('http://127.0.0.1:9', { patience: 1 });
		await expect(nobody.app).rejects.toMatchObject({ code: 'bad-input' });
		for (const [url, code] of [
			[(await aGitHub(404)).url, 'github-refused'],
			['http://127.0.0.1:9', 'github-unreachable'],
		] as const) {
			const { app, page } = await begun(url);
			const html = await (await fetch(page)).text();
			await fetch(`${new URL('/created', page)}?code=a&state=${action(html).searchParams.get('state')}`);
			await expect(app).rejects.toMatchObject({ code });
		}
	});
});

describe('the page', () => {
	const shipped = readFileSync(new URL('../../app.yml', import.meta.url), 'utf8');
	const title = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');

	test('lists each permission and each event of app.yml with its reason', async () => {
		const { page } = await begun('http://127.0.0.1:9', { manifest: shipped, organization: 'octo-org' });
		const text = textOf(parsedPage(await (await fetch(page)).text()));
		const { default_permissions, default_events } = parse(shipped) as {
			default_permissions: Record<string, string>;
			default_events: string[];
		};
		for (const [name, level] of Object.entries(default_permissions)) {
			const [, words, reason = ''] =
				new RegExp(`^- ${title(name)}(read-only|read and write)(.*)$`, 'm').exec(text) ?? [];
			expect(words, name).toBe(level === 'write' ? 'read and write' : 'read-only');
			expect(reason, name).toMatch(/^[A-Z].{20,}\.$/);
		}
		for (const name of default_events) expect(text).toMatch(new RegExp(`^- ${title(name)}[A-Z].{10,}\\.$`, 'm'));
		expect(text).toContain('Owner\nocto-org\n');
		expect(text).toContain('https://bot.example.com/agent/webhooks');
	});

	test('and every other answer have a language, one title, one heading and a strict CSP', async () => {
		const github = await aGitHub();
		const { page } = await begun(github.url, { manifest: shipped });
		const state = action(await (await fetch(page)).text()).searchParams.get('state');
		const paths = ['/', '/nothing', `/created?code=abc&state=${state}`];
		for (const url of [page, ...paths.map((path) => new URL(path, page).href)]) {
			const response = await fetch(url);
			const all = elementsOf(parsedPage(await response.text()));
			expect(all.find(({ name }) => name === 'html')?.attributes.get('lang')).toBe('en');
			for (const name of ['main', 'h1', 'title'])
				expect(
					all.filter((one) => one.name === name),
					name,
				).toHaveLength(1);
			expect(response.headers.get('content-security-policy')).toMatch(
				/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action https:\/\/github\.com; frame-ancestors 'none'; base-uri 'none'$/,
			);
		}
	});

	test('escapes names as text, and sends GitHub the exact name', async () => {
		const name = '"><script>alert(1)</script>\u202e\\u{41}';
		const { page } = await begun('http://127.0.0.1:9', { name });
		const tree = parsedPage(await (await fetch(page)).text());
		expect(elementsOf(tree).filter((one) => one.name === 'script')).toEqual([]);
		expect(textOf(tree)).toContain('<script>alert(1)</script>\\u{202e}');
		const [input] = elementsOf(tree).filter((one) => one.attributes.get('name') === 'manifest');
		expect(JSON.parse(input?.attributes.get('value') ?? '')).toMatchObject({ name });
	});
});

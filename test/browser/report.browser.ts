import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReportView, reportPage } from '../../src/report/index.ts';
import { call, hostile, view } from '../report/report-views.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Screenshots are kept where somebody asks for them. */
const kept = process.env['SCREENSHOTS'];

const signed = {
	who: 'ada',
	role: 'admin',
	at: '2026-11-21T17:00:29.000Z',
	url: 'https://github.example/octo-org/sample/issues/7#issuecomment-9',
};
const question = { id: 'A1', until: '2026-11-22T12:00:00.000Z', needs: [], signatures: [signed] };
const usual = view(
	[
		call(1),
		call(2, { asked: [question], row: { ...call(2).row, verdict: 'confirm', rule: 'network' } }),
		call(3, {
			asked: [
				{
					...question,
					id: 'A2',
					signatures: [],
					denial: { ...signed, by: 'human', why: 'releases are made by people' },
				},
			],
			row: { ...call(3).row, verdict: 'confirm', end: 'denied' },
		}),
		call(4, { row: { ...call(4).row, verdict: 'block', end: 'blocked' } }),
		call(5, { row: { ...call(5).row, end: 'failed' } }),
	],
	{
		changes:
			'diff --git a/src/slug.ts b/src/slug.ts\n# changed\n--- a/src/slug.ts\n+++ b/src/slug.ts\n@@ -1,2 +1,2 @@\n same\n-a_b\n+a-b\n',
	},
);

const pages: Readonly<Record<string, ReportView>> = { usual, hostile: hostile() };
const screens = {
	phone: { width: 360, height: 740, scheme: 'light' },
	'phone-dark': { width: 360, height: 740, scheme: 'dark' },
	desk: { width: 1280, height: 900, scheme: 'light' },
	'desk-dark': { width: 1280, height: 900, scheme: 'dark' },
} as const;

let browser: Browser;

beforeAll(async () => {
	// Debian's sandbox of Chromium does not start in a container; the pages are our own.
	const args = ['--no-sandbox', '--disable-gpu'];
	browser = await launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args });
});
afterAll(() => browser.close());

interface Opened {
	readonly page: Page;
	readonly troubles: string[];
	readonly requests: string[];
	readonly file: string;
}

async function open(folder: string, shown: ReportView): Promise<Opened> {
	const path = join(folder, 'report.html');
	writeFileSync(path, reportPage(shown));
	const page = await browser.newPage();
	const [troubles, requests]: [string[], string[]] = [[], []];
	page.on('console', (message) => troubles.push(message.text()));
	page.on('pageerror', (error) => troubles.push(String(error)));
	page.on('dialog', (dialog) => {
		troubles.push(dialog.message());
		void dialog.dismiss();
	});
	page.on('request', (request) => requests.push(request.url()));
	const file = pathToFileURL(path).href;
	await page.goto(file);
	return { page, troubles, requests, file };
}

describe.each(Object.entries(pages))('the page of a %s run', (name, shown) => {
	it.each(Object.entries(screens))('is sound and accessible on %s', async (screen, { scheme, ...size }) => {
		using folder = temporaryFolder();
		const { page, troubles, requests, file } = await open(folder.path, shown);
		await page.setViewport(size);
		await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
		await page.evaluate(axe);
		const found = await page.evaluate(
			`axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes.slice(0, 3).map(({html, failureSummary}) => html + ' ' + failureSummary).join(' | ')))`,
		);
		expect(found).toEqual([]);
		// Nothing stands out of the page to the side.
		expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
		if (kept !== undefined) {
			mkdirSync(kept, { recursive: true });
			await page.screenshot({ path: join(kept, `${name}-${screen}.png`), fullPage: name === 'usual' });
		}
		expect(troubles).toEqual([]);
		expect(requests).toEqual([file]);
		await page.close();
	});
});

it('shows the calls that are chosen, by keyboard alone', async () => {
	using folder = temporaryFolder();
	const { page } = await open(folder.path, usual);
	const visible = () =>
		page.evaluate(`[...document.querySelectorAll('.call')].filter((one) => one.offsetHeight > 0).map(({id}) => id)`);
	expect(await visible()).toEqual(['call-1', 'call-2', 'call-3', 'call-4', 'call-5']);
	await page.focus('#show-all');
	await page.keyboard.press('ArrowRight');
	expect(await visible()).toEqual(['call-2', 'call-3']);
	await page.keyboard.press('ArrowRight');
	expect(await visible()).toEqual(['call-3', 'call-4']);
	await page.keyboard.press('ArrowRight');
	expect(await visible()).toEqual(['call-5']);
	await page.close();
});

it('leads from the first key press to the outcome, and prints what is folded', async () => {
	using folder = temporaryFolder();
	const { page } = await open(folder.path, usual);
	await page.keyboard.press('Tab');
	expect(await page.evaluate('document.activeElement.className')).toBe('skip');
	const folded = `document.querySelector('#call-1 dl').checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})`;
	expect(await page.evaluate(folded)).toBe(false);
	await page.emulateMediaType('print');
	// What a change of the medium shows, the browser knows with its next frame.
	await page.waitForFunction(folded, { timeout: 20_000 });
	await page.close();
});

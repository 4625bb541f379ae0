import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll } from 'vitest';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The sizes and colours that people read a page in. */
export const screens = {
	phone: { width: 390, height: 844, scheme: 'light' },
	'phone-dark': { width: 390, height: 844, scheme: 'dark' },
	tablet: { width: 768, height: 1024, scheme: 'dark' },
	desk: { width: 1280, height: 900, scheme: 'light' },
	'desk-dark': { width: 1280, height: 900, scheme: 'dark' },
	narrow: { width: 320, height: 640, scheme: 'light' },
} as const;

export interface TestBrowser {
	readonly newPage: () => Promise<Page>;
	/** A page that shares nothing with the others, as in another person's browser. */
	readonly newVisitorPage: () => Promise<Page>;
}

/** One browser for the tests of a file. */
export function useBrowser(): TestBrowser {
	let browser: Browser | undefined;
	beforeAll(async () => {
		// Debian's sandbox of Chromium does not start in a container; the pages are our own.
		const args = ['--no-sandbox', '--disable-gpu'];
		browser = await launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args });
	});
	afterAll(() => browser?.close());
	return {
		newPage: () => {
			if (browser === undefined) throw new Error('The browser has not started.');
			return browser.newPage();
		},
		newVisitorPage: async () => {
			if (browser === undefined) throw new Error('The browser has not started.');
			return (await browser.createBrowserContext()).newPage();
		},
	};
}

/** A page, and all that it did beside showing itself. */
export interface Opened {
	readonly page: Page;
	readonly troubles: string[];
	readonly requests: string[];
}

export async function openPage(newPage: () => Promise<Page>, address: string): Promise<Opened> {
	const page = await newPage();
	const [troubles, requests]: [string[], string[]] = [[], []];
	page.on('console', (message) => troubles.push(message.text()));
	page.on('pageerror', (error) => troubles.push(String(error)));
	page.on('dialog', (dialog) => {
		troubles.push(dialog.message());
		void dialog.dismiss();
	});
	page.on('request', (request) => requests.push(request.url()));
	await page.goto(address);
	return { page, troubles, requests };
}

/** Shows the page as on such a screen. */
export async function showOn(page: Page, { scheme, ...size }: (typeof screens)[keyof typeof screens]): Promise<void> {
	await page.setViewport(size);
	await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
}

/** What axe-core finds wrong. */
export async function axeFindings(page: Page): Promise<unknown> {
	await page.evaluate(axe);
	return page.evaluate(
		`axe.run().then(({violations}) => violations.map(({id, nodes}) => id + ': ' + nodes.slice(0, 3).map(({html, failureSummary}) => html + ' ' + failureSummary).join(' | ')))`,
	);
}

/** Keeps a picture of a page or of a part of it in the folder `SCREENSHOTS`, if somebody asks for pictures. */
export async function keepPicture(shown: Page | ElementHandle, name: string, { fullPage = true } = {}): Promise<void> {
	const folder = process.env['SCREENSHOTS'];
	if (folder === undefined) return;
	mkdirSync(folder, { recursive: true });
	await shown.screenshot({ path: join(folder, `${name}.png`) as `${string}.png`, fullPage });
}

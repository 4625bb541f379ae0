import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { setUpApp } from '../../src/bot/index.ts';
import { axeFindings, keepPicture, openPage, screens, showOn, useBrowser } from './browser.ts';

const manifest = readFileSync(new URL('../../app.yml', import.meta.url), 'utf8');
const { newPage } = useBrowser();

async function setupAddress(): Promise<string> {
	const shown = Promise.withResolvers<string>();
	const app = setUpApp({
		...{ manifest, bot: new URL('https://bot.example.com/agent'), organization: 'octo-org' },
		...{ webUrl: 'https://github.com', apiUrl: 'http://127.0.0.1:9', patience: 60_000, show: shown.resolve },
	});
	app.catch(() => undefined);
	return shown.promise;
}

it.each(Object.entries(screens))(
	'on %s, the pages of `bot setup` are accessible and load nothing else',
	async (screen, settings) => {
		const address = await setupAddress();
		for (const [name, url] of [
			['form', address],
			['refused', new URL('/', address).href],
			['missing', new URL('/nothing', address).href],
		] as const) {
			const { page, troubles, requests } = await openPage(newPage, url);
			await showOn(page, settings);
			expect(await axeFindings(page), name).toEqual([]);
			expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
			await keepPicture(page, `setup-${name}-${screen}`);
			const own = requests.filter((request) => !request.endsWith('/favicon.ico'));
			expect(own).toEqual([url]);
			// Chromium logs the status of a page that is refused.
			expect(troubles.filter((one) => !/status of 40[34]/.test(one))).toEqual([]);
			await page.close();
		}
	},
);

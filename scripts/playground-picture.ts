import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Page } from 'puppeteer-core';
import { Visitor } from '../test/browser/visitor.ts';
import { PlaygroundProcess } from '../test/e2e/playground-process.ts';
import { browserNeeds, ensureMachine } from './ensure-machine.ts';

const file = join(import.meta.dirname, '../docs/pictures/playground.png');

/**
 * Photographs a page of the playground that shows a waiting request. The end of a comment of the bot names the script of the model by its
 * path on this machine, so the picture ends before it.
 */
export async function photographRequest(page: Page): Promise<Uint8Array> {
	await page.setViewport({ width: 1280, height: 860 });
	await page.evaluate(`scrollTo(0, document.querySelector('.thread-head').getBoundingClientRect().top + scrollY - 16)`);
	const text = await page.evaluate('document.body.innerText');
	const shown = await page.screenshot();
	return text === '' ? shown : shown;
}

async function takePicture(): Promise<Uint8Array> {
	await using playground = await PlaygroundProcess.start();
	const browser = await launch({
		executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu'],
	});
	try {
		const visitor = new Visitor(await browser.newPage());
		await visitor.page.setViewport({ width: 1280, height: 860 });
		await visitor.page.goto(playground.address.href);
		await visitor.opensStory('Sign an install');
		await visitor.does(1);
		await visitor.seesRequest('A1');
		return await photographRequest(visitor.page);
	} finally {
		await browser.close();
	}
}

if (import.meta.main) {
	ensureMachine(browserNeeds);
	writeFileSync(file, await takePicture());
	console.log(`Wrote ${file}.`);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, type Page } from 'puppeteer-core';
import { Visitor } from '../test/browser/visitor.ts';
import { PlaygroundProcess } from '../test/e2e/playground-process.ts';
import { browserNeeds, ensureMachine } from './ensure-machine.ts';

const file = join(import.meta.dirname, '../docs/pictures/playground.png');

const size = { width: 1280, height: 860 };

/** Photographs a page of the playground that shows a waiting request. */
export async function photographRequest(page: Page): Promise<Uint8Array> {
	await page.setViewport(size);
	await page.evaluate(`(() => {
		const request = [...document.querySelectorAll('.comment.app')].at(-1);
		scrollTo(0, request.getBoundingClientRect().top + scrollY - 16);
	})()`);
	return page.screenshot();
}

async function takePicture(): Promise<Uint8Array> {
	await using playground = await PlaygroundProcess.start();
	const browser = await launch({
		executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu'],
	});
	try {
		const visitor = await Visitor.arrives(await browser.newPage(), playground.address);
		await visitor.page.setViewport(size);
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

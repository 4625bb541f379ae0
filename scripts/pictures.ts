import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from 'puppeteer-core';
import { browserNeeds, ensureMachine } from './ensure-machine.ts';
import { recordTerminal } from './record-terminal.ts';
import { terminalSvg } from './terminal-svg.ts';

const folder = join(import.meta.dirname, '../docs/pictures');

/** Returns the picture of the session for the README. */
export function terminalPicture(shown: string): string {
	return terminalSvg(shown, { title: 'A repository is set up, and a run asks for approval', columns: 132 });
}

/** Returns the words of a terminal's picture, without those that differ each time: digests, times and numbers of tokens. */
export function wordsOf(svg: string): string {
	const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
	return texts
		.join('')
		.replace(/[0-9a-f]{12,64}/g, '…')
		.replace(/\d+(?:\.\d+)? ?(?:ms|s|tokens)\b|\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '…');
}

/** Returns a picture of the first screen of a run's page. */
async function photograph(report: string): Promise<Uint8Array> {
	const place = mkdtempSync(join(tmpdir(), 'countersign-picture-'));
	const browser = await launch({
		executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
		args: ['--no-sandbox', '--disable-gpu'],
	});
	try {
		writeFileSync(join(place, 'report.html'), report);
		const page = await browser.newPage();
		await page.setViewport({ width: 1100, height: 1000 });
		await page.goto(pathToFileURL(join(place, 'report.html')).href);
		return await page.screenshot();
	} finally {
		await browser.close();
		rmSync(place, { recursive: true, force: true });
	}
}

if (import.meta.main) {
	ensureMachine(browserNeeds);
	const { shown, report } = await recordTerminal();
	writeFileSync(join(folder, 'terminal.svg'), terminalPicture(shown));
	writeFileSync(join(folder, 'report.png'), await photograph(report));
	console.log(`Wrote terminal.svg and report.png to ${folder}.`);
}

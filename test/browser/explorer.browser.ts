import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import example from '../../playground/page/explorer/example-record.json' with { type: 'json' };
import { buildPlayground } from '../../scripts/build-playground.ts';
import { sha256 } from '../../src/core/index.ts';
import { zipOf } from '../journal/zip-files.ts';
import { type FakeServer, startFakeServer } from '../playground/fake-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { axeFindings, keepPicture, type Opened, openPage, screens, showOn, useBrowser } from './browser.ts';

const { newPage } = useBrowser();
const built = temporaryFolder();
const records = temporaryFolder();
let server: FakeServer;
let opened: Opened[] = [];

beforeAll(async () => {
	await buildPlayground(built.path);
	server = await startFakeServer(built.path, {});
});
afterEach(async () => {
	const all = opened;
	opened = [];
	const own = new URL('/', server.address).href;
	for (const { page, troubles, requests } of all) {
		expect(troubles).toEqual([]);
		expect(requests.filter((one) => !one.startsWith(own) && one !== 'data:,')).toEqual([]);
		await page.close();
	}
});
afterAll(async () => {
	await server[Symbol.asyncDispose]();
	for (const folder of [built, records]) folder[Symbol.dispose]();
});

const texts = Object.entries(example);
const journal = example['journal.jsonl'];

/** Writes a record as a folder, and returns its path. */
function folderOf(name: string, files: readonly (readonly [path: string, text: string])[]): string {
	const folder = join(records.path, name);
	for (const [path, text] of files) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

function zipAt(name: string, files: readonly (readonly [path: string, text: string])[]): string {
	const path = join(records.path, name);
	writeFileSync(path, zipOf(files.map(([file, text]) => ({ name: `audit/${file}`, text }))));
	return path;
}

async function openExplorer(): Promise<Page> {
	const one = await openPage(newPage, new URL('/#runs', server.address).href);
	opened.push(one);
	await one.page.waitForSelector('.drop');
	return one.page;
}

async function chooseFile(page: Page, path: string, label = 'Choose a zip or journal'): Promise<void> {
	const handles = await page.$$('.file-button');
	for (const handle of handles) {
		const input = await handle.$('input');
		const text = await handle.evaluate((one) => one.textContent);
		if (text === label && input !== null)
			await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(path);
	}
}

/** Drops a folder or file from the disk, as a person drags it from a file manager. */
async function drop(page: Page, path: string): Promise<void> {
	const place = await page.$eval('.drop', (one) => {
		const { x, y, width, height } = one.getBoundingClientRect();
		return { x: x + width / 2, y: y + height / 2 };
	});
	const session = await page.createCDPSession();
	const data = { items: [], files: [path], dragOperationsMask: 1 };
	for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
		await session.send('Input.dispatchDragEvent', { type, ...place, data });
	await session.detach();
}

/** Waits until a part of the page has such a text. */
async function sees(page: Page, selector: string, text: string, timeout = 30_000): Promise<void> {
	const [at, wanted] = [JSON.stringify(selector), JSON.stringify(text)];
	await page.waitForFunction(
		`[...document.querySelectorAll(${at})].some((one) => one.textContent.includes(${wanted}))`,
		{ timeout },
	);
}

async function press(page: Page, label: string): Promise<void> {
	const found = await page.waitForSelector(`aria/${label}[role="button"]`);
	await found?.click();
}

it('the explorer verifies a dropped folder, and shows each call', async () => {
	const page = await openExplorer();
	await drop(page, folderOf('whole', texts));
	await sees(page, '.verification', 'The hash chain of 55 lines is intact');
	await sees(page, '.verification', 'Every content that the journal names is here');
	await page.click('.rows li:nth-child(6) summary');
	await sees(page, '.call-details', 'A1 approved by @maintainer (admin)');
	await sees(page, '.call-details', 'skills/shell/SKILL.md');
	await page.click('.rows li:nth-child(3) summary');
	await press(page, 'Show the whole result (1 kB)');
	await sees(page, '.call-details pre', 'ERR_MODULE_NOT_FOUND');
});

it('the explorer verifies a zip against a published head', async () => {
	const page = await openExplorer();
	await chooseFile(page, zipAt('artifact.zip', texts));
	await sees(page, '.verification', 'intact');
	const lines = journal.trimEnd().split('\n');
	await page.type('#head', '12');
	await press(page, 'Check the head');
	await sees(page, '.verification', 'This is not <lines>:<sha256>.');
	await page.$eval('#head', (input) => input.select());
	await page.type('#head', `${lines.length}:${sha256(lines.at(-1) ?? '')}`);
	await press(page, 'Check the head');
	await sees(page, '.verification', 'All 55 lines are exactly as published.');
});

it('the explorer reports one changed byte, in the journal or in a content file', async () => {
	const page = await openExplorer();
	const changed = journal.replace('"user":"maintainer"', '"user":"Maintainer"');
	await drop(
		page,
		folderOf('tampered', [...texts.filter(([path]) => path !== 'journal.jsonl'), ['journal.jsonl', changed]]),
	);
	await sees(page, '.verification [role=status]', 'Line 33: it was changed');
	await page.click('#tab-journal');
	await sees(page, '.journal li:nth-child(33)', 'do not trust');
	await press(page, 'Open another record');
	const [path = '', text = ''] = texts.find(([name]) => name.startsWith('blobs/')) ?? [];
	await drop(
		page,
		folderOf(
			'other-blob',
			texts.map((one) => (one[0] === path ? [path, `${text.slice(0, -1)}#`] : one)),
		),
	);
	await sees(page, '.verification [role=alert]', 'contents differ');
});

it('a replay judges the calls by other rules, and links a changed call to its details', async () => {
	const page = await openExplorer();
	await press(page, 'Load an example');
	await sees(page, '.tabs', 'Replay');
	await page.click('#tab-replay');
	await press(page, 'Replay');
	await sees(page, '.panel [role=status]', 'The decision changes for 3 of 9 calls');
	await page.select('.replay-form select', 'own');
	await press(page, 'Replay');
	await sees(page, '.panel td', 'Somebody looks before project scripts run.');
	await page.click('.panel td .link');
	await sees(page, '.call-details', 'package.json');
	expect(await page.$eval(':focus', (one) => one.textContent)).toContain('npm test');
});

it('the explorer compares two runs', async () => {
	const page = await openExplorer();
	await press(page, 'Load an example');
	await sees(page, '.tabs', 'Compare');
	await page.click('#tab-compare');
	const short = `${journal.split('\n').slice(0, 30).join('\n')}\n`;
	await drop(page, folderOf('short', [['journal.jsonl', short]]));
	await sees(page, '.compared', 'not ended');
	await sees(page, '.pairs', 'only this run');
	await sees(page, '.pairs', 'another end');
});

const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>\u001b[31m\u202e](javascript:alert(3))';

/** Fields that may hold any text. */
const free =
	/^(login|task|message|tool_name|matched_rule|classification|evidence|preview|user|file|model|run|program|repository|host|why|path|command|title|body|script|definedIn|role|text)$/;

/** The example with hostile texts in every field, and a chain that holds. */
function hostileJournal(): string {
	let prev = '0'.repeat(64);
	const spoil = (value: unknown, name: string): unknown => {
		if (Array.isArray(value)) return value.map((one) => spoil(one, name));
		if (typeof value === 'object' && value !== null)
			return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoil(one, key)]));
		return typeof value === 'string' && free.test(name) ? `${hostile}${value}` : value;
	};
	const lines = journal
		.trimEnd()
		.split('\n')
		.map((text, index) => {
			const entry = spoil(JSON.parse(text), '');
			const line = JSON.stringify({ ...(entry as object), prev, seq: index + 1 });
			prev = sha256(line);
			return line;
		});
	return `${lines.join('\n')}\n`;
}

it('hostile texts in a record neither run nor imitate the page', async () => {
	const page = await openExplorer();
	await drop(page, folderOf('hostile', [['journal.jsonl', hostileJournal()]]));
	await sees(page, '.run-title', '<img src=x onerror=alert(1)>');
	await sees(page, '.verification', 'The hash chain of 55 lines is intact');
	for (const tab of ['calls', 'timeline', 'journal']) {
		await page.click(`#tab-${tab}`);
		await page.evaluate("for (const one of document.querySelectorAll('.rows details')) one.open = true");
		await sees(page, '.panel', 'onerror');
		const text = await page.$eval('.explorer', (one) => one.textContent ?? '');
		expect(text).toContain('\\u{1b}[31m\\u{202e}');
		for (const hidden of ['\u001b', '\u202e']) expect(text).not.toContain(hidden);
		expect(await page.$$eval('.explorer :is(img, script, a, iframe)', (all) => all.length)).toBe(0);
	}
	await press(page, 'Open another record');
	const evil = join(records.path, 'evil.zip');
	writeFileSync(evil, zipOf([{ name: '../journal.jsonl', text: '' }]));
	await chooseFile(page, evil);
	await sees(page, '.drop [role=alert]', 'would lie outside of it');
});

/** A journal with so many calls, each with its lines in the example. Returns its path. */
function journalOf(name: string, calls: number): string {
	const all = journal
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line));
	const first = all.find(({ type }) => type === 'tool_started')?.call_id;
	const ofCall = all.filter(({ call_id: id }) => id === first);
	let prev = '0'.repeat(64);
	const lines: string[] = [];
	for (let call = 1; call <= calls; call++)
		for (const entry of ofCall) {
			lines.push(JSON.stringify({ ...entry, prev, seq: lines.length + 1, call_id: `c${call}` }));
			prev = sha256(lines.at(-1) ?? '');
		}
	return folderOf(name, [['journal.jsonl', `${lines.join('\n')}\n`]]);
}

it('the explorer shows a long record a hundred calls at a time', { timeout: 180_000 }, async () => {
	const page = await openExplorer();
	await drop(page, journalOf('long', 20_000));
	await sees(page, '.pager', 'of 20,000 calls');
	expect(await page.$$eval('.rows > li', (all) => all.length)).toBe(100);
	await press(page, 'Next');
	await sees(page, '.pager', '101–200 of 20,000 calls');
});

it('the explorer opens a record of 50 MB, and a visitor can stop it', { timeout: 240_000 }, async () => {
	const page = await openExplorer();
	const path = journalOf('huge', 40_000);
	expect(statSync(join(path, 'journal.jsonl')).size).toBeGreaterThan(50_000_000);
	await drop(page, path);
	await sees(page, '.drop-progress', 'Reading and verifying');
	await press(page, 'Stop');
	await sees(page, '.drop-title', 'Drop an audit folder');
	await drop(page, path);
	await sees(page, '.pager', 'of 40,000 calls', 120_000);
	await page.click('#tab-timeline');
	await sees(page, '.pager', 'of 40,000 ');
	await page.click('#tab-journal');
	await sees(page, '.pager', 'of 120,000 lines');
});

it('the explorer reports zips that unpack to huge files, and stays usable', { timeout: 180_000 }, async () => {
	const page = await openExplorer();
	const bomb = join(records.path, 'bomb.zip');
	const zeros = { name: `blobs/${'0'.repeat(64)}`, text: Buffer.alloc(300_000_000) };
	writeFileSync(bomb, zipOf([{ name: 'journal.jsonl', text: journal }, zeros]));
	await chooseFile(page, bomb);
	await sees(page, '.verification', 'The hash chain of 55 lines is intact');
	await page.click('#tab-journal');
	await sees(page, '.pager, .panel', 'run_started');
	await sees(page, '.verification [role=alert]', 'contents differ', 120_000);
	await press(page, 'Open another record');
	const endless = join(records.path, 'endless.zip');
	writeFileSync(endless, zipOf([{ name: 'journal.jsonl', text: Buffer.alloc(300_000_000) }]));
	await chooseFile(page, endless);
	await sees(page, '.verification [role=status]', 'Line 1: it is too long', 120_000);
});

it.each(Object.entries(screens))('the explorer is accessible and fits the screen on %s', async (screen, settings) => {
	const page = await openExplorer();
	await showOn(page, settings);
	const look = async (name: string): Promise<void> => {
		expect(await axeFindings(page), name).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true);
		await keepPicture(page, `explorer-${name}-${screen}`);
	};
	await look('start');
	await press(page, 'Load an example');
	await sees(page, '.verification', 'Every content');
	await page.click('.rows li:nth-child(6) summary');
	await look('calls');
	for (const tab of ['timeline', 'journal', 'replay', 'compare']) {
		await page.click(`#tab-${tab}`);
		if (tab === 'replay') {
			await press(page, 'Replay');
			await sees(page, '.panel [role=status]', 'The decision changes');
		}
		if (tab === 'compare') {
			await press(page, 'Load an example');
			await sees(page, '.compared', 'Calls');
			await page.click('.filters input');
		}
		await look(tab);
	}
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startFiles } from '../../playground/page/bench/checkout.ts';
import { createJudge } from '../../playground/page/bench/judge.ts';
import type { Question } from '../../playground/page/bench/question.ts';
import { buildPlayground } from '../../scripts/build-playground.ts';
import { ownCommands } from '../../scripts/labelled-commands.ts';
import { utcDay } from '../../src/core/index.ts';
import { type FakeServer, startFakeServer } from '../playground/fake-server.ts';
import { policyTexts } from '../playground/policy-texts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { axeFindings, keepPicture, type Opened, openPage, screens, showOn, useBrowser } from './browser.ts';

const { newPage } = useBrowser();
const folder = temporaryFolder();
let server: FakeServer;
let origin: string;
let opened: Opened[] = [];

beforeAll(async () => {
	await buildPlayground(folder.path);
	server = await startFakeServer(folder.path, {});
	origin = new URL('/', server.address).href;
});
afterEach(async () => {
	const all = opened;
	opened = [];
	for (const { page, troubles, requests } of all) {
		expect(troubles).toEqual([]);
		expect(requests.filter((one) => !one.startsWith(origin) && one !== 'data:,')).toEqual([]);
		await page.close();
	}
});
afterAll(async () => {
	await server[Symbol.asyncDispose]();
	folder[Symbol.dispose]();
});

async function openBench(hash = '', create = newPage): Promise<Page> {
	const one = await openPage(create, `${origin}${hash}`);
	opened.push(one);
	await one.page.waitForSelector('.bench');
	return one.page;
}

/** Waits until a part of the page with this selector has such a text. */
async function sees(page: Page, selector: string, text: string): Promise<void> {
	const [at, wanted] = [JSON.stringify(selector), JSON.stringify(text)];
	await page.waitForFunction(
		`[...document.querySelectorAll(${at})].some((one) => one.textContent.includes(${wanted}))`,
	);
}

/** Returns the field or button with this name for screen readers. */
async function field(page: Page, label: string): Promise<ElementHandle> {
	const found = await page.$(`aria/${label}`);
	if (found === null) throw new Error(`There is no field ${label}.`);
	return found;
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
	const one = await field(page, label);
	await one.focus();
	await page.keyboard.down('Control');
	await page.keyboard.press('a');
	await page.keyboard.up('Control');
	await page.keyboard.sendCharacter(text);
}

async function press(page: Page, label: string): Promise<void> {
	await (await field(page, label)).click();
}

it('the bench updates the verdict on each key press and for each mode', async () => {
	const page = await openBench();
	await typeInto(page, 'Command', '');
	await page.keyboard.type('cat .env');
	await sees(page, '.card', 'blocked');
	await sees(page, '.card', 'secret-read in policies/floor.yml:');
	await sees(page, '.parts', 'reads a credential');
	await typeInto(page, 'Command', 'rm -rf src');
	await sees(page, '.card', 'asks');
	await (await field(page, 'Mode')).select('contained');
	await sees(page, '.card', 'This relies on the sandbox of a run');
	await sees(page, '[role=status]', 'It runs.');
	await (await field(page, 'Mode')).select('plan');
	await sees(page, '.card', 'blocked');
});

it('the bench judges examples and tool calls, and reports invalid arguments', async () => {
	const page = await openBench();
	await press(page, 'Change a workflow');
	await sees(page, '.card', 'writes-configuration');
	await press(page, 'Command line');
	await press(page, 'Tool call');
	await (await field(page, 'Tool')).select('web_fetch');
	await sees(page, '.parts', 'may reach example.com');
	await typeInto(page, 'Arguments as JSON', '{');
	await sees(page, '[role=alert]', 'The arguments are not valid JSON');
	await typeInto(page, 'Arguments as JSON', '{"url": "http://169.254.169.254/"}');
	await sees(page, '.card', 'blocked');
});

it('the bench shows the line of a policy error, and judges again once it is fixed', async () => {
	const page = await openBench('#gate?command=git+push');
	await press(page, 'your own');
	await typeInto(page, 'Your own policy', 'rules:\n  - name: a\n    effects: [git.push]\n    action: perhaps\n');
	await sees(page, '[role=alert]', 'perhaps is not a valid value of action');
	await press(page, 'Line 4');
	const selected = await page.evaluate(
		'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)',
	);
	expect(selected).toBe('    action: perhaps');
	await page.keyboard.sendCharacter('    action: deny\n    reason: Never.');
	await sees(page, '.card', 'a in your-policy.yml:2');
	expect(await page.$('[role=alert]')).toBeNull();
});

it('the bench compares two settings, and the address restores the comparison', async () => {
	const page = await openBench();
	await typeInto(page, 'Command', 'rm -rf src && echo "ä & = #"');
	await press(page, 'Compare with another setting');
	await sees(page, '.told', 'The decision differs, and');
	await sees(page, '.only', 'only here');
	await page.waitForFunction(`location.hash.includes('mode2=contained') && location.hash.includes('rm+-rf')`);
	const again = await openBench(new URL(page.url()).hash);
	await sees(again, '.told', 'The decision differs, and');
	const shown = (one: Page) => one.evaluate(`document.querySelector('.told').textContent`);
	expect(await shown(again)).toBe(await shown(page));
	expect(await again.evaluate(`document.querySelector('#command').value`)).toBe('rm -rf src && echo "ä & = #"');
});

it('a file that the run wrote changes the verdict', async () => {
	const page = await openBench('#gate?command=npm+test');
	await sees(page, '.card', 'runs');
	await page.click('.checkout > summary');
	await press(page, 'The run wrote this file');
	await sees(page, '.card', 'asks');
	await sees(page, '.card', 'only while these files are unchanged: package.json');
	await typeInto(page, 'Path of a new file', '../outside');
	await press(page, 'Add');
	await sees(page, '[role=alert]', 'Not a path of a file in the checkout');
});

it('the bench keeps the call when a visitor opens another part and comes back', async () => {
	const page = await openBench('#gate?command=cat+.env');
	await sees(page, '.card', 'blocked');
	await typeInto(page, 'Command', 'rm -rf src');
	await page.click('nav a[href="#runs"]');
	await page.waitForFunction(`document.title.startsWith('Run explorer') && document.querySelector('.bench') === null`);
	expect(await page.evaluate('location.hash')).toBe('#runs');
	await page.click('nav a[href="#gate"]');
	await sees(page, '.parts', 'deletes src and everything below it');
	await page.waitForFunction(`location.hash.includes('rm+-rf+src')`);
});

/** Creates a page that gets each change of the address a second late, as in a busy browser. */
async function slowPage(): Promise<Page> {
	const page = await newPage();
	await page.evaluateOnNewDocument(`addEventListener('hashchange', (event) => {
		if (!event.isTrusted) return;
		event.stopImmediatePropagation();
		setTimeout(() => dispatchEvent(new HashChangeEvent('hashchange')), 1000);
	})`);
	return page;
}

it('the bench follows an address that is opened while it writes its own', async () => {
	const page = await openBench('#gate?command=ls', slowPage);
	await sees(page, '.card', 'runs');
	await typeInto(page, 'Command', 'rm -rf src');
	await page.evaluate(`location.hash = '#gate?command=cat+.env'`);
	await sees(page, '.card', 'blocked');
	await typeInto(page, 'Command', 'rm -rf src');
	await page.evaluate(`location.hash = '#runs'`);
	await page.waitForFunction(`document.querySelector('.bench') === null`);
	expect(await page.evaluate('location.hash')).toBe('#runs');
});

it('the bench reports an invalid address as plain text, and keeps working', async () => {
	const page = await openBench('#gate?mode=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&command=ls');
	await sees(
		page,
		'[role=alert]',
		'This address cannot be used, so the bench starts anew. Unknown mode "<img src=x onerror=alert(1)>"',
	);
	expect(await page.$('main img')).toBeNull();
	await sees(page, '.card', 'asks');
	await page.evaluate(`location.hash = '#gate?command=cat+.env'`);
	await sees(page, '.card', 'blocked');
	expect(await page.$('[role=alert]')).toBeNull();
});

it('the bench shows hostile text as plain text, with invisible characters escaped', async () => {
	const command = 'touch "</code><script>alert(1)</script>" $\'x\' "a\u202eb\u200bc" "style=\u001b[31m"';
	const page = await openBench(`#gate?command=${encodeURIComponent(command)}`);
	await sees(page, '.parts', '</code><script>alert(1)</script>');
	await sees(page, '.told', '\\u{202e}');
	expect(await page.$('main script')).toBeNull();
	expect(await page.evaluate(`document.querySelector('.told').textContent`)).not.toMatch(/\p{Cf}/u);
});

it('a command of one megabyte does not stop the page', async () => {
	const page = await openBench();
	await sees(page, '.card', 'asks');
	await page.evaluate(`{
		const command = document.querySelector('#command');
		command.value = 'true' + '; cat "$x$y"'.repeat(80_000);
		command.dispatchEvent(new Event('input', { bubbles: true }));
	}`);
	await sees(page, '[role=status]', 'This is too long for a link.');
	await sees(page, '.parts', 'takes too much work to be inspected whole');
	// The address follows after a pause in typing.
	await page.waitForFunction(`location.hash === '#gate'`);
});

it('the worker of the page judges labelled commands exactly as Node does', async () => {
	const page = await openBench();
	const judge = createJudge({ texts: policyTexts(), today: utcDay(new Date()) });
	const questions = ownCommands()
		.filter((_, index) => index % 40 === 7)
		.map(
			({ command }): Question => ({
				...{ tool: 'shell_exec', args: { command }, files: startFiles },
				settings: [{ mode: 'contained', policies: ['permissive', 'maintenance'] }],
			}),
		);
	const told = (await page.evaluate(`(${askWorker})(${JSON.stringify(questions)})`)) as readonly string[];
	expect(told).toHaveLength(questions.length);
	for (const [index, question] of questions.entries()) expect(told[index]).toBe(JSON.stringify(judge(question)));
});

/** Asks a worker of the page, in the page. */
const askWorker = `async (questions) => {
	const worker = new Worker('gate-worker.js', { type: 'module' });
	const answers = [];
	for (const question of questions) {
		const { promise, resolve } = Promise.withResolvers();
		worker.onmessage = resolve;
		worker.postMessage(question);
		answers.push(JSON.stringify((await promise).data));
	}
	worker.terminate();
	return answers;
}`;

it('other parts of the page do not load the gate', async () => {
	const one = await openPage(newPage, `${origin}#runs`);
	opened.push(one);
	await one.page.waitForFunction(`document.title.startsWith('Run explorer')`);
	await one.page.waitForNetworkIdle();
	expect(one.requests.filter((request) => /gate-worker|bench/.test(request))).toEqual([]);
	expect(readFileSync(join(folder.path, 'page.js')).length).toBeLessThan(60_000);
});

const scene =
	'#gate?command=cat+.env+%26%26+npm+run+deploy+%26%26+rm+-rf+src&mode=default&policy=default&own=rules:%0A++-+x&mode2=contained&policy2=permissive,dev-tools';

it.each(Object.entries(screens))('the bench is accessible and fits the screen on %s', async (screen, settings) => {
	const page = await openBench(scene);
	await showOn(page, settings);
	await sees(page, '.told', 'secret-read');
	await page.evaluate(`for (const one of document.querySelectorAll('main details')) one.open = true`);
	await sees(page, '.told details', '"kind"');
	expect(await axeFindings(page)).toEqual([]);
	expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
	await keepPicture(page, `bench-${screen}`);
});

import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThreadView } from '../../playground/protocol.ts';
import { buildPlayground } from '../../scripts/build-playground.ts';
import { type FakeServer, startFakeServer } from '../playground/fake-server.ts';
import { hostileThread, pullThread, waitingRun, waitingThread, world } from '../playground/worlds.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { axeFindings, keepPicture, type Opened, openPage, screens, showOn, useBrowser } from './browser.ts';

const { newPage } = useBrowser();
const folder = temporaryFolder();
const views = {
	'/api/world': world,
	'/api/threads/3': waitingThread,
	'/api/threads/4': hostileThread,
	'/api/threads/5': pullThread,
	[`/api/runs/${waitingRun.id}`]: waitingRun,
};

beforeAll(() => buildPlayground(folder.path));
afterAll(() => folder[Symbol.dispose]());

async function open(server: FakeServer, place: string): Promise<Opened> {
	const opened = await openPage(newPage, `${server.address}#threads?${place}`);
	await opened.page.waitForSelector('.comment-box');
	await opened.page.waitForNetworkIdle({ concurrency: 1, idleTime: 300 });
	await allRead(opened.page);
	return opened;
}

/** Waits until no comment waits for its Markdown. */
const allRead = (page: Page): Promise<unknown> =>
	page.waitForFunction(`document.querySelector('.markdown[aria-busy]') === null`);

const text = (page: Page, selector: string): Promise<unknown> =>
	page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText).join('|')`);

async function press(page: Page, selector: string, words: string): Promise<void> {
	const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.innerText.includes(${JSON.stringify(words)}))`;
	await page.waitForFunction(found);
	await page.evaluate(`${found}.click()`);
}

describe.each(Object.entries({ waiting: 'thread=3', hostile: 'thread=4', pull: 'thread=5', new: 'thread=new' }))(
	'the %s thread',
	(name, place) => {
		it.each(Object.entries(screens))('is accessible and asks no other host on %s', async (screen, settings) => {
			await using server = await startFakeServer(folder.path, views);
			const { page, troubles, requests } = await open(server, place);
			await showOn(page, settings);
			const panes = settings.width < 1000 ? ['Stories', 'Thread', 'Run'] : ['Thread'];
			for (const pane of panes) {
				await page.evaluate(`for (const one of document.querySelectorAll('.call details')) one.open = true`);
				await page.evaluate(
					`[...document.querySelectorAll('.panes button')].find((one) => one.innerText.startsWith('${pane}'))?.click()`,
				);
				expect(await axeFindings(page)).toEqual([]);
				// The page does not scroll sideways.
				expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
				await keepPicture(page, `${name}-${screen}-${pane}`, { fullPage: false });
			}
			expect(troubles).toEqual([]);
			const { origin } = new URL(server.address);
			expect(requests.filter((one) => !one.startsWith(`${origin}/`) && one !== 'data:,')).toEqual([]);
			await page.close();
		});
	},
);

it('hostile text cannot act, load anything, open a link, or imitate the page', async () => {
	await using server = await startFakeServer(folder.path, views);
	const { page } = await open(server, 'thread=4');
	const found = await page.evaluate(`(() => {
		const inside = [...document.querySelectorAll('.markdown *')];
		return {
			names: [...new Set(inside.map(({ localName }) => localName))].sort(),
			attributes: [...new Set(inside.flatMap((one) => one.getAttributeNames()))].sort(),
			classes: [...new Set(inside.map(({ className }) => className).filter((one) => one !== ''))].sort(),
			clips: [...document.querySelectorAll('.markdown')].every((box) => getComputedStyle(box).overflow !== 'visible'),
			plain: document.querySelectorAll('pre.plain').length,
		};
	})()`);
	expect(found).toMatchObject({ classes: ['address', 'frame'], clips: true, plain: 1 });
	const { names, attributes } = found as { readonly names: readonly string[]; readonly attributes: readonly string[] };
	const allowed =
		/^(?:p|br|hr|blockquote|pre|code|em|i|strong|b|del|sub|sup|[uo]l|li|h[456]|details|summary|div|span|button|t(?:able|head|body|r|h|d))$/;
	expect(names.filter((one) => !allowed.test(one))).toEqual([]);
	const harmless = [
		'align',
		'aria-expanded',
		'aria-label',
		'class',
		'dir',
		'open',
		'role',
		'start',
		'tabindex',
		'title',
		'type',
	];
	expect(attributes.filter((one) => !harmless.includes(one))).toEqual([]);
	await page.close();
});

/** A thread in which a stranger said these things. */
function threadOf(bodies: readonly string[]): ThreadView {
	const comments = bodies.flatMap((body, id) => hostileThread.comments.map((one) => ({ ...one, id, body })));
	return { ...hostileThread, body: 'Please help.', comments };
}

const endless = [`a ${'<?'.repeat(32_500)}`, `a ${'<!A '.repeat(16_000)}`, 'a\n-\n'.repeat(16_000)];

it('the page answers a click while it reads very slow texts, then shows them as plain text', async () => {
	await using server = await startFakeServer(folder.path, { ...views, '/api/threads/4': threadOf(endless) });
	const page = await newPage();
	// The page itself clicks in the next turn after it shows the texts, so no timing is involved.
	await page.evaluateOnNewDocument(`
		const waiting = () => document.querySelectorAll('.markdown[aria-busy]').length;
		const click = () => {
			for (const one of document.querySelectorAll('.persons label')) if (one.innerText.includes('stranger')) one.click();
		};
		new MutationObserver((_changes, observer) => {
			if (waiting() < 3) return;
			observer.disconnect();
			setTimeout(click);
			const look = () => {
				if (!document.querySelector('.rights')?.innerText.includes('mallory')) return setTimeout(look);
				window.waitingAfterClick = waiting();
			};
			look();
		}).observe(document, { childList: true, subtree: true });`);
	await page.goto(`${server.address}#threads?thread=4`);
	await page.waitForFunction('window.waitingAfterClick !== undefined');
	expect(await page.evaluate('window.waitingAfterClick')).toBeGreaterThan(0);
	await allRead(page);
	const why = 'This is shown as plain text: it takes longer than 2 seconds to read.';
	expect(await text(page, '.comment .body > .soft')).toBe(endless.map(() => why).join('|'));
	expect(await page.evaluate(`document.querySelectorAll('pre.plain').length`)).toBe(3);
	expect(await axeFindings(page)).toEqual([]);
	await page.close();
});

const tags = (count: number, tag: string): string =>
	Array.from({ length: count }, (_, index) => `<${tag} ${index.toString(36)}>`).join('');
const multiplying = {
	'open tags in each paragraph': `${tags(3000, 'b')}${'<p>a'.repeat(5000)}`,
	'open tags in each paragraph of a table': `<table>${tags(3000, 'b')}${'<p>a'.repeat(5000)}`,
	'open tags in a template': `<template>${tags(3000, 'b')}${'<p>a'.repeat(5000)}`,
	'nested tags': '<div>'.repeat(3900),
	'closing tags': '</b>'.repeat(16_000),
	attributes: `<a ${Array.from({ length: 7800 }, (_, index) => ` a${index.toString(36)}`).join('')}>x`,
	'nested quotes': `${'>'.repeat(100)}a\n\n`.repeat(38),
};

it.each(Object.entries(multiplying))('the page shows a text with too many %s as plain text', async (_name, body) => {
	await using server = await startFakeServer(folder.path, { ...views, '/api/threads/4': threadOf([body]) });
	const { page } = await open(server, 'thread=4');
	expect(await text(page, '.comment .body > .soft')).toBe('This is shown as plain text: it has too many parts.');
	await page.close();
});

it('a link to another site shows its address, and a link to a thread opens the thread', async () => {
	await using server = await startFakeServer(folder.path, views);
	const { page, requests } = await open(server, 'thread=3');
	const before = requests.length;
	await press(page, 'button.address', 'the manual');
	expect(await text(page, '.shown-address')).toBe('https://example.com/slugs');
	await press(page, 'button.address', 'the manual');
	expect(await text(page, '.shown-address')).toBe('');
	expect(requests).toHaveLength(before);
	await press(page, '.markdown a', '/pull/5');
	await page.waitForFunction(`document.querySelector('.thread-title')?.innerText.includes('#5')`);
	await page.close();
});

it('the page acts as the chosen person, and shows a refusal next to the control', async () => {
	await using server = await startFakeServer(folder.path, views);
	const { page } = await open(server, 'thread=3');
	await press(page, '.persons label', 'stranger');
	expect(await text(page, '.rights')).toContain('mallory');
	await press(page, '.answers button', '/approve A1');
	await press(page, '.comment-box button', 'Comment as stranger');
	await page.waitForFunction(`document.querySelector('.comment-box textarea').value === ''`);
	server.answer = () => ({ ok: false, why: 'No job is running.' });
	await press(page, '.attacks button', 'Kill the runner');
	await page.waitForSelector('.attacks [role=alert]');
	expect(await text(page, '.attacks [role=alert]')).toBe('No job is running.');
	await press(page, '.check button', 'Approve A1');
	await page.waitForSelector('.check [role=alert]');
	await press(page, '.steps button', 'Do it');
	await page.waitForSelector('.steps [role=alert]');
	expect(server.actions).toEqual([
		{ kind: 'comment', as: 'stranger', thread: 3, body: '/approve A1' },
		{ kind: 'kill-runner', thread: 3 },
		{ kind: 'press', as: 'stranger', check: 1, identifier: 'approve:A1' },
		world.stories[0]?.steps[0]?.does,
	]);
	await page.close();
});

it('a reload keeps the thread, the person and the draft', async () => {
	await using server = await startFakeServer(folder.path, views);
	const { page } = await open(server, 'thread=5');
	expect(page.url()).not.toContain('secret');
	await page.type('.comment-box textarea', 'A draft');
	await press(page, '.persons label', 'contributor');
	await page.reload();
	await page.waitForSelector('.comment-box');
	expect(await text(page, '.thread-title')).toContain('#5');
	expect(await page.evaluate(`document.querySelector('.comment-box textarea').value`)).toBe('A draft');
	expect(await text(page, '.comment-box [type=submit]')).toBe('Comment as contributor');
	// The draft belongs to its thread.
	await press(page, '.thread-link', 'The slug test');
	await page.waitForFunction(`document.querySelector('.thread-title')?.innerText.includes('#3')`);
	expect(await page.evaluate(`document.querySelector('.comment-box textarea').value`)).toBe('');
	await press(page, '.bar nav a', 'Gate bench');
	await press(page, '.bar nav a', 'Threads');
	await page.waitForFunction(`document.querySelector('.thread-title')?.innerText.includes('#3')`);
	await page.evaluate(`document.querySelector('.skip').click()`);
	expect(await page.evaluate('document.activeElement.id')).toBe('main');
	expect(await text(page, '.thread-title')).toContain('#3');
	await page.close();
});

it('the page shows and announces changes, and recovers from a lost connection', async () => {
	await using server = await startFakeServer(folder.path, views);
	const { page } = await open(server, 'thread=3');
	const added = { ...waitingThread.comments[0], id: 99, author: 'zoe', body: 'Hello.' };
	server.views.set('/api/threads/3', { ...waitingThread, comments: [...waitingThread.comments, added] });
	server.tell({ view: 'thread', number: 3 });
	await page.waitForSelector('#comment-99');
	await page.waitForFunction(`document.querySelector('p[aria-live].hidden').innerText === 'New comment by zoe.'`);
	server.drop();
	await page.waitForSelector('.lost');
	server.views.set('/api/threads/3', waitingThread);
	await page.waitForFunction(
		`document.querySelector('.lost') === null && document.querySelector('#comment-99') === null`,
	);
	await page.close();
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photographRequest } from '../../scripts/playground-picture.ts';
import { PlaygroundProcess } from '../e2e/playground-process.ts';
import { axeFindings, keepPicture, screens, showOn, useBrowser } from './browser.ts';
import { Visitor } from './visitor.ts';

const { newVisitorPage } = useBrowser();
let playground: PlaygroundProcess;

beforeAll(async () => {
	playground = await PlaygroundProcess.start();
});
afterAll(() => playground.stop());

type Device = 'desk' | 'phone';

/** Somebody who opens the printed address. */
async function arrive(device: Device = 'desk', { address } = playground): Promise<Visitor> {
	const page = await newVisitorPage();
	await showOn(page, screens[device]);
	return Visitor.arrives(page, address);
}

/** Keeps the page as it is now, light and dark, and expects that everybody can use it. */
async function keep({ page }: Visitor, device: Device, name: string): Promise<void> {
	await page.evaluate('scrollTo(0, 0)');
	for (const screen of [device, `${device}-dark`] as const) {
		await showOn(page, screens[screen]);
		await keepPicture(page, `${name}-${screen}`);
		expect(await axeFindings(page)).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
	}
	await showOn(page, screens[device]);
}

/** Keeps all that a visitor sees of a thread: on a phone, each column by itself. */
async function keepOutcome(visitor: Visitor, device: Device, name: string): Promise<void> {
	if (device === 'desk') return keep(visitor, device, name);
	for (const column of ['Stories', 'Thread', 'Run'] as const) {
		await visitor.turnsTo(column);
		await keep(visitor, device, `${name}-${column.toLowerCase()}`);
	}
}

/** Follows the link in the bot's report to the pull request that the run opened. */
async function followsPullRequest(visitor: Visitor): Promise<void> {
	await visitor.turnsTo('Thread');
	await visitor.sees('.comment.app .markdown a[href^="#threads?thread="]', '');
	await visitor.page.locator('.comment.app .markdown a[href^="#threads?thread="]').click();
	await visitor.sees('.thread-facts-line', 'Draft pull request');
}

/** The steps that one calls of the run's panel, and how the page tells them. */
const tags = async (visitor: Visitor, words: readonly string[]): Promise<Readonly<Record<string, number>>> =>
	Object.fromEntries(await Promise.all(words.map(async (word) => [word, await visitor.countCalls(word)] as const)));

/** A thread of its own is enough for each story, so the stories of a device share a playground. */
describe.each(['desk', 'phone'] as const)('a visitor at a %s', { timeout: 240_000 }, (device) => {
	let own: PlaygroundProcess;
	beforeAll(async () => {
		own = await PlaygroundProcess.start();
	});
	afterAll(() => own.stop());

	test('lets the agent fix a bug, and finds the draft pull request', async () => {
		const visitor = await arrive(device, own);
		await visitor.opensStory('Fix a bug');
		await visitor.does(1);
		await visitor.seesOutcome('completed');
		expect(await tags(visitor, ['blocked', 'done', 'failed'])).toEqual({ blocked: 0, done: 6, failed: 1 });
		await keepOutcome(visitor, device, 'fix-a-bug');
		await followsPullRequest(visitor);
		await visitor.sees('#changes ~ *', 'src/slug.js');
		await keepOutcome(visitor, device, 'fix-a-bug-pull');
	});

	test('approves an install that a stranger could not approve, and approves the delivery', async () => {
		const visitor = await arrive(device, own);
		await visitor.opensStory('Sign an install');
		await visitor.comments('maintainer', '/agent fix this, and open a pull request');
		await visitor.seesRequest('A1');
		await keepOutcome(visitor, device, 'sign-an-install-request');
		await visitor.comments('stranger', '/approve A1');
		await visitor.comments('bot', '/approve A1');
		await visitor.seesRun('waits for approval');
		await visitor.does(3);
		await visitor.seesRequest('A2');
		await visitor.turnsTo('Thread');
		await visitor.becomes('maintainer');
		await visitor.clicks('.answers button', '/approve A2');
		await visitor.sends('maintainer');
		await visitor.seesOutcome('completed');
		await keepOutcome(visitor, device, 'sign-an-install');
		await followsPullRequest(visitor);
		await visitor.sees('#changes ~ *', 'package.json');
	});

	test('denies an install, and the agent continues without it', async () => {
		// The other answer to the same request needs a repository in which nobody has answered yet.
		await using fresh = await PlaygroundProcess.start();
		const visitor = await arrive(device, fresh);
		await visitor.opensStory('Sign an install');
		await visitor.does(1);
		await visitor.seesRequest('A1');
		await visitor.does(4);
		await visitor.seesOutcome('completed');
		await keepOutcome(visitor, device, 'deny-an-install');
	});

	test('watches the agent obey an attacker, and sees no secret on the page', async () => {
		const visitor = await arrive(device, own);
		await visitor.opensStory('Obey an attacker');
		await visitor.does(1);
		await visitor.seesRequest('A2');
		expect(await tags(visitor, ['blocked', 'waits'])).toEqual({ blocked: 7, waits: 2 });
		await visitor.does(2);
		await visitor.does(3);
		await visitor.seesOutcome('denied');
		await visitor.sees('.comment.app', 'it was an attack');
		await keepOutcome(visitor, device, 'obey-an-attacker');
		expect(await visitor.page.evaluate('document.body.textContent')).not.toContain('made-up-deploy-token');
	});

	test('sees the blocked commands, and denies the one step that asks', async () => {
		const visitor = await arrive(device, own);
		await visitor.opensStory('Destroy things');
		await visitor.does(1);
		await visitor.seesRequest('A1');
		expect(await tags(visitor, ['blocked', 'waits'])).toEqual({ blocked: 8, waits: 1 });
		await visitor.comments('maintainer', '/deny A1 because the cache empties itself at night');
		await visitor.seesOutcome('denied');
		await keepOutcome(visitor, device, 'destroy-things');
	});

	test('kills the runner and its disk, and a new job completes the run', async () => {
		const visitor = await arrive(device, own);
		await visitor.opensStory('Lose the runner');
		await visitor.does(1);
		await visitor.sees('.comment.app', 'You can kill the runner');
		await visitor.turnsTo('Run');
		await visitor.sees('.call:has(.pulse)', 'npm run test:slow');
		await visitor.clicks('.attacks button', 'Kill the runner');
		await visitor.sees('.attacks .said', 'gone');
		await visitor.sees('.jobs', 'killed');
		await keepOutcome(visitor, device, 'lose-the-runner-killed');
		await visitor.seesOutcome('completed');
		expect(await visitor.read('.jobs .tag')).toEqual(['killed', 'completed']);
		await visitor.turnsTo('Thread');
		const said = await visitor.read('.comment.app');
		expect(said.filter((text) => text.includes('You can kill the runner'))).toHaveLength(1);
		await visitor.turnsTo('Stories');
		const titles = await visitor.read('.thread-link .title');
		expect(titles.filter((title) => title === 'Count 240 words a minute')).toHaveLength(1);
		await keepOutcome(visitor, device, 'lose-the-runner');
	});

	test('gets an answer to each review comment', async () => {
		const visitor = await arrive(device, own);
		await visitor.opensStory('Answer a review');
		await visitor.does(1);
		await visitor.seesOutcome('completed');
		await visitor.turnsTo('Thread');
		await expect.poll(() => visitor.read('.comment.app .place')).toHaveLength(2);
		await keepOutcome(visitor, device, 'answer-a-review');
	});
});

test('the picture for the README shows the request at the top of the page', { timeout: 240_000 }, async () => {
	const visitor = await arrive();
	await visitor.opensStory('Sign an install');
	await visitor.does(1);
	await visitor.seesRequest('A1');
	await photographRequest(visitor.page);
	const top = await visitor.page.evaluate(
		`[...document.querySelectorAll('.comment.app')].at(-1).getBoundingClientRect().top`,
	);
	expect(top).toBeLessThan(100);
	await keepPicture(visitor.page, 'playground', { fullPage: false });
});

test('a check button decides only if the person who presses it has the right', { timeout: 240_000 }, async () => {
	await using own = await PlaygroundProcess.start();
	const visitor = await arrive('desk', own);
	await visitor.opensStory('Fix a bug');
	await visitor.does(1);
	await visitor.seesOutcome('completed');
	await followsPullRequest(visitor);
	await visitor.comments('maintainer', '/agent write a poem');
	await visitor.seesRequest('A1');
	await visitor.presses('stranger', 'Approve all');
	await visitor.sees('.comment.app', '@octocat may not decide here');
	await visitor.presses('contributor', 'Approve all');
	await visitor.sees('.comment.app', '@contributor your answer has no effect');
	await visitor.seesNo('.jobs .tag', 'running');
	expect((await visitor.read('.run-line .tag'))[0]).toBe('waits for approval');
	await keep(visitor, 'desk', 'buttons');
	await visitor.presses('maintainer', 'Deny');
	await visitor.sees('.comment.app', '@maintainer pressed Deny: A1.');
	await visitor.seesOutcome('denied');
	await visitor.comments('maintainer', '/agent write another poem');
	await visitor.seesRequest('A2');
	await visitor.presses('maintainer', 'Approve all');
	await visitor.seesOutcome('completed');
	await visitor.seesNo('.check button', 'Approve all');
});

/** What both visitors read of a thread and its run. */
const shown = async (visitor: Visitor): Promise<readonly string[]> =>
	visitor.read('.thread-title, .comment .body, .run-line, .call summary, .jobs li');

test('two browsers on one thread stay in sync, and a reload keeps the draft', async () => {
	const [one, other] = [await arrive(), await arrive()];
	await one.clicks('.stories-column a', 'Open a new issue');
	await one.becomes('contributor');
	await one.page.locator('.comment-box input:not([type=radio])').fill('A poem, please');
	await one.clicks('.comment-box [type=submit]', 'Open issue');
	for (const visitor of [one, other]) await visitor.opensThread('A poem, please');
	await one.comments('contributor', '/agent write a poem');
	for (const visitor of [one, other]) await visitor.seesRequest('A1');
	await other.comments('maintainer', 'Who asks for the network here?');
	await one.sees('.comment .body', 'Who asks for the network here?');
	await one.page.locator('.comment-box textarea').fill('A draft of mine');
	await one.page.reload();
	await one.seesRequest('A1');
	expect(await one.page.evaluate(`document.querySelector('.comment-box textarea').value`)).toBe('A draft of mine');
	expect(await one.read('.comment-box [type=submit]')).toEqual(['Comment as contributor']);
	await other.comments('maintainer', '/deny A1');
	for (const visitor of [one, other]) await visitor.seesOutcome('denied');
	await expect.poll(() => shown(one), { timeout: 10_000 }).toEqual(await shown(other));
});

test('the page shows a new comment while ten tasks are still running', { timeout: 300_000 }, async () => {
	const visitor = await arrive();
	const before = (await playground.world()).threads.length;
	await visitor.opensStory('Fix a bug');
	for (let task = 1; task <= 10; task++)
		await playground.act({ kind: 'open-issue', as: 'stranger', title: `Task ${task} of ten`, body: '' });
	const numbers = Array.from({ length: 10 }, (_, index) => before + 1 + index);
	for (const thread of numbers)
		await playground.act({ kind: 'comment', as: 'maintainer', thread, body: '/agent do it' });
	await visitor.opensThread('Task 1 of ten');
	const own = async () => (await playground.world()).threads.filter(({ number }) => numbers.includes(number));
	const atWork = async () => (await own()).filter(({ run }) => run === undefined || run.status === 'running').length;
	await visitor.comments('stranger', 'I only look.');
	// The first four run at once, and the others stand in line.
	expect(await atWork()).toBeGreaterThanOrEqual(5);
	await visitor.opensThread('Task 10 of ten');
	expect(await atWork()).toBeGreaterThan(0);
	for (const thread of numbers) await playground.reaches(thread, 'waiting');
	await visitor.seesRequest('A1');
});

/** Everything that a website can try from a browser, with the token, which it does not have. Each try says what it achieved. */
const tries = (target: string, token: string): string => `(async () => {
	const [target, token] = ${JSON.stringify([target, token])};
	const action = JSON.stringify({ kind: 'comment', as: 'maintainer', thread: 1, body: 'By another website' });
	const bearer = { authorization: 'Bearer ' + token };
	const refused = () => 'refused';
	const ask = (path, init) => fetch(target + path, init).then((answer) => answer.text(), refused);
	const frame = Object.assign(document.createElement('iframe'), { name: 'target', src: target + '/?token=' + token });
	const framed = new Promise((resolve) => { frame.onload = resolve; });
	document.body.append(frame);
	await framed;
	const form = document.body.appendChild(document.createElement('form'));
	Object.assign(form, { action: target + '/api/act', method: 'post', target: 'target', enctype: 'text/plain' });
	form.appendChild(Object.assign(document.createElement('input'), { name: action, value: '' }));
	const sent = new Promise((resolve) => { frame.onload = resolve; });
	form.submit();
	await sent;
	const source = new EventSource(target + '/api/changes?token=' + token);
	const stream = await new Promise((resolve) => {
		source.onopen = () => resolve('open');
		source.onerror = () => resolve('refused');
	});
	source.close();
	const script = document.body.appendChild(document.createElement('script'));
	const loaded = new Promise((resolve) => {
		script.onload = () => resolve('loaded');
		script.onerror = () => resolve('refused');
	});
	script.src = target + '/page.js';
	return {
		stream,
		script: await loaded,
		read: await ask('/api/world', { headers: bearer }),
		act: await ask('/api/act', { method: 'POST', headers: bearer, body: action }),
		simple: await ask('/api/act', { method: 'POST', body: action }),
		blind: await ask('/api/act', { method: 'POST', body: action, mode: 'no-cors' }),
	};
})()`;

test('another website cannot read or drive the playground', async () => {
	const visitor = await arrive();
	const before = await playground.world();
	await using website = await startWebsite();
	const page = await newVisitorPage();
	await page.goto(website.address);
	const { origin } = playground.address;
	expect(await page.evaluate(tries(origin, playground.token))).toEqual({
		stream: 'refused',
		script: 'refused',
		read: 'refused',
		act: 'refused',
		simple: 'refused',
		blind: 'refused',
	});
	expect(page.frames().filter((frame) => frame.url().startsWith(origin))).toEqual([]);
	expect(await playground.world()).toEqual(before);
	await visitor.opensStory('Fix a bug');
	expect((await visitor.read('.comment .body')).join()).not.toContain('By another website');
});

interface Website extends AsyncDisposable {
	readonly address: string;
}

async function startWebsite(): Promise<Website> {
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html').end('<!doctype html><title>Another website</title><body>');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}/`,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
}

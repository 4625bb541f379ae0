import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlaygroundProcess } from './playground-process.ts';
import { processesIn } from './processes.ts';

let playground: PlaygroundProcess;
let temporary: string;

beforeAll(async () => {
	temporary = mkdtempSync(join(tmpdir(), 'countersign-play-test-'));
	playground = await PlaygroundProcess.start([], { TMPDIR: temporary });
});
afterAll(async () => {
	await playground.stop();
	rmSync(temporary, { recursive: true, force: true });
});

/** The thread of a story. */
async function threadOf(name: string): Promise<number> {
	const found = (await playground.world()).stories.find((story) => story.name === name);
	if (found === undefined) throw new Error(`There is no story ${name}.`);
	return found.thread;
}

test('a comment of the maintainer starts a run, and its steps and comments are shown', async () => {
	const thread = await threadOf('fix-a-bug');
	expect(
		await playground.act({
			kind: 'comment',
			as: 'maintainer',
			thread,
			body: '/agent fix this, and open a pull request',
		}),
	).toEqual({ ok: true });
	const run = await playground.until(async () => {
		const now = await playground.run(thread);
		return now?.jobs.every(({ status }) => status === 'ended') === true && now;
	});
	expect(run).toMatchObject({ outcome: { kind: 'completed' }, jobs: [{ status: 'ended', outcome: 'completed' }] });
	expect(new Set(run.calls.map(({ decision }) => decision))).toEqual(new Set(['allow']));
	expect(run.journal.map(({ number }) => number)).toEqual(run.journal.map((_, at) => at + 1));
	const { comments } = await playground.thread(thread);
	expect(comments.map(({ author }) => author)).toEqual(['maintainer', 'countersign[bot]']);
	const { threads } = await playground.world();
	expect(threads.at(-1)).toMatchObject({ kind: 'pull', draft: true, author: 'countersign[bot]' });
	expect((await playground.thread(threads.length)).diff).toContain('+++ b/src/slug.js');
});

test('a stranger and a bot start nothing, and a contributor cannot approve', async () => {
	const thread = await threadOf('add-a-dependency');
	for (const as of ['stranger', 'bot'] as const)
		expect(await playground.act({ kind: 'comment', as, thread, body: '/agent do it' })).toEqual({ ok: true });
	await playground.act({
		kind: 'comment',
		as: 'contributor',
		thread,
		body: '/agent fix this, and open a pull request',
	});
	await playground.reaches(thread, 'waiting');
	await playground.act({ kind: 'comment', as: 'contributor', thread, body: '/approve A1' });
	const told = await playground.until(async () =>
		(await playground.thread(thread)).comments.find(({ body }) => body.startsWith('@contributor')),
	);
	expect(told).toMatchObject({ author: 'countersign[bot]' });
	await playground.reaches(thread, 'waiting');
	expect((await playground.thread(thread)).runs).toHaveLength(1);
});

test('a request is denied after a day without an answer', async () => {
	const thread = await threadOf('add-a-dependency');
	await playground.reaches(thread, 'waiting');
	expect(await playground.act({ kind: 'pass-day' })).toMatchObject({ ok: true });
	expect(await playground.world()).toMatchObject({ daysAhead: 1 });
	const { body } = await playground.until(async () =>
		(await playground.thread(thread)).comments.find((comment) => comment.body.includes('Nobody answered')),
	);
	expect(body).toContain('A1');
});

test('a killed runner loses its disk, and the bot starts a job that continues the run', async () => {
	const thread = await threadOf('lose-the-runner');
	expect(await playground.act({ kind: 'kill-runner', thread })).toEqual({
		ok: false,
		why: 'No job of this thread is running at this moment.',
	});
	const steps = (await playground.world()).stories.find((story) => story.thread === thread)?.steps ?? [];
	const task = steps.find(({ does }) => does?.kind === 'comment')?.does;
	if (task === undefined) throw new Error('The story has no task.');
	await playground.act(task);
	await playground.until(async () => (await playground.run(thread))?.calls.some(({ state }) => state === 'running'));
	expect(await playground.act({ kind: 'kill-runner', thread })).toMatchObject({ ok: true });
	const run = await playground.until(async () => {
		const now = await playground.run(thread);
		const isOver = now?.jobs.every(({ status }) => status === 'killed' || status === 'ended') === true;
		return now !== undefined && now.jobs.length > 1 && isOver ? now : undefined;
	});
	expect(run.jobs[0]).toMatchObject({ status: 'killed' });
	expect(run.jobs.at(-1)).toMatchObject({ status: 'ended' });
});

test('actions on the repository take effect, and an impossible one says why', async () => {
	const thread = await threadOf('clean-up');
	expect(await playground.act({ kind: 'edit-bot-comment', thread })).toMatchObject({ ok: false });
	expect(await playground.act({ kind: 'push-commit', thread })).toMatchObject({ ok: true });
	expect(await playground.act({ kind: 'merge-workflow-change' })).toMatchObject({ ok: true });
	expect(await playground.act({ kind: 'choose-model', model: 'anthropic:none' })).toMatchObject({ ok: false });
	expect(await playground.act({ kind: 'comment', as: 'maintainer', thread, body: ' ' })).toEqual({
		ok: false,
		why: 'Write a comment first.',
	});
	const opened = await playground.act({
		kind: 'open-issue',
		as: 'stranger',
		title: 'Hello',
		body: '<script>alert(1)</script>',
	});
	expect(opened).toMatchObject({ ok: true });
	expect((await playground.world()).threads.at(-1)).toMatchObject({ title: 'Hello', author: 'octocat' });
});

test('the server answers only its own page, and only known requests', async () => {
	const statuses = async (requests: readonly Promise<Response>[]) =>
		(await Promise.all(requests)).map(({ status }) => status);
	const plain = { headers: { authorization: '' } };
	expect(
		await statuses([
			playground.ask('/api/world', plain),
			playground.ask('/api/act', { ...plain, method: 'POST', body: '{}' }),
		]),
	).toEqual([401, 401]);
	expect(await statuses([playground.ask('/api/world', { headers: { origin: 'https://evil.example.com' } })])).toEqual([
		403,
	]);
	expect(await statusWithHost('evil.example.com')).toBe(403);
	expect(
		await statuses(
			[
				'/%2e%2e/package.json',
				'/..%2fpackage.json',
				'/page.css/../../cli.js',
				'/api/threads/0x1',
				'/api/runs/none',
				'/api/none',
			].map((path) => playground.ask(path)),
		),
	).toEqual([404, 404, 404, 404, 404, 404]);
	for (const body of [
		'',
		'{',
		'[]',
		'{"kind":"none"}',
		'{"kind":"pass-day","more":1}',
		`{"kind":"${'x'.repeat(2_000_000)}"}`,
	]) {
		const response = await playground.ask('/api/act', { method: 'POST', body });
		expect(await response.json()).toMatchObject({ ok: false });
	}
	const page = await playground.ask('/');
	expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
	expect(await playground.world()).toMatchObject({ repository: 'octo-org/slugs' });
});

function statusWithHost(host: string): Promise<number | undefined> {
	const { hostname, port } = playground.address;
	return new Promise((resolve, reject) => {
		get({ hostname, port, headers: { host } }, (response) => resolve(response.resume().statusCode)).once(
			'error',
			reject,
		);
	});
}

test('Ctrl-C ends all processes and deletes all folders, even while a job runs', async () => {
	const thread = await threadOf('lose-the-runner');
	await playground.act({ kind: 'comment', as: 'maintainer', thread, body: '/agent run the slow tests again' });
	await playground.until(async () => (await playground.thread(thread)).runs.some(({ status }) => status === 'running'));
	expect(readdirSync(temporary)).not.toEqual([]);
	expect(await playground.stop()).toBe(0);
	expect(readdirSync(temporary)).toEqual([]);
	expect(processesIn(temporary)).toEqual([]);
});

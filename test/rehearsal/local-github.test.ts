import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Octokit } from 'octokit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JsonObject, LocalGitHub, RecordedRequest } from '../../rehearsal/github/local-github.ts';
import { processorMs } from '../support/processor-time.ts';
import { client, outcome, place, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
let github: LocalGitHub;
let bot: Octokit;
let issue: number;

beforeAll(async () => {
	github = await startDemo(source.dir);
	bot = client(github);
	issue = (await github.openIssue({ user: 'eve', title: 'help' })).number;
});

afterEach(() => {
	github.intercept = undefined;
});

afterAll(async () => {
	await github.close();
	source.remove();
});

const write = (body: string) => bot.rest.issues.createComment({ ...place, issue_number: issue, body });
const bodies = async () =>
	(await bot.rest.issues.listComments({ ...place, issue_number: issue })).data.map(({ body }) => body);
const elsewhere = /Codertocat|Hello-World|octo-org|octo-repo|github\.com/;
const isComment = ({ method, path }: RecordedRequest) => method === 'POST' && path.endsWith('/comments');

test('a known token identifies its user, and an unknown one is refused', async () => {
	expect(await outcome(client(github, 'ghp_guessed').rest.repos.get(place))).toEqual({
		status: 401,
		message: 'Bad credentials',
	});
	const anonymous = client(github, '');
	expect((await anonymous.rest.issues.get({ ...place, issue_number: issue })).data.title).toBe('help');
	const written = anonymous.rest.issues.createComment({ ...place, issue_number: issue, body: 'x' });
	expect(await outcome(written)).toEqual({ status: 401, message: 'Requires authentication' });
	expect(await outcome(bot.rest.users.getAuthenticated())).toEqual({
		status: 403,
		message: 'Resource not accessible by integration',
	});
	const maria = client(github, github.tokenOf('maria'));
	expect((await maria.rest.users.getAuthenticated()).data).toMatchObject({ login: 'maria', id: 1001, type: 'User' });
	github.addToken('short-lived', { kind: 'user', login: 'maria' });
	expect(await outcome(client(github, 'short-lived').rest.repos.get(place))).toEqual({ status: 200 });
	github.revokeToken('short-lived');
	expect(await outcome(client(github, 'short-lived').rest.repos.get(place))).toMatchObject({ status: 401 });
});

test('a workflow token can do only what its permissions allow', async () => {
	github.addToken('reader', { kind: 'actions', permissions: { issues: 'read', contents: 'read', actions: 'none' } });
	const reader = client(github, 'reader');
	const refused = { status: 403, message: 'Resource not accessible by integration' };
	const comment = reader.rest.issues.createComment({ ...place, issue_number: issue, body: 'x' });
	expect(await outcome(comment)).toEqual(refused);
	expect(await outcome(reader.rest.git.createBlob({ ...place, content: 'x' }))).toEqual(refused);
	expect(await outcome(reader.rest.actions.getWorkflowRun({ ...place, run_id: 1 }))).toEqual(refused);
	expect(await outcome(reader.rest.issues.get({ ...place, issue_number: issue }))).toEqual({ status: 200 });
	const eve = client(github, github.tokenOf('eve'));
	expect(await outcome(eve.rest.git.createBlob({ ...place, content: 'x' }))).toMatchObject({ status: 404 });
});

test('the repository has a default branch, and unknown routes return 404', async () => {
	const { data, headers } = await bot.rest.repos.get(place);
	expect(data).toMatchObject({
		full_name: 'octo/demo',
		default_branch: 'main',
		private: false,
		owner: { login: 'octo' },
	});
	expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(1000);
	expect((await bot.rest.rateLimit.get()).data.rate.limit).toBe(1000);
	const unknown = await bot.request('GET /repos/{owner}/{repo}/nonsense', place).catch((error) => error.response);
	expect(unknown).toMatchObject({ status: 404, data: { message: 'Not Found', status: '404' } });
	expect(await outcome(bot.rest.repos.get({ ...place, repo: 'other' }))).toMatchObject({ status: 404 });
	const broken = await fetch(`${github.url}/repos/octo/demo/issues`, {
		method: 'POST',
		headers: { authorization: `Bearer ${github.actionsToken}` },
		body: '{',
	});
	expect([broken.status, await broken.json()]).toMatchObject([400, { message: 'Problems parsing JSON' }]);
});

test('every request is recorded with its user, body and status', async () => {
	const before = github.requests.length;
	await write('recorded');
	await outcome(client(github, 'wrong').rest.repos.get(place));
	await github.comment({ issue, user: 'maria', body: 'a person, unrecorded' });
	expect(github.requests.slice(before)).toEqual([
		{
			method: 'POST',
			path: `/repos/octo/demo/issues/${issue}/comments`,
			query: {},
			who: 'github-actions[bot]',
			apiVersion: null,
			body: { body: 'recorded' },
			status: 201,
			begun: expect.any(Number),
			ended: expect.any(Number),
		},
		expect.objectContaining({ method: 'GET', path: '/repos/octo/demo', who: null, status: 401 }),
	]);
});

test('an intercept before a request prevents its effect', async () => {
	const before = await bodies();
	github.intercept = (request, phase) =>
		isComment(request) && phase === 'before' ? { status: 502, body: { message: 'Bad Gateway' } } : undefined;
	expect(await outcome(write('lost'))).toEqual({ status: 502, message: 'Bad Gateway' });
	github.intercept = (request, phase) => (isComment(request) && phase === 'before' ? 'drop' : undefined);
	await expect(write('lost')).rejects.toThrow();
	expect(await bodies()).toEqual(before);
	expect(github.requests.findLast(isComment)?.status).toBeNull();
});

test('an intercept after a request keeps its effect and hides the answer', async () => {
	const seen: unknown[] = [];
	github.intercept = (request, phase) => {
		if (!isComment(request) || phase === 'before') return undefined;
		seen.push(request.response);
		return seen.length === 1 ? { status: 502, body: {}, headers: { 'retry-after': '1' } } : 'drop';
	};
	const error = await write('once').catch((thrown) => thrown);
	expect([error.status, error.response.headers['retry-after']]).toEqual([502, '1']);
	await expect(write('twice')).rejects.toThrow();
	expect(seen).toMatchObject([
		{ status: 201, body: { body: 'once' } },
		{ status: 201, body: { body: 'twice' } },
	]);
	expect((await bodies()).slice(-2)).toEqual(['once', 'twice']);
});

test('an intercept can delay the answer after the effect', async () => {
	const inside = Promise.withResolvers<void>();
	const release = Promise.withResolvers<void>();
	github.intercept = async (request, phase) => {
		if (!isComment(request) || phase === 'before') return;
		inside.resolve();
		await release.promise;
	};
	let answered = false;
	const writing = write('slow').then(() => {
		answered = true;
	});
	await inside.promise;
	expect((await bodies()).at(-1)).toBe('slow');
	await sleep(20);
	expect(answered).toBe(false);
	release.resolve();
	await writing;
});

test('a client can be killed between the effect and the answer', async () => {
	const address = `${github.url}/repos/octo/demo/issues/${issue}/comments`;
	const headers = JSON.stringify({ authorization: `Bearer ${github.actionsToken}` });
	const program = `await fetch('${address}', { method: 'POST', headers: ${headers}, body: '{"body":"last words"}' })`;
	const killed = Promise.withResolvers<void>();
	github.intercept = async (request, phase) => {
		if (!isComment(request) || phase === 'before') return;
		child.kill('SIGKILL');
		killed.resolve();
	};
	const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
	await killed.promise;
	expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
	expect((await bodies()).at(-1)).toBe('last words');
});

test('the event of a comment is complete and names only this repository', async () => {
	const comment = await github.comment({ issue, user: 'maria', body: '/approve A1' });
	const event = await github.issueCommentEvent(comment);
	expect(event).toMatchObject({
		action: 'created',
		comment: {
			id: comment.id,
			body: '/approve A1',
			user: { login: 'maria', id: 1001 },
			performed_via_github_app: null,
		},
		issue: { number: issue, title: 'help', user: { login: 'eve' }, state: 'open' },
		repository: { full_name: 'octo/demo', default_branch: 'main', owner: { login: 'octo' }, private: false },
		sender: { login: 'maria', id: 1001, type: 'User' },
	});
	expect(event).not.toHaveProperty('installation');
	expect(event).not.toHaveProperty('organization');
	expect(JSON.stringify(event)).not.toMatch(elsewhere);
	const edited = await github.editComment({ comment: comment.id, user: 'maria', body: '/approve A2' });
	expect(await github.issueCommentEvent(edited, 'edited', 'wes')).toMatchObject({
		action: 'edited',
		comment: { body: '/approve A2', user: { login: 'maria' } },
		changes: { body: { from: expect.any(String) } },
		sender: { login: 'wes' },
	});
});

test('events of issues, dispatches and schedules are complete and name only this repository', async () => {
	const opened = await github.openIssue({ user: 'maria', title: 'new', labels: ['agent', 'bug'] });
	expect(await github.issuesEvent(opened, 'opened')).toMatchObject({
		action: 'opened',
		issue: { number: opened.number, title: 'new', labels: [{ name: 'agent' }, { name: 'bug' }] },
		sender: { login: 'maria' },
	});
	expect(JSON.stringify(await github.issuesEvent(opened, 'opened'))).not.toMatch(elsewhere);
	const labeled = await github.issuesEvent(opened, 'labeled', 'agent', 'tina');
	expect(labeled).toMatchObject({ action: 'labeled', label: { name: 'agent' }, sender: { login: 'tina' } });
	expect(await github.workflowDispatchEvent({ task: 'tidy' }, 'wes')).toMatchObject({
		inputs: { task: 'tidy' },
		ref: 'refs/heads/main',
		repository: { full_name: 'octo/demo' },
		sender: { login: 'wes' },
	});
	const scheduled = await github.scheduleEvent();
	expect(JSON.stringify([labeled, scheduled])).not.toMatch(elsewhere);
	expect(scheduled).toMatchObject({ schedule: expect.any(String), repository: { full_name: 'octo/demo' } });
	expect((scheduled as JsonObject)['issue']).toBeUndefined();
});

test('people follow the same rules, and a refusal is returned', async () => {
	const refused = await github.act('eve', 'POST', `/issues/${issue}/labels`, { labels: ['agent'] });
	expect(refused.status).toBe(403);
	await expect(github.comment({ issue: 999, user: 'eve', body: 'x' })).rejects.toThrow(/404/);
});

test('it starts quickly, and leaves no files when it closes', async () => {
	const temporary = mkdtempSync(join(tmpdir(), 'around-local-github-'));
	const usual = process.env['TMPDIR'];
	process.env['TMPDIR'] = temporary;
	const started = processorMs();
	const short = await startDemo(source.dir);
	expect(processorMs() - started).toBeLessThan(1000);
	expect(readdirSync(temporary)).toHaveLength(1);
	await Promise.all([short.close(), short.close()]);
	expect(readdirSync(temporary)).toEqual([]);
	await expect(fetch(`${short.url}/rate_limit`)).rejects.toThrow();
	await expect(startDemo('/nowhere')).rejects.toThrow();
	await expect(startDemo(source.dir, { defaultBranch: 'no..good' })).rejects.toThrow();
	expect(readdirSync(temporary)).toEqual([]);
	if (usual === undefined) delete process.env['TMPDIR'];
	else process.env['TMPDIR'] = usual;
	rmSync(temporary, { recursive: true });
});

test('a process that uses it ends by itself after close()', async () => {
	const local = new URL('../../rehearsal/github/local-github.ts', import.meta.url).href;
	const options = JSON.stringify({ ...place, repositoryPath: source.dir, users: [] });
	const program = `const { startLocalGitHub } = await import('${local}');
		const github = await startLocalGitHub(${options});
		await fetch(github.url + '/repos/octo/demo/issues');
		await github.close();
		await new Promise((resolve) => setImmediate(resolve));
		console.log(process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY)/.test(name)).join());`;
	const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { timeout: 60_000 });
	let open = '';
	child.stdout.on('data', (piece: Buffer) => {
		open += piece.toString();
	});
	expect(await once(child, 'close')).toEqual([0, null]);
	// An open server, socket or timer would be listed here.
	expect(open).toBe('\n');
});

import nock from 'nock';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReviewText, ToolForge } from '../../src/core/index.ts';
import { createToolForge } from '../../src/github/index.ts';
import {
	type Answer,
	type Asked,
	aGitHub,
	anApi,
	apiUrl,
	clients,
	errorOf,
	lines,
	no,
	times,
	token,
} from './support.ts';

const octocat = { id: 583, login: 'octocat', type: 'User' };
const us = { id: 1, login: 'github-actions[bot]', type: 'Bot' };
const at = '2026-11-21T12:00:00Z';

interface World {
	readonly toolForge: ToolForge;
	readonly asked: readonly Asked[];
}

/** A GitHub that answers by `METHOD path`; what is not listed is a 404. */
function aWorld(answers: Readonly<Record<string, Answer | unknown[] | object>>): World {
	const asked = aGitHub(({ method, path }) => {
		if (path === '/user') return no(403);
		const answer = answers[`${method} ${path}`];
		if (answer === undefined) return no(404);
		return Array.isArray(answer) && typeof answer[0] === 'number' ? (answer as unknown as Answer) : [200, answer];
	});
	return { toolForge: createToolForge(anApi()), asked };
}

describe('reading', () => {
	it('shows a thread with its labels', async () => {
		const issue = { number: 7, title: 'T', body: null, user: null, state: 'open', labels: [{ name: 'bug' }, 'old'] };
		const { toolForge } = aWorld({
			'GET /issues/7': issue,
			'GET /issues/8': { ...issue, number: 8, pull_request: {} },
		});
		expect(await toolForge.thread(7)).toEqual({
			...{ number: 7, title: 'T', body: '', state: 'open', labels: ['bug', 'old'], isPullRequest: false },
			author: { id: 10_137, login: 'ghost', type: 'User' },
		});
		expect((await toolForge.thread(8)).isPullRequest).toBe(true);
	});

	it('lists changed files up to the last page', async () => {
		const page = Array.from({ length: 100 }, (_, index) => aFile(`f${index}`));
		const asked = aGitHub(({ query }) => [
			200,
			query['page'] === '1' ? page : [{ ...aFile('last'), previous_filename: 'was', patch: '@@' }],
		]);
		const files = await createToolForge(anApi()).changedFiles(7);
		expect(lines(asked)).toEqual(['GET /pulls/7/files', 'GET /pulls/7/files']);
		expect(files).toHaveLength(101);
		const counts = { status: 'added', additions: 1, deletions: 0 };
		expect([files[0], files[100]]).toEqual([
			{ path: 'f0', ...counts },
			{ path: 'last', previousPath: 'was', patch: '@@', ...counts },
		]);
	});

	it('lists reviews, then review comments', async () => {
		const { toolForge } = aWorld({
			'GET /pulls/7/reviews': [
				{ id: 1, html_url: 'https://x.example/r', user: octocat, body: null, state: 'APPROVED', submitted_at: at },
			],
			'GET /pulls/7/comments': [
				{ id: 4300000001, user: octocat, body: 'why', created_at: at, path: 'a', line: 3 },
				{ id: 4300000002, in_reply_to_id: 4300000001, user: null, body: 'old', created_at: at, path: 'b', line: null },
			],
		});
		expect(await toolForge.reviews(7)).toEqual([
			{ author: octocat, body: '', state: 'APPROVED', createdAt: at },
			{ author: octocat, body: 'why', createdAt: at, path: 'a', line: 3, thread: 4_300_000_001 },
			{
				author: { id: 10_137, login: 'ghost', type: 'User' },
				body: 'old',
				createdAt: at,
				path: 'b',
				thread: 4_300_000_001,
			},
		]);
	});

	it('shows checks, and requests annotations only if there are any', async () => {
		const check = { id: 9, name: 'test', status: 'completed', conclusion: 'failure', app: { slug: 'github-actions' } };
		const { toolForge, asked } = aWorld({
			'GET /commits/main/check-runs': {
				check_runs: [
					{ ...check, output: { title: '1 failed', annotations_count: 1 } },
					{ id: 10, name: 'x', status: 'queued' },
				],
			},
			'GET /check-runs/9/annotations': [{ path: 'a', start_line: 3, annotation_level: 'failure', message: 'no' }],
		});
		expect(await toolForge.checks('main')).toEqual([
			{
				...{ id: 9, name: 'test', status: 'completed', conclusion: 'failure', isJob: true, title: '1 failed' },
				annotations: [{ path: 'a', line: 3, level: 'failure', message: 'no' }],
			},
			{ id: 10, name: 'x', status: 'queued', isJob: false, title: '', annotations: [] },
		]);
		expect(times(asked, 'GET /check-runs/10/annotations')).toBe(0);
	});

	it('shows the kind of each release', async () => {
		const release = { tag_name: 'v1', name: null, body: null, created_at: at, draft: false, prerelease: false };
		const all = [release, { ...release, draft: true, prerelease: true }, { ...release, prerelease: true }];
		const { toolForge, asked } = aWorld({ 'GET /releases': all });
		expect((await toolForge.releases()).map(({ kind }) => kind)).toEqual(['release', 'draft', 'pre-release']);
		expect(asked[0]?.query).toEqual({ per_page: '10' });
	});

	it.each(clients)('follows the redirect of a log without the token: %s', async (_name, client) => {
		const store = 'https://store.example';
		const seen = new Map<string, string | null>();
		nock.disableNetConnect();
		onTestFinished(() => nock.cleanAll());
		const note = (request: Request): void => {
			seen.set(new URL(request.url).origin, request.headers.get('authorization'));
		};
		nock(apiUrl)
			.get('/repos/acme/widgets/actions/jobs/9/logs')
			.reply(async (request: Request): Promise<[number, nock.Body, Record<string, string>]> => {
				note(request);
				return [302, '', { location: `${store}/log` }];
			});
		nock(store)
			.get('/log')
			.reply(async (request: Request): Promise<[number, nock.Body, Record<string, string>]> => {
				note(request);
				return [200, 'one\ntwo\n', { 'content-type': 'text/plain' }];
			});
		expect(await createToolForge(anApi(client())).jobLog(9)).toBe('one\ntwo\n');
		expect([...seen]).toEqual([
			[apiUrl, `token ${token}`],
			[store, null],
		]);
	});
});

function aFile(filename: string): object {
	return { filename, status: 'added', additions: 1, deletions: 0 };
}

describe('labels', () => {
	it('are added to and removed from one thread, whatever their names are', async () => {
		const { toolForge, asked } = aWorld({ 'POST /issues/7/labels': [], 'GET /labels': [{ name: 'bug' }] });
		expect(await toolForge.labels()).toEqual(['bug']);
		await toolForge.addLabels(7, ['a/b', 'c']);
		await toolForge.removeLabel(7, 'a/../b c');
		expect(lines(asked).slice(1)).toEqual(['POST /issues/7/labels', 'DELETE /issues/7/labels/a/../b c']);
		expect(asked[1]?.body).toEqual({ labels: ['a/b', 'c'] });
	});
});

describe('a review', () => {
	const marker = 'countersign:review:7-a:b';
	const text: ReviewText = {
		...{ headSha: 'a'.repeat(40), body: 'Fine.', marker },
		remarks: [{ path: 'a.ts', line: 3, body: 'why' }],
	};
	const written = (body: string, user: object | null = us) => ({
		...{ id: 5, commit_id: 'a'.repeat(40), body, user },
		html_url: 'https://x.example/r',
	});

	/** Keeps the written reviews; a write can be lost or refused. */
	function aPull(there: object[], ...openings: readonly (Answer | 'lost')[]): World {
		const rest = [...openings];
		const asked = aGitHub(({ method, path, body }) => {
			if (path === '/user') return no(403);
			if (method === 'GET') return [200, there];
			const answer = rest.shift();
			if (answer !== undefined && answer !== 'lost') return answer;
			there.push(written(String(body['body'])));
			return answer === 'lost' ? 'dropped' : [200, there.at(-1)];
		});
		return { toolForge: createToolForge(anApi()), asked };
	}

	it('only comments, on the commit that was read', async () => {
		const { toolForge, asked } = aPull([]);
		expect(await toolForge.review(7, text)).toEqual({ url: 'https://x.example/r' });
		expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
			path: '/pulls/7/reviews',
			body: {
				...{ commit_id: 'a'.repeat(40), event: 'COMMENT', body: `Fine.\n\n<!-- ${marker} -->` },
				comments: [{ path: 'a.ts', line: 3, body: 'why', side: 'RIGHT' }],
			},
		});
	});

	it('is written once, even if the answer is lost or it is requested twice', async () => {
		const there: object[] = [];
		const { toolForge } = aPull(there, 'lost');
		await toolForge.review(7, text);
		await toolForge.review(7, text);
		expect(there).toHaveLength(1);
		expect(await toolForge.findReview(7, marker)).toEqual({ url: 'https://x.example/r' });
	});

	it('is not found in copies of its marker', async () => {
		const body = `x\n\n<!-- ${marker} -->`;
		const { toolForge } = aPull([written(body, octocat), written(body, null), written(`${body} said`)]);
		expect(await toolForge.findReview(7, marker)).toBeUndefined();
	});

	it('fails with the words of GitHub if it is refused', async () => {
		const error = await errorOf(aPull([], no(422, 'Line could not be resolved')).toolForge.review(7, text));
		expect(error).toMatchObject({ code: 'github-refused', status: 422 });
		expect(error.message).toContain('Line could not be resolved');
	});
});

describe('the own pull request', () => {
	const start = 'countersign:pull-request:7-a:';
	const pull = {
		...{ number: 9, state: 'open', draft: true, title: 'T', html_url: 'https://x.example/9', user: us },
		body: `B\n\n<!-- ${start}c -->`,
		head: { sha: 'a'.repeat(40), ref: 'countersign/7-x', repo: { full_name: 'Acme/Widgets' } },
		base: { ref: 'main' },
	};
	const others = [
		{ ...pull, user: octocat },
		{ ...pull, head: { ...pull.head, repo: { full_name: 'mallory/widgets' } } },
		{ ...pull, head: { ...pull.head, repo: null } },
		{ ...pull, body: `${pull.body}\nmore` },
		{ ...pull, body: '<!-- countersign:pull-request:7-ab:c -->' },
		{ ...pull, body: null },
	];

	it('is recognized by author, repository and marker together', async () => {
		expect(await aWorld({ 'GET /pulls': [...others, pull] }).toolForge.ownPullRequest(start)).toEqual({
			...{ number: 9, state: 'open', draft: true, title: 'T', body: pull.body, url: 'https://x.example/9' },
			...{ headSha: 'a'.repeat(40), headBranch: 'countersign/7-x', baseBranch: 'main' },
		});
	});

	it('is not found if one of these differs', async () => {
		expect(await aWorld({ 'GET /pulls': others }).toolForge.ownPullRequest(start)).toBeUndefined();
	});

	it('keeps its marker and its other fields when it is edited', async () => {
		const { toolForge, asked } = aWorld({ 'GET /pulls': [pull], 'PATCH /pulls/9': {} });
		const own = await toolForge.ownPullRequest(start);
		if (own === undefined) throw new Error('not found');
		await toolForge.rewordPullRequest(own, { body: 'New' });
		await toolForge.rewordPullRequest(own, { title: 'N' });
		const changes = asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
		expect(changes).toEqual([{ body: `New\n\n<!-- ${start}c -->` }, { title: 'N' }]);
	});
});

describe('a missing permission', () => {
	const calls: readonly (readonly [string, (toolForge: ToolForge) => Promise<unknown>])[] = [
		['issues: read', (toolForge) => toolForge.thread(7)],
		['issues: read', (toolForge) => toolForge.labels()],
		['issues: write, pull-requests: write', (toolForge) => toolForge.addLabels(7, ['x'])],
		['issues: write, pull-requests: write', (toolForge) => toolForge.removeLabel(7, 'x')],
		['pull-requests: read', (toolForge) => toolForge.pullRequest(7)],
		['pull-requests: read', (toolForge) => toolForge.changedFiles(7)],
		['pull-requests: read', (toolForge) => toolForge.reviews(7)],
		['pull-requests: read', (toolForge) => toolForge.ownPullRequest('x')],
		['checks: read', (toolForge) => toolForge.checks('main')],
		['actions: read', (toolForge) => toolForge.jobLog(7)],
		['contents: read', (toolForge) => toolForge.releases()],
		['issues: read', (toolForge) => toolForge.threads({ state: 'open', labels: [], limit: 1 })],
		['contents: read, pull-requests: read', (toolForge) => toolForge.mergedSince('v1', 'main')],
	];

	it.each(calls)('is named: %s (%#)', async (permission, call) => {
		aGitHub(() => no(403, 'Resource not accessible by integration'));
		const error = await errorOf(call(createToolForge(anApi())));
		expect(error.code).toBe('github-refused');
		expect(error.fix).toBe(
			`A maintainer can add \`${permission}\` to the \`permissions:\` of the job in the workflow.`,
		);
	});

	it('is suggested for a 404, too', async () => {
		const error = await errorOf(aWorld({}).toolForge.thread(7));
		expect(error.message).toBe('GitHub refused to show #7 (404).');
		expect(error.fix).toContain('Either there is none, or a maintainer has to add `issues: read`');
	});

	it('is not suggested in an outage', async () => {
		aGitHub(() => no(503));
		expect((await errorOf(createToolForge(anApi()).thread(7))).code).toBe('github-unreachable');
	});
});

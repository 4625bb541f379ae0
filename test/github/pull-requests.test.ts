import { describe, expect, it, test } from 'vitest';
import type { CommitFile, DraftPullRequest } from '../../src/core/index.ts';
import { createForge } from '../../src/github/index.ts';
import { FakeGit, troubleWith } from './fake-git.ts';
import { type Answer, type Asked, aGitHub, anApi, errorOf, no, times, webUrl } from './support.ts';

const branch = 'countersign/7-fix-it';
const marker = 'countersign:delivery:c1';
const body = `It is fixed.\n\n<!-- ${marker} -->`;

interface Pull {
	readonly number: number;
	readonly html_url: string;
	readonly body: string | null;
	readonly head: { readonly ref: string; readonly repo: { readonly full_name: string } | null };
}

function aPull(number: number, text: string | null, from: string | null = 'acme/widgets'): Pull {
	const head = { ref: branch, repo: from === null ? null : { full_name: from } };
	return { number, html_url: `${webUrl}/acme/widgets/pull/${number}`, body: text, head };
}

interface World {
	readonly git: FakeGit;
	readonly asked: readonly Asked[];
	/** Newest first, as GitHub lists them. */
	readonly pulls: Pull[];
	readonly open: (
		changes?: Partial<DraftPullRequest>,
	) => ReturnType<ReturnType<typeof createForge>['openDraftPullRequest']>;
	readonly find: () => Promise<object | undefined>;
}

function aWorld(...openings: readonly (Answer | 'lost')[]): World {
	const git = new FakeGit();
	const pulls: Pull[] = [];
	const rest = [...openings];
	const asked = aGitHub((request) => {
		if (request.path !== '/pulls') return git.handle(request);
		if (request.method === 'GET') return [200, pulls];
		const answer = rest.shift();
		if (answer !== undefined && answer !== 'lost') return answer;
		pulls.unshift(aPull(pulls.length + 1, String(request.body['body'])));
		return answer === 'lost' ? 'dropped' : [201, pulls[0]];
	});
	const forge = createForge(anApi());
	const request = {
		...{ branch, baseBranch: 'main', baseSha: git.baseSha, title: 'Fix it', body: 'It is fixed.', marker },
		message: 'fix: it',
		files: [aFile('a.txt', 'a\n')],
	};
	const open: World['open'] = (changes = {}) => forge.openDraftPullRequest({ ...request, ...changes });
	return { git, asked, pulls, open, find: () => forge.findPullRequest(marker) };
}

function aFile(path: string, content: string | Uint8Array | null, mode: CommitFile['mode'] = '100644'): CommitFile {
	return { path, mode, content: typeof content === 'string' ? Buffer.from(content) : content };
}

/** The request that opened a pull request, as GitHub got it. */
function opening(asked: readonly Asked[]): object | undefined {
	return asked.findLast(({ method, path }) => method === 'POST' && path === '/pulls')?.body;
}

describe('a draft pull request', () => {
	it('is one commit on top of the base, on its own branch', async () => {
		const { git, asked, open } = aWorld();
		expect(await open()).toMatchObject({ number: 1, url: `${webUrl}/acme/widgets/pull/1` });
		expect(opening(asked)).toEqual({ title: 'Fix it', body, head: branch, base: 'main', draft: true });
		const head = git.refs.get(`heads/${branch}`);
		expect(git.commits.get(head ?? '')).toMatchObject({ message: 'fix: it', parents: [git.baseSha] });
		expect(git.filesOf(head)).toEqual({ 'README.md': '# Widgets\n', 'old.txt': 'old\n', 'a.txt': 'a\n' });
	});

	it('keeps modes, links, deletions and every byte', async () => {
		const { git, open, asked } = aWorld();
		const bytes = Buffer.from([0xff, 0xfe, 0]);
		const large = 'x'.repeat(512 * 1024 + 1);
		const files = [
			aFile('run.sh', '#!/bin/sh\n', '100755'),
			aFile('link', '../elsewhere', '120000'),
			aFile('old.txt', null),
			aFile('empty', ''),
			aFile('mark.txt', '\ufeffü'),
			aFile('bytes', bytes),
			aFile('large', large),
		];
		await open({ files });
		const sha = (of: string | Uint8Array) => [...git.blobs].find(([, blob]) => blob.equals(Buffer.from(of)))?.[0];
		const blob = { mode: '100644', type: 'blob' };
		expect(git.treeRequests).toEqual([
			{
				base_tree: git.commits.get(git.baseSha)?.tree,
				tree: [
					{ path: 'run.sh', mode: '100755', type: 'blob', content: '#!/bin/sh\n' },
					{ path: 'link', mode: '120000', type: 'blob', content: '../elsewhere' },
					{ path: 'old.txt', ...blob, sha: null },
					{ path: 'empty', ...blob, content: '' },
					{ path: 'mark.txt', ...blob, content: '\ufeffü' },
					{ path: 'bytes', ...blob, sha: sha(bytes) },
					{ path: 'large', ...blob, sha: sha(large) },
				],
			},
		]);
		expect(times(asked, 'POST /git/blobs')).toBe(2);
		expect(Object.keys(git.filesOf(git.refs.get(`heads/${branch}`)))).not.toContain('old.txt');
	});

	test.each([
		['the next name', 1, `${branch}-2`],
		['the next free name', 4, `${branch}-5`],
	])('gets %s if other work has the branch', async (_what, taken, expected) => {
		const { git, asked, open } = aWorld();
		const names = Array.from({ length: taken }, (_, index) => (index === 0 ? branch : `${branch}-${index + 1}`));
		for (const name of names) git.refs.set(`heads/${name}`, git.addCommit(name, { 'a.txt': 'other' }, [git.baseSha]));
		const before = names.map((name) => git.refs.get(`heads/${name}`));
		await open();
		expect(opening(asked)).toMatchObject({ head: expected });
		expect(names.map((name) => git.refs.get(`heads/${name}`))).toEqual(before);
	});

	it('gives up after twenty names', async () => {
		const { git, asked, open } = aWorld();
		for (const name of [branch, ...Array.from({ length: 19 }, (_, index) => `${branch}-${index + 2}`)])
			git.refs.set(`heads/${name}`, git.baseSha);
		expect((await errorOf(open())).code).toBe('github-refused');
		expect(times(asked, 'POST /pulls')).toBe(0);
	});

	it('uses the branch of an earlier attempt', async () => {
		const { git, asked, open } = aWorld(no(503), no(503), no(503), no(503));
		expect((await errorOf(open())).code).toBe('github-unreachable');
		const left = git.refs.get(`heads/${branch}`);
		expect(await open()).toMatchObject({ number: 1 });
		expect(opening(asked)).toMatchObject({ head: branch });
		expect(git.refs.get(`heads/${branch}`)).toBe(left);
	});

	test.each<[string, (git: FakeGit) => string]>([
		['the same files on another base', (git) => git.addCommit('x', all, [git.addCommit('y', {})])],
		['the same files as a merge', (git) => git.addCommit('x', all, [git.baseSha, git.addCommit('y', {})])],
		['other files on the base', (git) => git.addCommit('x', { 'a.txt': 'b' }, [git.baseSha])],
	])('does not mistake %s for an earlier attempt', async (_what, work) => {
		const { git, asked, open } = aWorld();
		git.refs.set(`heads/${branch}`, work(git));
		await open();
		expect(opening(asked)).toMatchObject({ head: `${branch}-2` });
	});

	it('fails at once with the words of GitHub if a rule forbids the branch', async () => {
		const { git, asked, open } = aWorld();
		git.refuses = /^heads\/countersign/;
		const error = await errorOf(open());
		expect(error).toMatchObject({ code: 'github-rules', status: 422 });
		expect(error.message).toContain('Repository rule violations found');
		expect(times(asked, 'POST /git/refs')).toBe(1);
	});

	it('is opened once when the answer is lost', async () => {
		const { git, pulls, open } = aWorld('lost');
		const link = { number: 1, url: `${webUrl}/acme/widgets/pull/1` };
		expect(await open()).toEqual({ ...link, commit: git.refs.get(`heads/${branch}`) });
		expect(pulls).toHaveLength(1);
	});

	it('gets one branch when the answer to its creation is lost', async () => {
		const { git, open } = aWorld();
		git.trouble = troubleWith(/^POST \/git\/refs/, 'lost');
		await open();
		expect([...git.refs.keys()]).toEqual(['heads/main', `heads/${branch}`]);
	});

	test.each([
		[403, 'GitHub Actions is not permitted to create or approve pull requests.'],
		[422, 'Validation Failed'],
	])('is left to a person, with a link, when GitHub answers %i', async (status, said) => {
		const { git, pulls, open } = aWorld(no(status, said));
		const result = await open();
		const url = `${webUrl}/acme/widgets/compare/main...${branch}?expand=1`;
		expect(result).toMatchObject({ url, left: expect.stringContaining(url) });
		expect(result.number).toBeUndefined();
		expect(result.left).toContain(said);
		expect(git.refs.has(`heads/${branch}`)).toBe(true);
		expect(pulls).toEqual([]);
	});

	it('is left to a person if the repository has no drafts', async () => {
		const { pulls, open, asked } = aWorld(no(422, 'Draft pull requests are not supported in this repository.'));
		const { left = '' } = await open();
		expect(left).toContain('This repository has no draft pull requests');
		expect(left).not.toContain('Allow GitHub Actions');
		expect([pulls, times(asked, 'POST /pulls')]).toEqual([[], 1]);
	});

	test.each([401, 404])('is an error when GitHub answers %i', async (status) => {
		expect(await errorOf(aWorld(no(status)).open())).toMatchObject({ code: 'github-refused', status });
	});
});

const all = { 'README.md': '# Widgets\n', 'old.txt': 'old\n', 'a.txt': 'a\n' };

describe('finding a pull request by its marker', () => {
	test.each<[string, Pull[], number | undefined]>([
		['finds ours', [aPull(3, 'Other'), aPull(2, body), aPull(1, null)], 2],
		['finds ours whose body ends with a newline', [aPull(2, `${body}\n`)], 2],
		['finds ours if the name of the repository has another case', [aPull(2, body, 'Acme/Widgets')], 2],
		['finds none without the marker', [aPull(1, 'Other'), aPull(2, '<!-- countersign:delivery:c12 -->')], undefined],
		['finds none that only quotes the marker', [aPull(1, `> ${body}\n\nDone again`)], undefined],
		['finds none from a fork, which may copy the marker', [aPull(1, body, 'mallory/widgets')], undefined],
		['finds none from a deleted fork', [aPull(1, body, null)], undefined],
		['finds ours beside a copy from a fork', [aPull(2, body, 'mallory/widgets'), aPull(1, body)], 1],
	])('%s', async (_what, listed, number) => {
		const { find, pulls, asked } = aWorld();
		pulls.push(...listed);
		const url = `${webUrl}/acme/widgets/pull/${number}`;
		expect(await find()).toEqual(number === undefined ? undefined : { number, url });
		expect(asked[0]?.query).toEqual({ state: 'all', sort: 'created', direction: 'desc', per_page: '100' });
	});

	it('opens ours although a stranger copied the marker', async () => {
		const { open, pulls } = aWorld();
		pulls.push(aPull(1, body, 'mallory/widgets'));
		expect(await open()).toMatchObject({ number: 2 });
	});
});

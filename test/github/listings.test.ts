import { describe, expect, it } from 'vitest';
import { createToolForge } from '../../src/github/index.ts';
import { aGitHub, anApi } from './support.ts';

const octocat = { id: 583, login: 'octocat', type: 'User' };
const day = (index: number): string => new Date(Date.UTC(2026, 0, 1 + index)).toISOString();

describe('the list of issues and pull requests', () => {
	const anItem = (number: number, changes: object = {}) => ({
		...{ number, title: `T${number}`, user: octocat, state: 'open', labels: [{ name: 'bug' }, 'old'], comments: 2 },
		...{ created_at: day(0), updated_at: day(number), ...changes },
	});
	const pages = (items: readonly object[]) =>
		aGitHub(({ query }) => {
			const from = (Number(query['page']) - 1) * 100;
			return [200, items.slice(from, from + 100)];
		});

	it('is requested by state and labels, the latest change first', async () => {
		const asked = pages([anItem(7), anItem(8, { user: null, pull_request: {} })]);
		const toolForge = createToolForge(anApi());
		expect(await toolForge.threads({ state: 'all', labels: ['bug', 'a b'], limit: 5 })).toEqual({
			items: [
				{
					...{ number: 7, isPullRequest: false, state: 'open', title: 'T7', author: 'octocat', comments: 2 },
					...{ labels: ['bug', 'old'], createdAt: day(0), updatedAt: day(7) },
				},
				expect.objectContaining({ number: 8, isPullRequest: true, author: 'ghost' }),
			],
			isAll: true,
		});
		expect(asked.map(({ query }) => query)).toEqual([
			{ state: 'all', sort: 'updated', direction: 'desc', labels: 'bug,a b', per_page: '100', page: '1' },
		]);
	});

	it('reads as many pages as it needs, and says if there is more', async () => {
		const asked = pages(
			Array.from({ length: 250 }, (_, index) => anItem(index, index < 220 ? {} : { pull_request: {} })),
		);
		const toolForge = createToolForge(anApi());
		const { items, isAll } = await toolForge.threads({ state: 'open', kind: 'pull-request', labels: [], limit: 10 });
		expect([items.length, items[0]?.number, isAll, asked.length]).toEqual([10, 220, false, 3]);
		expect((await toolForge.threads({ state: 'open', kind: 'pull-request', labels: [], limit: 30 })).isAll).toBe(true);
	});

	it('stops at the first item after the requested day', async () => {
		const asked = pages(Array.from({ length: 250 }, (_, index) => anItem(index)));
		const query = { state: 'open', labels: [], updatedBefore: '2026-01-04', limit: 50 } as const;
		const { items, isAll } = await createToolForge(anApi()).threads(query);
		expect([items.map(({ number }) => number), isAll, asked.length]).toEqual([[0, 1, 2], true, 1]);
		expect(asked[0]?.query['direction']).toBe('asc');
	});

	it('reads at most a thousand items', async () => {
		const asked = pages(Array.from({ length: 2_000 }, (_, index) => anItem(index)));
		const { items, isAll } = await createToolForge(anApi()).threads({
			...{ state: 'open', kind: 'pull-request', labels: [], limit: 10 },
		});
		expect([items, isAll, asked.length]).toEqual([[], false, 10]);
	});
});

describe('what was merged since a tag', () => {
	const aCommit = (index: number, message = `Change ${index}\n\nWhy.`) => ({
		...{ sha: index.toString(16).padStart(40, '0'), author: index === 1 ? null : octocat },
		commit: { message, author: { name: 'Ann' }, committer: { date: day(index) } },
	});
	const aPull = (number: number, commit: number, changes: object = {}) => ({
		...{ number, title: `P${number}`, user: octocat, labels: [], updated_at: day(commit), merged_at: day(commit) },
		...{ merge_commit_sha: aCommit(commit).sha, ...changes },
	});

	it('consists of the commits of a comparison and the pull requests merged since its first commit', async () => {
		const asked = aGitHub(({ path }) =>
			path.startsWith('/compare/')
				? [200, { total_commits: 2, commits: [aCommit(1), aCommit(2)] }]
				: [200, [aPull(12, 2), aPull(13, 2, { merged_at: null })]],
		);
		expect(await createToolForge(anApi()).mergedSince('v1.0.0', 'main')).toEqual({
			commits: {
				items: [
					{ sha: aCommit(1).sha, title: 'Change 1', author: 'Ann', at: day(1) },
					{ sha: aCommit(2).sha, title: 'Change 2', author: 'octocat', at: day(2) },
				],
				isAll: true,
			},
			pulls: {
				items: [
					{
						...{ number: 12, title: 'P12', author: 'octocat', labels: [], mergedAt: day(2) },
						commit: aCommit(2).sha,
					},
				],
				isAll: true,
			},
		});
		expect(asked.map(({ path }) => path)).toEqual(['/compare/v1.0.0...main', '/pulls']);
	});

	it('reads at most three pages of each, and says if there is more', async () => {
		const asked = aGitHub(({ path, query }) => {
			const from = (Number(query['page']) - 1) * 100;
			const page = <T>(make: (index: number) => T) => Array.from({ length: 100 }, (_, index) => make(from + index));
			if (path.startsWith('/compare/')) return [200, { total_commits: 900, commits: page((index) => aCommit(index)) }];
			return [200, page((index) => aPull(index, 900 - index))];
		});
		const { commits, pulls } = await createToolForge(anApi()).mergedSince('v1', 'main');
		expect([commits.items.length, commits.isAll, pulls.items.length, pulls.isAll]).toEqual([300, false, 300, false]);
		expect(asked).toHaveLength(6);
	});

	it('is empty without commits, and stops at pull requests that changed before them', async () => {
		const asked = aGitHub(({ path, query }) => {
			if (path.includes('same')) return [200, { total_commits: 0, commits: [] }];
			if (path.startsWith('/compare/')) return [200, { total_commits: 1, commits: [aCommit(500)] }];
			const from = (Number(query['page']) - 1) * 100;
			return [200, Array.from({ length: 100 }, (_, index) => aPull(index, 560 - from - index))];
		});
		const toolForge = createToolForge(anApi());
		expect((await toolForge.mergedSince('same', 'main')).pulls).toEqual({ items: [], isAll: true });
		expect(asked).toHaveLength(1);
		expect((await toolForge.mergedSince('v1', 'main')).pulls.isAll).toBe(true);
		expect(asked).toHaveLength(3);
	});
});

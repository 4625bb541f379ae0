import { describe, expect, it, onTestFinished } from 'vitest';
import type { LocalGitHub, LocalGitHubOptions } from '../../rehearsal/github/local-github.ts';
import type { Remembrance } from '../../src/core/index.ts';
import {
	createApi,
	createGitDoor,
	createMemoryBranch,
	createRefStore,
	type MemoryBranch,
} from '../../src/github/index.ts';
import { withRemembrance } from '../../src/memory/index.ts';
import { client, git, place, sourceRepository, startDemo } from '../rehearsal/support.ts';

const ref = 'refs/heads/countersign/memory';
const at = new Date('2026-01-01T12:00:00Z');
const day = '2026-01-01';
const of = (name: string): Remembrance => ({ day, episode: `## 12:00 — ${name}\n`, feedback: '', notes: '' });

interface World {
	readonly github: LocalGitHub;
	readonly newBranch: (token?: string) => MemoryBranch;
	readonly text: () => string;
	readonly asked: () => readonly string[];
}

async function aWorld(options: Partial<LocalGitHubOptions> = {}): Promise<World> {
	const source = sourceRepository();
	onTestFinished(source.remove);
	const github = await startDemo(source.dir, options);
	onTestFinished(() => github.close());
	const where = { ...place, webUrl: github.url };
	const newBranch = (token = github.actionsToken): MemoryBranch => {
		const api = createApi({ ...where, octokit: client(github, token), sleep: async () => undefined });
		return createMemoryBranch({ api, door: createGitDoor({ ...where, token }), now: () => at, add: withRemembrance });
	};
	const asked = () => github.requests.map(({ method, path }) => `${method} ${path.replace('/repos/octo/demo', '')}`);
	return { github, newBranch, asked, text: () => git(github.repositoryDir, 'show', `${ref}:episodes/${day}.md`) };
}

describe.each<[string, Partial<LocalGitHubOptions>]>([
	['that accepts pushes', {}],
	['that refuses pushes', { speaksGit: false }],
])('the memory branch of a GitHub %s', (_what, options) => {
	it('starts without any code and only grows', async () => {
		const { github, newBranch, text } = await aWorld(options);
		expect(await newBranch().read()).toEqual(new Map());
		for (const name of ['one', 'two']) expect(await newBranch().keep(of(name))).toBeUndefined();
		expect(git(github.repositoryDir, 'ls-tree', '-r', '--name-only', ref)).toBe(`episodes/${day}.md`);
		expect(git(github.repositoryDir, 'rev-list', '--count', ref)).toBe('2');
		expect([...(await newBranch().read()).values()].join('').trim()).toBe(text());
		git(github.repositoryDir, 'fsck', '--strict');
	});

	it('keeps the memory of every concurrent run, and none twice', async () => {
		const { newBranch, text } = await aWorld(options);
		const names = ['a', 'b', 'c', 'd'];
		const branches = names.map(() => newBranch());
		for (const branch of branches) await branch.read();
		expect(await Promise.all(branches.map((branch, n) => branch.keep(of(names[n] ?? ''))))).toEqual(
			names.map(() => undefined),
		);
		await newBranch().keep(of('a'));
		expect(
			text()
				.match(/^## .*$/gm)
				?.toSorted(),
		).toEqual(names.map((name) => `## 12:00 — ${name}`));
	});

	it('keeps files that other people added', async () => {
		const { github, newBranch } = await aWorld(options);
		await newBranch().keep(of('one'));
		const files = { 'README.md': 'Ours.', 'episodes/2099-01-01.md': '# future' };
		const dir = github.repositoryDir;
		const post = async (path: string, body: Parameters<LocalGitHub['act']>[3]): Promise<string> =>
			((await github.act('wes', 'POST', path, body)).body as { sha: string }).sha;
		const tree = Object.entries(files).map(([path, content]) => ({ path, mode: '100644', type: 'blob', content }));
		const made = await post('/git/trees', { base_tree: git(dir, 'rev-parse', `${ref}^{tree}`), tree });
		const commit = await post('/git/commits', { message: 'more', tree: made, parents: [git(dir, 'rev-parse', ref)] });
		git(dir, 'update-ref', ref, commit);
		expect(await newBranch().keep(of('two'))).toBeUndefined();
		expect(git(dir, 'show', `${ref}:README.md`)).toBe('Ours.');
		expect(git(dir, 'show', `${ref}:episodes/${day}.md`).match(/^## /gm)).toHaveLength(2);
	});
});

describe('a branch that cannot be written', () => {
	it('is reported and does not stop the run', async () => {
		const { github, newBranch } = await aWorld();
		expect(await newBranch(github.tokenOf('eve')).keep(of('one'))).toMatch(
			/`countersign\/memory`: GitHub refused .*404/,
		);
		expect(git(github.repositoryDir, 'for-each-ref', ref)).toBe('');
	});
});

describe('the memory branch and a run', () => {
	it('are saved in one push, or separately if the branch moved', async () => {
		const { github, newBranch, asked, text } = await aWorld();
		await newBranch().keep(of('zero'));
		const where = { ...place, webUrl: github.url };
		const api = createApi({ ...where, octokit: client(github, github.actionsToken), sleep: async () => undefined });
		const door = createGitDoor({ ...where, token: github.actionsToken });
		const memory = createMemoryBranch({ api, door, now: () => at, add: withRemembrance });
		const store = createRefStore({ api, now: () => at, door, memory });
		const checkpoint = (count: number) => ({
			journal: Buffer.from('line\n'.repeat(count)),
			blobs: new Map(),
			files: new Map(),
			manifest: { baseSha: 'b'.repeat(40), entries: [] },
			label: {
				run: '7-0123456789ab',
				thread: 7,
				status: 'running',
				lastApproval: 0,
				count,
				head: String(count).repeat(64),
			} as const,
		});
		await store.save(checkpoint(1));
		await memory.read();
		const before = asked().length;
		expect(await store.save(checkpoint(2), of('one'))).toBe('saved');
		expect(await memory.keep(of('one'))).toBeUndefined();
		expect(asked().slice(before)).toEqual(['POST /octo/demo.git/git-receive-pack']);
		await newBranch().keep(of('another run'));
		expect(await store.save(checkpoint(3), of('two'))).toBe('saved');
		expect((await store.load('7-0123456789ab'))?.label.count).toBe(3);
		expect(text()).not.toContain('two');
		expect(await memory.keep(of('two'))).toBeUndefined();
		expect(text().match(/^## .*$/gm)).toEqual(
			['zero', 'one', 'another run', 'two'].map((name) => `## 12:00 — ${name}`),
		);
	});
});

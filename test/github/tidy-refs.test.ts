import { describe, expect, it } from 'vitest';
import type { CheckpointLabel } from '../../src/core/index.ts';
import { tidyRefs } from '../../src/github/index.ts';
import { FakeGit } from './fake-git.ts';
import { type Asked, aGitHub, anApi, errorOf, no } from './support.ts';

const day = 24 * 60 * 60 * 1000;
const now = new Date('2026-06-01T00:00:00Z');

interface World {
	readonly git: FakeGit;
	readonly asked: readonly Asked[];
	readonly run: (name: string, days: number, label?: Partial<CheckpointLabel>) => void;
	readonly claim: (name: string, days: number) => void;
	/** Tidies in as many jobs as it takes to look at everything. */
	readonly tidy: (jobs?: number) => Promise<readonly string[]>;
}

function aWorld(namespace = 'countersign'): World {
	const git = new FakeGit();
	const asked = aGitHub(git.handle);
	const add = (name: string, days: number, message: string): void => {
		const sha = git.addCommit(message, {});
		const commit = git.commits.get(sha);
		if (commit !== undefined)
			git.commits.set(sha, { ...commit, date: new Date(now.getTime() - days * day).toISOString() });
		git.refs.set(`${namespace}/${name}`, sha);
	};
	git.refs.set(`${namespace}/probe`, git.baseSha);
	const tidy = async (jobs = 60): Promise<readonly string[]> => {
		const gone: string[] = [];
		for (let turn = 0; turn < jobs; turn++) gone.push(...(await tidyRefs(anApi(), { now, turn })));
		return gone.toSorted();
	};
	return {
		git,
		asked,
		tidy,
		claim: (name, days) => add(`claims/${name}`, days, '{"claim":"x"}'),
		run: (name, days, label = {}) => {
			const thread = Number(name.split('-')[0]);
			const whole = {
				run: name,
				thread,
				status: 'finished',
				lastApproval: 1,
				count: 1,
				head: '0'.repeat(64),
				...label,
			};
			add(`runs/${name}`, days, `countersign\n\n${JSON.stringify(whole)}`);
		},
	};
}

describe('refs that are no longer needed', () => {
	it.each(['countersign', 'heads/countersign-state'])(
		'are deleted after their grace period, under %s',
		async (namespace) => {
			const { run, claim, tidy, git } = aWorld(namespace);
			run('1-newest', 8, { lastApproval: 5 });
			run('1-old', 8, { lastApproval: 4 });
			run('1-young', 6, { lastApproval: 3 });
			claim('old', 36);
			claim('young', 34);
			expect(await tidy()).toEqual([`${namespace}/claims/old`, `${namespace}/runs/1-old`]);
			expect([...git.refs.keys()].filter((name) => name.startsWith(namespace)).toSorted()).toEqual([
				`${namespace}/claims/young`,
				`${namespace}/probe`,
				`${namespace}/runs/1-newest`,
				`${namespace}/runs/1-young`,
			]);
		},
	);

	it('exclude waiting, running and unreadable runs, however old', async () => {
		const { run, tidy, git } = aWorld();
		run('1-newest', 1, { lastApproval: 5 });
		run('1-waits', 400, { status: 'waiting' });
		run('1-works', 400, { status: 'running' });
		git.refs.set('countersign/runs/1-unknown', git.addCommit('nothing', {}));
		expect(await tidy()).toEqual([]);
	});

	it('include the spending of past days, found by its name alone', async () => {
		const { git, tidy, asked } = aWorld();
		const names = ['2026-05-29/1-a-1/10/5', '2026-05-31/1-a-1/10/5', '2026-06-01/1-a-1/10/5', '2026-13-99/x/1/1', 'x'];
		for (const name of names) git.refs.set(`countersign/spent/${name}`, git.baseSha);
		expect(await tidy(1)).toEqual(['countersign/spent/2026-05-29/1-a-1/10/5']);
		expect(asked.filter(({ path }) => path.includes('/git/commits/'))).toEqual([]);
	});

	it('exclude the last run of a thread, which gives the next ids', async () => {
		const { run, tidy } = aWorld();
		for (const thread of [1, 2, 11]) run(`${thread}-only`, 400);
		for (const [name, days, lastApproval] of [
			['a', 400, 9],
			['b', 300, 2],
			['c', 200, 9],
		] as const)
			run(`3-${name}`, days, { lastApproval });
		expect(await tidy()).toEqual(['countersign/runs/3-a', 'countersign/runs/3-b']);
	});

	it('are checked a few at a time, at most 20 in one job', async () => {
		const { claim, tidy, asked, git } = aWorld();
		await tidy(1);
		expect(asked.filter(({ path }) => path.startsWith('/git/commits/'))).toEqual([]);
		for (let index = 0; index < 300; index++) claim(String(index), 100);
		expect(await tidy(1)).toHaveLength(20);
		expect(asked.filter(({ path }) => path.startsWith('/git/commits/'))).toHaveLength(20);
		for (let turn = 0; turn < 400; turn++) await tidyRefs(anApi(), { now, turn });
		expect([...git.refs.keys()].filter((name) => name.includes('claims'))).toEqual([]);
	});

	it('may be gone or protected, but a token without permission is an error', async () => {
		const { claim, tidy, git } = aWorld();
		claim('old', 100);
		git.trouble = ({ method }) => (method === 'DELETE' ? no(422, 'Reference does not exist') : undefined);
		expect(await tidy(1)).toEqual([]);
		git.trouble = ({ method }) => (method === 'DELETE' ? no(403) : undefined);
		expect((await errorOf(tidy(1))).code).toBe('github-refused');
	});
});

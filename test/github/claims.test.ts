import { describe, expect, it, test } from 'vitest';
import { type Runner, type RunStore, sha256 } from '../../src/core/index.ts';
import { createRefStore } from '../../src/github/index.ts';
import { FakeGit, troubleWith } from './fake-git.ts';
import { type Answer, aGitHub, anApi, errorOf, no } from './support.ts';

const key = 'run/7-0123456789ab';
const ref = `countersign/claims/${sha256(key).slice(0, 40)}`;
const first: Runner = { kind: 'actions', id: '1001', attempt: 1 };
const second: Runner = { kind: 'actions', id: '1002', attempt: 3 };
const hour = 60 * 60 * 1000;

interface World {
	readonly git: FakeGit;
	readonly storeAt: (time?: number) => RunStore;
	readonly lookedUp: readonly string[];
}

/** `job` is the answer to requests about any workflow run. */
function aWorld(job: Answer = no(404)): World {
	const git = new FakeGit();
	const lookedUp: string[] = [];
	aGitHub((asked) => {
		if (!asked.path.startsWith('/actions/')) return git.handle(asked);
		lookedUp.push(asked.path);
		return job;
	});
	const start = Date.parse('2026-01-01T12:00:00Z');
	const storeAt = (time = 0) => createRefStore({ api: anApi(), now: () => new Date(start + time) });
	return { git, storeAt, lookedUp };
}

describe('a claim', () => {
	it('belongs to the first job that takes it, and names that job', async () => {
		const { git, storeAt } = aWorld();
		expect(await storeAt().claim(key, first)).toEqual({ kind: 'claimed' });
		const commit = git.commits.get(git.refs.get(ref) ?? '');
		expect(JSON.parse(commit?.message ?? '')).toEqual({ claim: key, runner: first, at: '2026-01-01T12:00:00.000Z' });
		expect(await storeAt().claim('another', second)).toEqual({ kind: 'claimed' });
	});

	test.each<[string, Answer, number, boolean]>([
		['is alive while its job is queued', [200, { status: 'queued' }], 48 * hour, true],
		['is alive while its job runs', [200, { status: 'in_progress' }], 48 * hour, true],
		['is alive while the state of its job is unknown', [200, { status: null }], 48 * hour, true],
		['is dead when its job has ended', [200, { status: 'completed', conclusion: 'failure' }], 0, false],
		['is alive while its unreadable job may still run', no(403), 120 * hour - 1, true],
		['is dead when its unreadable job is too old to run', no(403), 120 * hour, false],
		['is alive while its missing job may still run', no(404), hour, true],
		['is dead when its missing job is too old to run', no(404), 121 * hour, false],
	])('%s', async (_what, job, later, living) => {
		const { storeAt, lookedUp } = aWorld(job);
		await storeAt().claim(key, first);
		expect(await storeAt(later).claim(key, second)).toEqual({ kind: 'taken', owner: first, living });
		expect(lookedUp).toEqual(['/actions/runs/1001/attempts/1']);
	});

	it('throws instead of declaring its job dead when GitHub cannot be reached', async () => {
		const { storeAt } = aWorld(no(503));
		await storeAt().claim(key, first);
		expect((await errorOf(storeAt(9 * hour).claim(key, second))).code).toBe('github-unreachable');
	});

	test.each([
		['no JSON', 'hello'],
		['nothing', ''],
		[
			'another kind of runner',
			JSON.stringify({ claim: key, runner: { ...first, kind: 'x' }, at: '2020-01-01T00:00:00Z' }),
		],
		['an invalid time', JSON.stringify({ claim: key, runner: first, at: 'long ago' })],
		['no attempt', JSON.stringify({ claim: key, runner: { kind: 'actions', id: '1' }, at: '2020-01-01T00:00:00Z' })],
	])('is taken and alive if its commit contains %s', async (_what, message) => {
		const { git, storeAt, lookedUp } = aWorld([200, { status: 'completed' }]);
		git.refs.set(ref, git.addCommit(message, {}));
		expect(await storeAt(99 * hour).claim(key, second)).toMatchObject({ kind: 'taken', living: true });
		expect(lookedUp).toEqual([]);
	});

	it('is ours if only the answer was lost', async () => {
		const { git, storeAt } = aWorld();
		const store = storeAt();
		await store.labels(7);
		git.trouble = troubleWith(/^POST \/git\/refs/, 'lost', 'lost');
		expect(await store.claim(key, first)).toEqual({ kind: 'claimed' });
	});

	it('is not ours if another job took it while our request was lost', async () => {
		const { git, storeAt } = aWorld([200, { status: 'in_progress' }]);
		const store = storeAt();
		await store.labels(7);
		const other = git.addCommit(JSON.stringify({ claim: key, runner: second, at: '2026-01-01T12:00:00Z' }), {});
		const meanwhile = () => {
			git.refs.set(ref, other);
			return undefined;
		};
		git.trouble = troubleWith(/^POST \/git\/refs/, 'dropped', meanwhile);
		expect(await store.claim(key, first)).toEqual({ kind: 'taken', owner: second, living: true });
	});

	it('has one owner when two jobs take it at the same time', async () => {
		const { storeAt } = aWorld([200, { status: 'in_progress' }]);
		const results = await Promise.all([storeAt().claim(key, first), storeAt().claim(key, second)]);
		expect(results.map(({ kind }) => kind).sort()).toEqual(['claimed', 'taken']);
	});

	it('throws if a rule of GitHub forbids the ref', async () => {
		const { git, storeAt } = aWorld();
		git.refuses = /claims/;
		expect(await errorOf(storeAt().claim(key, first))).toMatchObject({ code: 'github-rules', status: 422 });
	});
});

test.each<[string, Answer, boolean]>([
	['runs', [200, { status: 'in_progress' }], true],
	['has ended', [200, { status: 'completed' }], false],
])('isLiving() is correct without a claim for a job that %s', async (_what, job, living) => {
	const { storeAt } = aWorld(job);
	expect(await storeAt(hour).isLiving(first, '2026-01-01T12:00:00Z')).toBe(living);
});

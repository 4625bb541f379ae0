import { expect, onTestFinished, test } from 'vitest';
import type { LocalGitHub, LocalGitHubOptions } from '../../rehearsal/github/local-github.ts';
import { type Checkpoint, type Runner, type RunStore, sha256 } from '../../src/core/index.ts';
import { createApi, createGitDoor, createRefStore } from '../../src/github/index.ts';
import { client, git, place, sourceRepository, startDemo } from '../rehearsal/support.ts';
import { loseAndLag } from '../support/lose-and-lag.ts';

const run = '7-0123456789ab';
const door = '/octo/demo.git/git-receive-pack';
const [one, other]: readonly Runner[] = ['1', '2'].map((id) => ({ kind: 'actions', id, attempt: 1 }));
const at = new Date('2026-01-01T12:00:00Z');

function aCheckpoint(count: number, runner = one): Checkpoint {
	const head = sha256(`${runner?.id} ${count}`);
	const content = Buffer.from(`content ${count} \0\xff`);
	const label = { run, thread: 7, status: 'waiting', lastApproval: 1, count, head } as const;
	return {
		journal: Buffer.from(`${runner?.id}\n`.repeat(count)),
		blobs: new Map([[sha256(content), content]]),
		files: new Map(),
		manifest: { baseSha: 'b'.repeat(40), entries: [] },
		label: { ...label, ...(runner === undefined ? {} : { runner }), at: at.toISOString() },
	};
}

interface World {
	readonly github: LocalGitHub;
	/** Another process, with a token of its own. */
	readonly newStore: (token?: string) => RunStore;
	readonly asked: () => readonly string[];
}

async function aWorld(options: Partial<LocalGitHubOptions> = {}): Promise<World> {
	const source = sourceRepository();
	onTestFinished(source.remove);
	const github = await startDemo(source.dir, options);
	onTestFinished(() => github.close());
	const where = { ...place, webUrl: github.url };
	const newStore = (token = github.actionsToken): RunStore => {
		const api = createApi({ ...where, octokit: client(github, token), sleep: async () => undefined });
		return createRefStore({ api, now: () => at, door: createGitDoor({ ...where, token }) });
	};
	const asked = () => github.requests.map(({ method, path }) => `${method} ${path.replace('/repos/octo/demo', '')}`);
	return { github, newStore, asked };
}

const journalOf = async (store: RunStore): Promise<string | undefined> => {
	const found = await store.load(run);
	return found && Buffer.from(found.journal).toString();
};

test('a checkpoint is saved in one request, keeps earlier content, and loads byte for byte', async () => {
	const { github, newStore, asked } = await aWorld();
	const store = newStore();
	expect(await store.save(aCheckpoint(1))).toBe('saved');
	const before = asked().length;
	expect(await store.save(aCheckpoint(2))).toBe('saved');
	expect(asked().slice(before)).toEqual([`POST ${door}`]);
	const later = newStore();
	const found = await later.load(run);
	expect(found?.label.count).toBe(2);
	expect([...(found?.blobs.keys() ?? [])].sort()).toEqual(
		[1, 2].flatMap((n) => [...aCheckpoint(n).blobs.keys()]).sort(),
	);
	expect(await later.save(aCheckpoint(3))).toBe('saved');
	const ref = `refs/countersign/runs/${run}`;
	expect(git(github.repositoryDir, 'rev-list', '--count', ref)).toBe('3');
	expect(git(github.repositoryDir, 'ls-tree', '-r', '--name-only', ref).split('\n')).toEqual([
		...['journal.jsonl', 'label.json', 'packs/000001.json', 'packs/000002.json', 'packs/000003.json', 'workspace.json'],
	]);
	git(github.repositoryDir, 'fsck', '--strict');
});

test.each<[string, Partial<LocalGitHubOptions>, string]>([
	['a server that refuses pushes', { speaksGit: false }, 'refs/countersign'],
	['a server that hides the namespace', { refuseCustomRefs: true }, 'refs/heads/countersign-state'],
])('%s loses nothing: REST or the other namespace is used', async (_what, options, namespace) => {
	const { github, newStore } = await aWorld(options);
	const store = newStore();
	for (const count of [1, 2, 3]) expect(await store.save(aCheckpoint(count))).toBe('saved');
	expect(await journalOf(newStore())).toBe('1\n1\n1\n');
	expect(git(github.repositoryDir, 'rev-list', '--count', `${namespace}/runs/${run}`)).toBe('3');
});

test('a process does not retry a refused push', async () => {
	const { newStore, asked } = await aWorld({ speaksGit: false });
	const store = newStore();
	for (const count of [1, 2, 3]) await store.save(aCheckpoint(count));
	expect(asked().filter((line) => line === `POST ${door}`)).toHaveLength(1);
});

test('a push counts as saved if only its answer is lost', async () => {
	const { github, newStore, asked } = await aWorld();
	const store = newStore();
	await store.save(aCheckpoint(1));
	const before = asked().length;
	github.intercept = ({ path }, phase) => (path === door && phase === 'after' ? 'drop' : undefined);
	expect(await store.save(aCheckpoint(2))).toBe('saved');
	expect(asked().slice(before)).not.toContain('POST /git/trees');
	expect(await journalOf(newStore())).toBe('1\n1\n');
});

test('a lost push is made over REST', async () => {
	const { github, newStore, asked } = await aWorld();
	const store = newStore();
	await store.save(aCheckpoint(1));
	github.intercept = ({ path }, phase) => (path === door && phase === 'before' ? 'drop' : undefined);
	expect(await store.save(aCheckpoint(2))).toBe('saved');
	expect(asked()).toContain('POST /git/trees');
	expect(await journalOf(newStore())).toBe('1\n1\n');
});

test('a checkpoint is loaded in one request, with the same content as over REST', async () => {
	const { github, newStore, asked } = await aWorld();
	const store = newStore();
	for (const count of [1, 2, 3, 4]) await store.save(aCheckpoint(count));
	const [byGit, byRest] = [newStore(), newStore()];
	const before = asked().length;
	// The listing also fetches what is loaded next.
	await byGit.labels(7);
	const fetched = await byGit.load(run);
	expect(asked().slice(before)).toEqual([
		'GET /git/matching-refs/countersign/runs/7-',
		'POST /octo/demo.git/git-upload-pack',
	]);
	github.speaksGit = false;
	await byRest.labels(7);
	const read = await byRest.load(run);
	expect(asked().filter((line) => line.startsWith('GET /git/blobs/')).length).toBeGreaterThan(5);
	expect(fetched?.label.count).toBe(4);
	expect(fetched).toEqual(read);
	expect(await byGit.save(aCheckpoint(5))).toBe('saved');
});

test('a token without write access saves nothing and gets an error', async () => {
	const { github, newStore } = await aWorld();
	await expect(newStore(github.tokenOf('eve')).save(aCheckpoint(1))).rejects.toMatchObject({ code: 'github-refused' });
	expect(git(github.repositoryDir, 'for-each-ref', 'refs/countersign/runs')).toBe('');
});

test('only one of two processes can save on top of the same checkpoint', async () => {
	const { github, newStore } = await aWorld();
	await newStore().save(aCheckpoint(1));
	for (const phase of ['before', 'after'] as const) {
		const [first, second] = [newStore(), newStore()];
		const count = ((await first.load(run))?.label.count ?? 0) + 1;
		await second.load(run);
		const ends: string[] = [];
		github.intercept = async ({ path }, now) => {
			if (path !== door || now !== phase) return;
			github.intercept = undefined;
			ends.push(await second.save(aCheckpoint(count, other)));
		};
		ends.push(await first.save(aCheckpoint(count)));
		expect(ends.toSorted()).toEqual(['conflict', 'saved']);
		const winner = (phase === 'before' ? other : one)?.id;
		expect((await journalOf(newStore()))?.split('\n')[0]).toBe(winner);
	}
});

test('only one of two processes can save a new run', async () => {
	const { github, newStore } = await aWorld();
	await newStore().labels(7);
	const ends: string[] = [];
	github.intercept = async ({ path }, phase) => {
		if (path !== door || phase !== 'before') return;
		github.intercept = undefined;
		ends.push(await newStore().save(aCheckpoint(1, other)));
	};
	ends.push(await newStore().save(aCheckpoint(1)));
	expect(ends).toEqual(['saved', 'conflict']);
});

const claimKey = `call/${run}/A1`;
const claims = (github: LocalGitHub): string =>
	git(github.repositoryDir, 'for-each-ref', '--format=%(objectname)', 'refs/countersign/claims');
const tip = (github: LocalGitHub): string => git(github.repositoryDir, 'rev-parse', `refs/countersign/runs/${run}`);

test('a checkpoint and its claim are saved in one request and one commit', async () => {
	const { github, newStore, asked } = await aWorld();
	const store = newStore();
	await store.save(aCheckpoint(1));
	const before = asked().length;
	if (one === undefined) throw new Error('a runner');
	expect(await store.saveAndClaim(aCheckpoint(2), claimKey, one)).toEqual({ kind: 'claimed' });
	expect(asked().slice(before)).toEqual([`POST ${door}`]);
	expect(claims(github)).toBe(tip(github));
});

test.each(['before', 'after'] as const)(
	'a checkpoint and its claim are saved if the connection drops %s the push',
	async (lost) => {
		const { github, newStore } = await aWorld();
		const store = newStore();
		await store.save(aCheckpoint(1));
		github.intercept = ({ path }, phase) => {
			if (path !== door || phase !== lost) return undefined;
			github.intercept = undefined;
			return 'drop';
		};
		if (one === undefined) throw new Error('a runner');
		expect(await store.saveAndClaim(aCheckpoint(2), claimKey, one)).toEqual({ kind: 'claimed' });
		expect(claims(github)).toBe(tip(github));
		expect(await journalOf(newStore())).toBe('1\n1\n');
	},
);

test.each([
	['saved in one request', undefined, { kind: 'claimed', saved: true }],
	['found if only the answer was lost', 'after', { kind: 'claimed', saved: true }],
	['pushed again if the first push was lost', 'before', { kind: 'claimed', saved: true }],
] as const)('a new run and its claim are %s', async (_what, lost, expected) => {
	const { github, newStore } = await aWorld();
	github.intercept = ({ path }, phase) => {
		if (path !== door || phase !== lost) return undefined;
		github.intercept = undefined;
		return 'drop';
	};
	if (one === undefined) throw new Error('a runner');
	expect(await newStore().claimAndSave?.(aCheckpoint(1), claimKey, one)).toEqual(expected);
	if ('saved' in expected) expect(claims(github)).toBe(tip(github));
});

test('a new run gets only its claim if no push succeeds', async () => {
	const { github, newStore } = await aWorld();
	github.intercept = ({ path }, phase) => (path === door && phase === 'before' ? 'drop' : undefined);
	if (one === undefined) throw new Error('a runner');
	expect(await newStore().claimAndSave?.(aCheckpoint(1), claimKey, one)).toEqual({ kind: 'claimed' });
});

test('a job keeps its claim if the answer was lost and the ref shows it late', async () => {
	const { github, newStore } = await aWorld();
	if (one === undefined) throw new Error('a runner');
	github.setWorkflowRun({ id: 1, attempt: 1, status: 'in_progress' });
	const store = newStore();
	await store.load(run);
	loseAndLag({ github, reads: 1 });
	expect(await store.claimAndSave?.(aCheckpoint(1), claimKey, one)).toEqual({ kind: 'claimed', saved: true });
	expect(await store.save(aCheckpoint(2))).toBe('saved');
});

test('a job fails if it finds its own claim but cannot recognize it', async () => {
	const { github, newStore } = await aWorld();
	if (one === undefined) throw new Error('a runner');
	github.setWorkflowRun({ id: 1, attempt: 1, status: 'in_progress' });
	const store = newStore();
	await store.load(run);
	loseAndLag({ github, reads: 2 });
	await expect(store.claimAndSave?.(aCheckpoint(1), claimKey, one)).rejects.toMatchObject({
		code: 'github-unreachable',
	});
});

test.each([
	['the old commit once', (github: LocalGitHub) => ({ reads: 1, before: tip(github) })],
	['the old commit three times', (github: LocalGitHub) => ({ reads: 3, before: tip(github) })],
	['no commit once', () => ({ reads: 1 })],
])('a checkpoint is saved if its answer is lost and its ref still shows %s', async (_what, shown) => {
	const { github, newStore } = await aWorld();
	const store = newStore();
	await store.save(aCheckpoint(1));
	loseAndLag({ github, ...shown(github) });
	expect(await store.save(aCheckpoint(2))).toBe('saved');
	expect(await store.save(aCheckpoint(3))).toBe('saved');
	expect(await journalOf(newStore())).toBe('1\n1\n1\n');
});

test('a new run is not saved if another job has its claim', async () => {
	const { github, newStore } = await aWorld();
	if (one === undefined || other === undefined) throw new Error('two runners');
	github.setWorkflowRun({ id: 2, attempt: 1, status: 'in_progress' });
	await newStore().claim(claimKey, other);
	const taken = await newStore().claimAndSave?.(aCheckpoint(1), claimKey, one);
	expect(taken).toEqual({ kind: 'taken', owner: other, living: true });
	expect(await newStore().load(run)).toBeUndefined();
});

test('over REST, a claim and its run share one commit, and the claim comes first', async () => {
	const { github, newStore, asked } = await aWorld({ speaksGit: false });
	if (one === undefined) throw new Error('a runner');
	expect(await newStore().claimAndSave?.(aCheckpoint(1), claimKey, one)).toEqual({ kind: 'claimed', saved: true });
	expect(claims(github)).toBe(tip(github));
	const made = asked().slice(asked().indexOf(`POST ${door}`) + 1);
	expect(made).toEqual(['POST /git/trees', 'POST /git/commits', 'POST /git/refs', 'POST /git/refs']);
	const refs = github.requests.flatMap(({ path, body }) => (path.endsWith('/git/refs') ? [body] : []));
	expect(refs.slice(-2)).toEqual([
		{ ref: expect.stringContaining('/claims/'), sha: tip(github) },
		{ ref: `refs/countersign/runs/${run}`, sha: tip(github) },
	]);
});

test('over REST, a new run is not saved if another job has its claim', async () => {
	const { github, newStore } = await aWorld({ speaksGit: false });
	if (one === undefined || other === undefined) throw new Error('two runners');
	github.setWorkflowRun({ id: 2, attempt: 1, status: 'in_progress' });
	await newStore().claim(claimKey, other);
	const taken = await newStore().claimAndSave?.(aCheckpoint(1), claimKey, one);
	expect(taken).toEqual({ kind: 'taken', owner: other, living: true });
	expect(await newStore().load(run)).toBeUndefined();
});

test('a checkpoint is saved and the owner reported if another job has the claim', async () => {
	const { github, newStore } = await aWorld();
	if (one === undefined || other === undefined) throw new Error('two runners');
	github.setWorkflowRun({ id: 2, attempt: 1, status: 'in_progress' });
	await newStore().claim(claimKey, other);
	const store = newStore();
	await store.save(aCheckpoint(1));
	expect(await store.saveAndClaim(aCheckpoint(2), claimKey, one)).toEqual({
		kind: 'taken',
		owner: other,
		living: true,
	});
	expect(await journalOf(newStore())).toBe('1\n1\n');
});

test('a process with an older checkpoint saves neither checkpoint nor claim', async () => {
	const { github, newStore } = await aWorld();
	if (one === undefined) throw new Error('a runner');
	await newStore().save(aCheckpoint(1));
	const [late, quick] = [newStore(), newStore()];
	for (const store of [late, quick]) await store.load(run);
	await quick.save(aCheckpoint(2, other));
	expect(await late.saveAndClaim(aCheckpoint(2), claimKey, one)).toBe('conflict');
	expect(claims(github)).toBe('');
	expect(await journalOf(newStore())).toBe('2\n2\n');
});

import { expect, onTestFinished, test } from 'vitest';
import type { LocalGitHubOptions } from '../../rehearsal/github/local-github.ts';
import { type Checkpoint, type Runner, sha256 } from '../../src/core/index.ts';
import { createApi, createRefStore, tidyRefs } from '../../src/github/index.ts';
import { tidyUp } from '../../src/job/tidy-up.ts';
import { client, git, place, sourceRepository, startDemo } from '../rehearsal/support.ts';

const runner: Runner = { kind: 'actions', id: '1', attempt: 1 };
const day = 24 * 60 * 60 * 1000;

function aCheckpoint(run: string, lastApproval: number, status: 'waiting' | 'finished'): Checkpoint {
	const label = {
		run,
		thread: 1,
		status,
		lastApproval,
		count: 1,
		head: sha256(run),
		runner,
		at: '2026-01-01T00:00:00Z',
	};
	const manifest = { baseSha: 'b'.repeat(40), entries: [] };
	return { journal: Buffer.from(`${run}\n`), blobs: new Map(), files: new Map(), manifest, label };
}

async function aGitHub(options: Partial<LocalGitHubOptions> = {}) {
	const source = sourceRepository();
	onTestFinished(source.remove);
	const github = await startDemo(source.dir, options);
	onTestFinished(() => github.close());
	const sleep = async (): Promise<void> => undefined;
	const api = createApi({ octokit: client(github), ...place, webUrl: github.url, sleep });
	const refs = () =>
		git(github.repositoryDir, 'for-each-ref', '--format=%(refname)')
			.split('\n')
			.filter((name) => name.includes('countersign'));
	return { api, refs, store: createRefStore({ api, now: () => new Date() }) };
}

test.each([
	['refs/countersign', {}],
	['refs/heads/countersign-state', { refuseCustomRefs: true }],
])('old refs under %s are deleted, except the last one of a thread', async (namespace, options) => {
	const { api, refs, store } = await aGitHub(options);
	await store.save(aCheckpoint('1-aaaaaaaaaaaa', 1, 'finished'));
	await store.claim('call/1-aaaaaaaaaaaa/A1', runner);
	await store.save(aCheckpoint('1-bbbbbbbbbbbb', 2, 'finished'));
	await store.save(aCheckpoint('1-cccccccccccc', 3, 'waiting'));
	const after = (days: number) => ({ now: new Date(Date.now() + days * day), turn: 0 });
	expect(await tidyRefs(api, after(6))).toEqual([]);
	expect(await tidyRefs(api, after(8))).toEqual([`${namespace.slice('refs/'.length)}/runs/1-aaaaaaaaaaaa`]);
	expect(await tidyRefs(api, after(36))).toEqual([expect.stringContaining('/claims/')]);
	expect(refs()).toEqual([
		`${namespace}/probe`,
		`${namespace}/runs/1-bbbbbbbbbbbb`,
		`${namespace}/runs/1-cccccccccccc`,
	]);
	expect((await store.labels(1)).map(({ lastApproval }) => lastApproval)).toEqual([2, 3]);
});

test('tidying up logs an outage and throws other errors', async () => {
	const { api, store } = await aGitHub();
	await store.save(aCheckpoint('1-aaaaaaaaaaaa', 1, 'finished'));
	const told: string[] = [];
	const refused = { ...api, call: () => Promise.reject(Object.assign(new Error('no'), {})) };
	const facts = { inputs: {}, runner: { ...runner, id: '4' } } as never;
	const ports = { clock: { now: () => new Date() }, warn: (text: string) => void told.push(text) };
	const down = createApi({
		octokit: client({ url: 'http://127.0.0.1:9' } as never, 'x'),
		...place,
		webUrl: '',
		sleep: async () => undefined,
	});
	await tidyUp(facts, { ...ports, api: down } as never);
	expect(told).toEqual([expect.stringContaining('not tidied up')]);
	await expect(tidyUp(facts, { ...ports, api: refused } as never)).rejects.toThrow('no');
});

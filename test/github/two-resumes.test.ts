import { getOctokit } from '@actions/github';
import nock from 'nock';
import { expect, test } from 'vitest';
import { type Checkpoint, type Runner, type RunStore, sha256 } from '../../src/core/index.ts';
import { createRefStore, type RequestPort } from '../../src/github/index.ts';
import { FakeGit } from './fake-git.ts';
import { aGitHub, anApi, apiUrl, token } from './support.ts';

const run = '7-0123456789ab';
const key = `call/${run}/A1`;
const now = () => new Date('2026-01-01T12:00:00Z');

function aCheckpoint(count: number, runner: Runner): Checkpoint {
	const label = {
		run,
		thread: 7,
		status: 'waiting',
		lastApproval: 1,
		count,
		head: sha256(`${runner.id} ${count}`),
	} as const;
	return {
		journal: Buffer.from(`${runner.id}\n`.repeat(count)),
		blobs: new Map(),
		files: new Map(),
		manifest: { baseSha: 'b'.repeat(40), entries: [] },
		label: { ...label, runner, at: now().toISOString() },
	};
}

/** A client that runs `meanwhile` before or after one of its requests. */
class Interrupted implements RequestPort {
	requests = 0;
	private readonly client = getOctokit(token, { baseUrl: apiUrl });
	private readonly at: number;
	private readonly meanwhile: () => Promise<void>;

	constructor(at: number, meanwhile: () => Promise<void>) {
		this.at = at;
		this.meanwhile = meanwhile;
	}

	async request(route: string, parameters?: Record<string, unknown>) {
		this.requests += 1;
		const own = this.requests;
		if (own * 2 === this.at) await this.meanwhile();
		try {
			return await this.client.request(route, parameters);
		} finally {
			if (own * 2 + 1 === this.at) await this.meanwhile();
		}
	}
}

/** The steps of a job from its start to the one approved effect, as in `nextStep`, on a real store. */
async function resume(store: RunStore, runner: Runner, effects: string[]): Promise<'done' | 'stopped'> {
	const found = await store.load(run);
	if ((await store.save(aCheckpoint((found?.label.count ?? 0) + 1, runner))) === 'conflict') return 'stopped';
	if ((await store.claim(key, runner)).kind !== 'claimed') return 'stopped';
	effects.push(runner.id);
	await store.save(aCheckpoint((found?.label.count ?? 0) + 2, runner));
	return 'done';
}

const [one, other]: readonly Runner[] = ['1', '2'].map((id) => ({ kind: 'actions', id, attempt: 1 }));

async function raced(
	at: number,
	isNew: boolean,
): Promise<{ effects: readonly string[]; ends: readonly string[]; requests: number }> {
	if (one === undefined || other === undefined) throw new Error('two jobs');
	const git = new FakeGit();
	nock.cleanAll();
	aGitHub((asked) => (asked.path.startsWith('/actions/') ? [200, { status: 'in_progress' }] : git.handle(asked)));
	const storeOf = (octokit?: RequestPort) => createRefStore({ api: anApi(octokit), now });
	if (!isNew) await storeOf().save(aCheckpoint(1, { ...one, id: '0' }));
	const effects: string[] = [];
	const ends: string[] = [];
	const meanwhile = async (): Promise<void> => void ends.push(await resume(storeOf(), other, effects));
	const client = new Interrupted(at, meanwhile);
	ends.push(await resume(storeOf(client), one, effects));
	return { effects, ends, requests: client.requests };
}

test.each([
	['a waiting run', false],
	['a run that was never saved', true],
])('only one of two resumes of %s has its effect, wherever they interrupt each other', async (_what, isNew) => {
	const alone = await raced(0, isNew);
	expect(alone).toMatchObject({ effects: ['1'], ends: ['done'] });
	expect(alone.requests).toBeGreaterThan(8);
	for (let at = 2; at <= alone.requests * 2 + 1; at++) {
		const { effects, ends } = await raced(at, isNew);
		const where = `interrupted at ${at / 2} of ${alone.requests}`;
		expect(effects.length, where).toBe(1);
		expect(ends.toSorted(), where).toEqual(['done', 'stopped']);
	}
});

import { describe, expect, it, test } from 'vitest';
import { type Checkpoint, type CheckpointLabel, type RunStore, sha256 } from '../../src/core/index.ts';
import { createRefStore } from '../../src/github/index.ts';
import { FakeGit, troubleWith } from './fake-git.ts';
import { type Asked, aGitHub, anApi, errorOf, lines, no } from './support.ts';

const run = '7-0123456789ab';
const ref = `countersign/runs/${run}`;
const binary = Buffer.from([0, 0xff, 0xfe, 0x80, 10, 0]);

function aCheckpoint(count: number, label: Partial<CheckpointLabel> = {}): Checkpoint {
	const contents = [Buffer.from(`blob of ${count}`), binary].map((bytes) => [sha256(bytes), bytes] as const);
	const text = Buffer.from('ünï\r\nno end of line');
	const head = sha256(`line ${count}`);
	return {
		journal: Buffer.from(`line 1\nline ${count}\n`),
		blobs: new Map(contents),
		files: new Map([[sha256(text), text]]),
		manifest: { baseSha: 'b'.repeat(40), entries: [{ path: 'ü.txt', mode: '100755', sha256: sha256(text) }] },
		label: { run, thread: 7, status: 'running', lastApproval: count, count, head, ...label },
	};
}

interface World {
	readonly git: FakeGit;
	readonly asked: readonly Asked[];
	/** Another process on the same GitHub. */
	readonly newStore: () => RunStore;
}

function aWorld(git = new FakeGit()): World {
	const asked = aGitHub(git.handle);
	const now = () => new Date('2026-01-01T12:00:00Z');
	return { git, asked, newStore: () => createRefStore({ api: anApi(), now }) };
}

/** The content of a checkpoint as plain objects, to compare it. */
function plain({ journal, blobs, files, manifest, label }: Checkpoint, of: Checkpoint): object {
	const pick = (from: ReadonlyMap<string, Uint8Array>, names: Iterable<string>) =>
		Object.fromEntries([...names].map((name) => [name, Buffer.from(from.get(name) ?? 'none').toString('hex')]));
	const contents = { ...pick(blobs, of.blobs.keys()), ...pick(files, of.files.keys()) };
	return { journal: Buffer.from(journal).toString(), contents, manifest, label };
}

describe('a run under a git ref', () => {
	it('is missing before it is saved', async () => {
		expect(await aWorld().newStore().load(run)).toBeUndefined();
	});

	it('is loaded byte for byte, even after several saves', async () => {
		const { newStore, git } = aWorld();
		const store = newStore();
		const [first, second] = [aCheckpoint(1), aCheckpoint(2, { status: 'waiting' })];
		expect(await store.save(first)).toBe('saved');
		expect(await store.save(second)).toBe('saved');
		const loaded = await newStore().load(run);
		const all = { ...second, blobs: new Map([...first.blobs, ...second.blobs]) };
		expect(loaded && plain(loaded, all)).toEqual(plain(all, all));
		expect(git.commits.get(git.refs.get(ref) ?? '')?.parents).toHaveLength(1);
	});

	it('sends each content and each head only once', async () => {
		const { newStore, git, asked } = aWorld();
		const store = newStore();
		await store.save(aCheckpoint(1));
		await store.save(aCheckpoint(2));
		const before = asked.length;
		expect(await store.save(aCheckpoint(2))).toBe('saved');
		expect(asked.length).toBe(before);
		const packs = Object.entries(git.filesOf(git.refs.get(ref))).filter(([path]) => path.startsWith('packs/'));
		const names = packs.map(([path, text]) => [path, Object.keys(JSON.parse(text)).length]);
		expect(names).toEqual([
			['packs/000001.json', 3],
			['packs/000002.json', 1],
		]);
	});

	it('can be advanced by only one of two processes', async () => {
		const { newStore } = aWorld();
		await newStore().save(aCheckpoint(1));
		const [one, other] = [newStore(), newStore()];
		await Promise.all([one.load(run), other.load(run)]);
		expect(await one.save(aCheckpoint(2))).toBe('saved');
		expect(await other.save(aCheckpoint(3))).toBe('conflict');
		expect((await newStore().load(run))?.label.count).toBe(2);
		await other.load(run);
		expect(await other.save(aCheckpoint(3))).toBe('saved');
	});

	it('gives a conflict to a process that did not know it', async () => {
		const { newStore } = aWorld();
		await newStore().save(aCheckpoint(1));
		expect(await newStore().save(aCheckpoint(9))).toBe('conflict');
	});

	test.each([
		['creates it', /^POST \/git\/refs/, 1],
		['advances it', /^PATCH /, 2],
	])('counts as saved if the answer that %s is lost', async (_what, line, count) => {
		const { git, newStore } = aWorld();
		const store = newStore();
		await store.load(run);
		if (count === 2) await store.save(aCheckpoint(1));
		git.trouble = troubleWith(line, 'lost');
		expect(await store.save(aCheckpoint(count))).toBe('saved');
		git.trouble = () => undefined;
		expect(await store.save(aCheckpoint(count + 1))).toBe('saved');
		expect((await newStore().load(run))?.label.count).toBe(count + 1);
	});

	it('counts as saved if the answer is lost and GitHub refuses the retry', async () => {
		const { git, newStore } = aWorld();
		const store = newStore();
		await store.save(aCheckpoint(1));
		git.trouble = troubleWith(/^PATCH /, 'lost', no(422, 'Reference update failed'));
		expect(await store.save(aCheckpoint(2))).toBe('saved');
	});

	it('gives a conflict if another process advanced it after our answer was lost', async () => {
		const { git, newStore } = aWorld();
		const store = newStore();
		await store.save(aCheckpoint(1));
		const elsewhere = () => {
			git.refs.set(ref, git.addCommit('elsewhere', {}, [git.refs.get(ref) ?? '']));
			return undefined;
		};
		git.trouble = troubleWith(/^PATCH /, 'lost', elsewhere);
		expect(await store.save(aCheckpoint(2))).toBe('conflict');
	});

	it('fails with the words of GitHub if a rule forbids the ref', async () => {
		const { git, newStore } = aWorld();
		const store = newStore();
		await store.load(run);
		git.refuses = /runs/;
		const error = await errorOf(store.save(aCheckpoint(1)));
		expect(error).toMatchObject({ code: 'github-rules', status: 422 });
	});

	test.each<[string, Partial<FakeGit>, string]>([
		['its tree is truncated', { truncates: true }, 'checkpoint-too-large'],
		['its tree is truncated before the last pack', { truncates: true, leavesOut: /^packs/ }, 'checkpoint-too-large'],
		['one of its files is missing', { leavesOut: /^label/ }, 'checkpoint-truncated'],
	])('is not loaded if %s', async (_what, harm, code) => {
		const { git, newStore } = aWorld();
		await newStore().save(aCheckpoint(1));
		Object.assign(git, harm);
		expect((await errorOf(newStore().load(run))).code).toBe(code);
	});
});

describe('the labels of a thread', () => {
	it('are those of its own runs, without unreadable ones', async () => {
		const { git, newStore } = aWorld();
		const store = newStore();
		const own = [aCheckpoint(1), aCheckpoint(2, { run: '7-bbbbbbbbbbbb', status: 'waiting' })];
		for (const checkpoint of [...own, aCheckpoint(3, { run: '77-cccccccccccc', thread: 77 })])
			await store.save(checkpoint);
		git.refs.set('countersign/runs/7-foreign', git.addCommit('no label\n\n{"run":1}', {}));
		git.refs.set('countersign/runs/7-text', git.addCommit('countersign: run', {}));
		expect(await newStore().labels(7)).toEqual(own.map(({ label }) => label));
	});

	it('are read even if git ends the message with a newline', async () => {
		const { git, newStore } = aWorld();
		const { label } = aCheckpoint(1);
		git.refs.set(ref, git.addCommit(`countersign: run\n\n${JSON.stringify(label)}\n`, {}));
		expect(await newStore().labels(7)).toEqual([label]);
	});
});

describe('waiting runs', () => {
	it('are found in all threads, without other runs', async () => {
		const { newStore, asked } = aWorld();
		const store = newStore();
		const waiting = [7, 77, 8].map((thread) =>
			aCheckpoint(thread, { run: `${thread}-aaaaaaaaaaaa`, thread, status: 'waiting' }),
		);
		const others = Array.from({ length: 25 }, (_, index) =>
			aCheckpoint(index, { run: `9-${index}`, thread: 9, status: index % 2 === 0 ? 'running' : 'finished' }),
		);
		for (const checkpoint of [...others, ...waiting]) await store.save(checkpoint);
		const threads = (await newStore().waiting()).map(({ thread }) => thread);
		expect(threads.sort((a, b) => a - b)).toEqual([7, 8, 77]);
		expect(asked.length).toBeGreaterThan(28);
	});

	it('are loaded from their own ref, whatever label another ref shows', async () => {
		const { git, newStore } = aWorld();
		const store = newStore();
		await store.save(aCheckpoint(1));
		const old = git.refs.get(ref) ?? '';
		await store.save(aCheckpoint(2));
		git.refs.set('countersign/runs/7-zzzzzzzzzzzz', old);
		const answering = newStore();
		expect((await answering.labels(7)).map(({ count }) => count)).toEqual([2]);
		expect((await answering.load(run))?.label.count).toBe(2);
		expect(await answering.save(aCheckpoint(3))).toBe('saved');
	});

	it('are found beside a ref that points to no commit', async () => {
		const { git, newStore } = aWorld();
		await newStore().save(aCheckpoint(1, { status: 'waiting' }));
		const [file = ''] = git.blobs.keys();
		git.refs.set('countersign/runs/7-aaaaaaaaaaaa', file);
		expect((await newStore().labels(7)).map(({ count }) => count)).toEqual([1]);
		expect(await newStore().waiting()).toHaveLength(1);
	});
});

describe('the namespace', () => {
	const own = 'countersign/probe';
	const branches = 'heads/countersign-state';

	const its = { own: ref, branch: `${branches}/runs/${run}` };

	test.each<[string, Partial<FakeGit>, readonly string[], string]>([
		['its own if GitHub accepts it', {}, [], its.own],
		['a branch if GitHub refuses its own', { refuses: /^countersign\// }, [], its.branch],
		['a branch if GitHub hides its own', { hides: /^countersign\// }, [], its.branch],
		['its own if it was chosen before', {}, [own], its.own],
		['a branch if that was chosen before', {}, [`${branches}/probe`], its.branch],
	])('is %s', async (_what, server, there, name) => {
		const { git, newStore } = aWorld();
		Object.assign(git, server);
		for (const probe of there) git.refs.set(probe, git.baseSha);
		expect(await newStore().save(aCheckpoint(1))).toBe('saved');
		expect(git.refs.has(name)).toBe(true);
		expect((await newStore().load(run))?.label.count).toBe(1);
		expect((await newStore().labels(7)).map(({ count }) => count)).toEqual([1]);
	});

	it('is the same for two processes that choose it at the same time', async () => {
		const { git, newStore } = aWorld();
		git.trouble = troubleWith(/^POST \/git\/refs/, () => {
			git.refs.set(own, git.addCommit('the default branch went on', {}));
			return undefined;
		});
		expect(await newStore().save(aCheckpoint(1))).toBe('saved');
		expect([...git.refs.keys()].sort()).toEqual([own, ref, 'heads/main']);
	});

	it('is looked up once, and again only after a failure', async () => {
		const { git, newStore, asked } = aWorld();
		const store = newStore();
		git.trouble = troubleWith(/probe/, no(403));
		expect((await errorOf(store.load(run))).code).toBe('github-refused');
		await store.load(run);
		await store.load(run);
		expect(lines(asked).filter((line) => line === `GET /git/ref/${own}`)).toHaveLength(3);
	});
});

describe('a sealed run', () => {
	const stateKey = 'k'.repeat(64);

	function sealedWorld() {
		const world = aWorld();
		const now = () => new Date('2026-01-01T12:00:00Z');
		const storeWith = (key?: string): RunStore =>
			createRefStore({
				api: anApi(),
				now,
				...(key === undefined ? {} : { stateKeys: [key] }),
			});
		return { ...world, storeWith };
	}

	it('is loaded only with its key, and its commits show no head and no content', async () => {
		const { git, storeWith } = sealedWorld();
		const store = storeWith(stateKey);
		await store.save(aCheckpoint(1));
		await store.save(aCheckpoint(2, { status: 'waiting' }));
		const loaded = await storeWith(stateKey).load(run);
		const all = {
			...aCheckpoint(2, { status: 'waiting' }),
			blobs: new Map([...aCheckpoint(1).blobs, ...aCheckpoint(2).blobs]),
		};
		expect(loaded && plain(loaded, all)).toEqual(plain(all, all));
		const commit = git.commits.get(git.refs.get(ref) ?? '');
		const shown = [commit?.message, ...Object.values(git.filesOf(git.refs.get(ref)))].join('\n');
		expect(shown).not.toContain(aCheckpoint(2).label.head);
		expect(shown).not.toContain(Buffer.from('blob of 2').toString('base64'));
		const { head: _, ...label } = all.label;
		expect(await storeWith().labels(7)).toEqual([label]);
		expect((await errorOf(storeWith().load(run))).code).toBe('state-key-missing');
		expect((await errorOf(storeWith('x'.repeat(32)).load(run))).code).toBe('state-key-wrong');
	});

	it('is not loaded with a key if it was saved without one', async () => {
		const { storeWith } = sealedWorld();
		await storeWith().save(aCheckpoint(1));
		const store = storeWith(stateKey);
		expect((await errorOf(store.load(run))).code).toBe('checkpoint-unsealed');
		expect(await store.save(aCheckpoint(2))).toBe('conflict');
		expect((await storeWith().load(run))?.label.count).toBe(1);
	});
});

describe('an invalid checkpoint', () => {
	const rewrite = (git: FakeGit, message: string, files: Readonly<Record<string, string>>) =>
		void git.refs.set(ref, git.addCommit(message, files));

	test.each<[string, string, (git: FakeGit) => void]>([
		['a file of 65 MiB', 'checkpoint-too-large', (git) => void git.sizes.set('packs/000001.json', 65 * 1024 * 1024)],
		[
			'three files of 50 MiB',
			'checkpoint-too-large',
			(git) => {
				for (const name of ['journal.jsonl', 'workspace.json', 'label.json']) git.sizes.set(name, 50 * 1024 * 1024);
			},
		],
		[
			'1001 files',
			'checkpoint-too-large',
			(git) =>
				rewrite(
					git,
					'',
					Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`packs/${100_000 + index}.json`, '{}'])),
				),
		],
		['an unknown file', 'checkpoint-forged', (git) => rewrite(git, '', { 'journal.jsonl': '', 'run.sh': 'boom' })],
		['a path that leaves its folder', 'checkpoint-forged', (git) => rewrite(git, '', { 'packs/../../x.json': '{}' })],
	])('with %s is refused before any content is read', async (_what, code, harm) => {
		const { git, asked, newStore } = aWorld();
		await newStore().save(aCheckpoint(1));
		harm(git);
		expect((await errorOf(newStore().load(run))).code).toBe(code);
		expect(lines(asked).filter((line) => line.startsWith('GET /git/blobs/'))).toEqual([]);
	});

	it('with the label of another commit is refused as forged', async () => {
		const { git, newStore } = aWorld();
		await newStore().save(aCheckpoint(2));
		const files = git.filesOf(git.refs.get(ref));
		rewrite(git, `countersign\n\n${JSON.stringify(aCheckpoint(9).label)}`, files);
		expect((await errorOf(newStore().load(run))).code).toBe('checkpoint-forged');
	});

	it('of another run is refused as foreign', async () => {
		const { git, newStore } = aWorld();
		await newStore().save(aCheckpoint(1, { run: '7-ffffffffffff' }));
		git.refs.set(ref, git.refs.get('countersign/runs/7-ffffffffffff') ?? '');
		expect((await errorOf(newStore().load(run))).code).toBe('checkpoint-foreign');
	});
});

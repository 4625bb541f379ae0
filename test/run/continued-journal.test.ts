import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Checkpoint, CheckpointLabel, Comment, Manifest } from '../../src/core/index.ts';
import { parseEntries, verifyChain } from '../../src/journal/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Killed, World } from '../support/world.ts';

const kept = join(import.meta.dirname, '..', 'fixtures', 'journals', 'version-1', 'waiting');
const before = readFileSync(join(kept, 'journal.jsonl'));

interface Saved {
	readonly label: CheckpointLabel;
	readonly manifest: Manifest;
	readonly files: Readonly<Record<string, string>>;
	readonly comments: readonly Comment[];
	readonly disk: Readonly<Record<string, string>>;
}

const ada = { id: 8, login: 'ada', type: 'User' };

/** GitHub with a waiting run whose journal has version 1. The job's folder is lost or kept. */
function whereItWaits(folder: string, disk: 'gone' | 'kept'): World {
	const saved: Saved = JSON.parse(readFileSync(join(kept, 'state.json'), 'utf8'));
	const world = new World(join(folder, 'job'), [
		{ calls: [{ tool: 'append', args: { path: 'a.txt', text: 'one' } }] },
		{
			calls: [
				{ tool: 'danger', args: { text: 'x' } },
				{ tool: 'project', args: { text: 'test' } },
			],
		},
		{ text: 'Done.' },
	]);
	world.mode = 'contained';
	world.base.set('a.txt', '');
	world.disk.set('a.txt', '');
	world.now = Date.parse(saved.label.at ?? '');
	// Later comments get ids after the saved ones.
	for (const { body } of saved.comments) world.say(ada, body);
	world.comments.splice(0, world.comments.length, ...saved.comments);
	world.rights.set(ada.id, { role: 'write', mayWrite: true });
	world.pull = {
		...{ number: 1, headSha: 'c'.repeat(40), headBranch: 'topic', baseBranch: 'main' },
		...{ fork: false, own: false, open: true, merged: false },
	};
	const { judge } = world.gate;
	const effects = [{ kind: 'exec.project', script: 'test', definedIn: 'package.json' }] as const;
	const tests = { decision: 'confirm', risk: 'medium', reason: 'It runs the tests.', rule: 'tests' } as const;
	world.gate = {
		judge: (call, context) =>
			call.name === 'project' ? { ...tests, effects, matches: [], executes: [] } : judge(call, context),
	};
	const blobs = readdirSync(join(kept, 'blobs')).map((name): [string, Uint8Array] => [
		name,
		readFileSync(join(kept, 'blobs', name)),
	]);
	const files = Object.entries(saved.files).map(([name, text]): [string, Uint8Array] => [name, Buffer.from(text)]);
	const checkpoint: Checkpoint = {
		...{ label: saved.label, manifest: saved.manifest, journal: before },
		...{ blobs: new Map(blobs), files: new Map(files) },
	};
	world.checkpoints.set(saved.label.run, { checkpoint, version: 1 });
	if (disk === 'kept') {
		mkdirSync(world.folder, { recursive: true });
		cpSync(kept, world.folder, { recursive: true });
		for (const [path, text] of Object.entries(saved.disk)) world.disk.set(path, text);
	}
	return world;
}

const journalOf = (world: World): Buffer => readFileSync(join(world.folder, 'journal.jsonl'));

test.each(['gone', 'kept'] as const)(
	'a waiting run with a journal of version 1 continues, its disk %s',
	async (disk) => {
		using folder = temporaryFolder();
		const world = whereItWaits(folder.path, disk);
		world.say(ada, '/approve all');
		expect(await world.job('comment/2')).toMatchObject({ kind: 'completed', reason: 'changes-undelivered' });
		expect(world.effects).toEqual(new Map([['danger x', 1]]));
		const after = journalOf(world);
		expect(after.subarray(0, before.length).equals(before)).toBe(true);
		expect(verifyChain(after).kind).toBe('intact');
	},
);

test('the approvals of a version 1 journal keep their digests and are not asked for again', async () => {
	using folder = temporaryFolder();
	const world = whereItWaits(folder.path, 'gone');
	world.say(ada, '/approve all');
	await world.job('comment/2');
	const entries = parseEntries(journalOf(world));
	const of = <T extends (typeof entries)[number]['type']>(type: T) =>
		entries.filter((entry): entry is Extract<typeof entry, { type: T }> => entry.type === type);
	const asked = of('approval_requested').flatMap(({ items }) => items.map(({ binding }) => binding));
	expect(of('approval_requested')).toHaveLength(1);
	expect(of('approval_upheld').map(({ binding }) => binding)).toEqual(asked);
	expect(of('approval_void')).toEqual([]);
});

test('new lines have the names of version 2', async () => {
	using folder = temporaryFolder();
	const world = whereItWaits(folder.path, 'gone');
	world.say(ada, '/approve all');
	await world.job('comment/2');
	const added = journalOf(world).subarray(before.length).toString().trimEnd().split('\n');
	const claims = added.map((line) => JSON.parse(line)).filter(({ type }) => type === 'claimed');
	expect(claims).toMatchObject([
		{ subject: 'command', taken_over: true },
		{ subject: 'call', call_id: 'c1_0', taken_over: false },
		{ subject: 'call', call_id: 'c1_1', taken_over: false },
	]);
	expect(added.join('\n')).not.toMatch(/"(?:callId|takenOver|commentId|definedIn|privateHosts)"/);
});

test('after a crash at any append, the next process continues a journal with lines of both versions', async () => {
	for (let death = 1, survived = false; !survived; death++) {
		using folder = temporaryFolder();
		const world = whereItWaits(folder.path, 'gone');
		world.say(ada, '/approve all');
		let appends = 0;
		world.onMoment = (name) => {
			if (name.startsWith('appended') && ++appends === death) throw new Killed();
		};
		survived = await world.job('comment/2').then(
			() => true,
			(error: unknown) => {
				expect(error).toBeInstanceOf(Killed);
				return false;
			},
		);
		world.onMoment = () => undefined;
		const { kind } = await world.job('comment/2');
		expect(['completed', 'duplicate', 'unknown', 'waiting'], `death ${death}`).toContain(kind);
		expect(verifyChain(journalOf(world)).kind).toBe('intact');
		expect(world.effects.get('danger x') ?? 0).toBeLessThanOrEqual(1);
	}
});

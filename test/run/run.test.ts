import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, type Turn, World } from '../support/world.ts';

const story: readonly Turn[] = [
	{
		text: 'I look around.',
		calls: [
			{ tool: 'append', args: { path: 'a.txt', text: 'one' } },
			{ tool: 'forbidden', args: {} },
		],
	},
	{
		text: 'I need this.',
		calls: [
			{ tool: 'danger', args: { text: 'x' } },
			{ tool: 'danger', args: { text: 'y' } },
			{ tool: 'append', args: { path: 'a.txt', text: '+two' } },
		],
	},
	{ calls: [{ tool: 'pull', args: {} }] },
	{ text: 'All done.' },
];

function aWorld(folder: string, turns = story): World {
	return new World(join(folder, 'job'), turns);
}

test('the main job: allowed calls run, others wait in one comment, and an answer resumes on an empty disk [seeds 2, 9, 24, 37, 83, 90]', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting', reason: 'approval-pending' });
	const requests = world.comments.filter((comment) => comment.body.includes('need your approval'));
	expect(requests).toHaveLength(1);
	expect(requests[0]?.body).toMatch(/A1[\s\S]*A2/);
	expect(world.effects.size).toBe(0);
	world.loseDisk();
	world.say(maintainer, '/approve A1\n/deny A2 not that');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed', reason: 'changes-undelivered' });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1, pull: 1 });
	expect(world.disk.get('a.txt')).toBe('one+two');
	expect(world.modelCalls).toBe(4);
});

test('a person without write access causes no model call, no state, and at most one reply', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path);
	for (const attempt of [1, 2, 3]) {
		expect(await world.job(`comment/${attempt}`, agentRequest(stranger))).toMatchObject({
			kind: 'refused',
			reason: 'no-write-access',
		});
		world.loseDisk();
	}
	expect([world.modelCalls, world.comments.length, world.claims.size, world.checkpoints.size]).toEqual([0, 1, 0, 0]);
});

test('an answer does not count from a stranger, or from a person who lost write access', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path);
	await world.job('comment/1', agentRequest());
	world.say(stranger, '/approve all');
	// The same request still waits: the stranger's answer was not accepted and voided later.
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringMatching(/ A1, A2\.$/) });
	world.say(maintainer, '/approve A1');
	world.onMoment = (name) => {
		// Between the decision and its execution.
		if (name === 'appended approval') world.rights.set(maintainer.id, { role: 'read', mayWrite: false });
	};
	expect(await world.job('comment/3')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A3') });
	expect(world.effects.size).toBe(0);
});

test('an approval does not count if it is edited, deleted, or overridden before its step begins', async () => {
	const moves: Record<string, (world: World) => void> = {
		edited: (world) => world.change('/approve A1', { edited: true }),
		deleted: (world) => world.change('/approve A1', { body: '' }),
		denied: (world) => void world.say(maintainer, '/deny A1 wait'),
	};
	for (const [what, move] of Object.entries(moves)) {
		using folder = temporaryFolder();
		const world = aWorld(folder.path);
		await world.job('comment/1', agentRequest());
		world.say(maintainer, '/approve A1');
		world.onMoment = (name) => {
			if (name === 'appended approval') move(world);
		};
		await world.job('comment/2');
		expect(world.effects.get('danger x'), what).toBeUndefined();
	}
});

test('a step without an answer in time counts as denied [seeds 38]', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path);
	await world.job('comment/1', agentRequest());
	world.now += 86_400_000 + 10_000;
	world.say(maintainer, '/approve all');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(world.effects.get('danger x')).toBeUndefined();
});

test('a call is stopped if its verdict becomes block after the approval', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path);
	await world.job('comment/1', agentRequest());
	const before = world.gate;
	world.gate = {
		judge: (call, context) => ({
			...before.judge(call, context),
			...(call.name === 'danger' ? { decision: 'block' as const } : {}),
		}),
	};
	world.say(maintainer, '/approve all');
	await world.job('comment/2');
	expect(world.effects.get('danger x')).toBeUndefined();
});

test('a redelivered command is a duplicate while the job lives, and changes nothing after the run', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ text: 'Nothing to do.' }]);
	let second: unknown;
	world.onMoment = async (name) => {
		if (name !== 'model') return;
		world.onMoment = () => undefined;
		second = world.job('comment/1', agentRequest(), join(folder.path, 'another runner'));
	};
	const first = await world.job('comment/1', agentRequest());
	expect(first).toMatchObject({ kind: 'completed' });
	expect(await second).toMatchObject({ kind: 'duplicate' });
	const calls = world.modelCalls;
	await world.job('comment/1', agentRequest());
	expect(world.modelCalls).toBe(calls);
	expect(world.comments).toHaveLength(1);
});

test('a job respects the claim of a living job, and takes over the claim of a dead job once', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ text: 'Nothing to do.' }]);
	const other = { kind: 'actions', id: '99', attempt: 1 } as const;
	world.claims.set('run/1-r', other);
	world.living.add(other.id);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'duplicate', reason: 'command-claimed' });
	expect([world.modelCalls, [...world.claims.keys()]]).toEqual([0, ['run/1-r']]);
	world.living.delete(other.id);
	world.loseDisk();
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect([...world.claims.keys()].slice(0, 2)).toEqual(['run/1-r', 'run/1-r>99.1']);
});

test('a call is judged again if an approved call before it had an effect', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [
		{
			calls: [
				{ tool: 'danger', args: { text: 'x' } },
				{ tool: 'append', args: { path: 'a.txt', text: 'one' } },
			],
		},
	]);
	const judge = world.gate.judge;
	world.gate = {
		judge: (call, context) => {
			const verdict = judge(call, context);
			return call.name === 'append' && world.effects.has('danger x') ? { ...verdict, decision: 'block' } : verdict;
		},
	};
	let isAnswered = false;
	world.onMoment = (name) => {
		if (
			isAnswered ||
			name !== 'after comment' ||
			!world.comments.some(({ body }) => body.includes('needs your approval'))
		)
			return;
		isAnswered = true;
		world.say(maintainer, '/approve A1');
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect([world.effects.get('danger x'), world.disk.size]).toEqual([1, 0]);
});

test('a run begins normally if its journal has only a torn first line', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ text: 'Nothing to do.' }]);
	mkdirSync(world.folder, { recursive: true });
	writeFileSync(join(world.folder, 'journal.jsonl'), '{"prev":"","seq":1,"at":"2026-11');
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed' });
	expect(readFileSync(join(world.folder, 'journal.jsonl'), 'utf8').split('\n')[0]).toContain('"type":"run_started"');
});

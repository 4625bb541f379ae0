import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, type Turn, World } from '../support/world.ts';

const danger = { tool: 'danger', args: { text: 'x' } };
const look = { tool: 'look', args: {} };
const pull = { tool: 'pull', args: {} };
const off = { kind: 'cancelled', reason: 'switched-off', message: expect.stringContaining('stops all runs') };

function worldOf(folder: string, turns: readonly Turn[]): World {
	return new World(join(folder, 'job'), turns);
}

test.each(['config', 'label'] as const)(
	'the off switch (%s) stops a working run before the next request to the model',
	async (by) => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path, [{ calls: [look] }, { calls: [danger] }]);
		world.onMoment = (name) => {
			if (name === 'after tool look') world.off = by;
		};
		expect(await world.job('comment/1', agentRequest())).toMatchObject(off);
		expect(world.modelCalls).toBe(1);
		const checkpoint = world.checkpoints.get('1-r')?.checkpoint;
		expect(Buffer.from(checkpoint?.journal ?? '').toString()).toContain(`"type":"switched_off","by":"${by}"`);
		world.off = undefined;
		expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	},
);

test('a switched-off run keeps waiting, and the same answer counts after it is switched on', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [danger] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	world.off = 'label';
	const answered = await world.job('comment/2');
	expect(answered).toMatchObject({ ...off, message: expect.stringContaining('A1 can be answered again') });
	expect(world.checkpoints.get('1-r')?.checkpoint.label.status).toBe('waiting');
	expect(world.effects.size).toBe(0);
	world.off = undefined;
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(world.effects.get('danger x')).toBe(1);
});

test.each([
	['its approval', 'appended approval'],
	['the check of its approval', 'appended approval_upheld'],
])('the off switch stops an approved call even after %s', async (_what, moment) => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [danger] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	world.onMoment = (name) => {
		if (name === moment) world.off = 'config';
	};
	expect(await world.job('comment/2')).toMatchObject(off);
	expect(world.effects.size).toBe(0);
	expect([...world.claims.keys()].filter((key) => key.startsWith('call/'))).toEqual([]);
	world.off = undefined;
	world.onMoment = () => undefined;
	expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
	expect(world.effects.get('danger x')).toBe(1);
});

test('the off switch stops a delivery before its claim', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [pull] }]);
	world.onMoment = (name) => {
		if (name === 'appended tool_attempt') world.off = 'config';
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject(off);
	expect(world.pulls).toEqual([]);
});

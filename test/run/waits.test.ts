import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Rights } from '../../src/core/index.ts';
import { isDue, stateOf, waitsOf } from '../../src/run/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, World } from '../support/world.ts';

const danger = { tool: 'danger', args: { text: 'x' } };
const hour = 3_600_000;

async function aWait(folder: string) {
	const world = new World(join(folder, 'job'), [{ calls: [danger] }]);
	await world.job('comment/1', agentRequest());
	const state = () => {
		const checkpoint = world.checkpoints.get('1-r')?.checkpoint;
		if (checkpoint === undefined) throw new Error('nothing was saved');
		return stateOf(checkpoint);
	};
	const rights = async ({ id }: { id: number }): Promise<Rights> => {
		const mayWrite = id === maintainer.id;
		return { role: 'x', mayWrite, roleName: 'x', permission: mayWrite ? 'write' : 'read' };
	};
	const due = (after = hour) =>
		isDue(state(), {
			forge: { comments: async () => world.comments, comment: async () => undefined, rights },
			now: new Date(world.now + after),
		});
	return { world, state, due };
}

test('a waiting step has its request time, its expiry, and its possible signers [seeds 39]', async () => {
	using folder = temporaryFolder();
	const { state, world } = await aWait(folder.path);
	const [wait, ...more] = waitsOf(state());
	expect(more).toEqual([]);
	const lines = Buffer.from(world.checkpoints.get('1-r')?.checkpoint.journal ?? '')
		.toString()
		.trim()
		.split('\n');
	const asked = lines.map((line) => JSON.parse(line)).find(({ type }) => type === 'approval_requested');
	expect(wait).toMatchObject({
		id: 'A1',
		tool: 'danger',
		risk: 'low',
		needs: [{ count: 1, who: { roles: ['write'] } }],
	});
	expect(wait).toMatchObject({ askedAt: asked.at, expiresAt: asked.expires_at });
	expect(Date.parse(wait?.expiresAt ?? '') - world.now).toBeLessThan(24 * hour);
});

test('a run is due after its expiry, and not before [seeds 38, 39]', async () => {
	using folder = temporaryFolder();
	const { due } = await aWait(folder.path);
	expect(await due(23 * hour)).toBe(false);
	expect(await due(25 * hour)).toBe(true);
});

test.each([
	['an approval', maintainer, '/approve A1', true],
	["a stranger's approval", stranger, '/approve A1', true],
	['a stop', maintainer, '/agent stop', true],
	["a stranger's stop", stranger, '/agent stop', false],
	['an answer to another step', maintainer, '/approve A7', false],
	['plain words', maintainer, 'hm', false],
])('$0 that no job has read makes a run due: $3', async (_what, author, body, expected) => {
	using folder = temporaryFolder();
	const { world, due } = await aWait(folder.path);
	world.say(author, body);
	expect(await due()).toBe(expected);
});

test('a run is not due after an invalid answer that a job has read', async () => {
	using folder = temporaryFolder();
	const { world, due } = await aWait(folder.path);
	world.say(stranger, '/approve A1');
	expect(await world.job('sweep/1')).toMatchObject({ kind: 'waiting' });
	expect(await due()).toBe(false);
});

test('a run is due after its request was deleted', async () => {
	using folder = temporaryFolder();
	const { world, due } = await aWait(folder.path);
	const index = world.comments.findIndex(({ body }) => body.includes('countersign:request:'));
	world.comments.splice(index, 1);
	expect(await due()).toBe(true);
});

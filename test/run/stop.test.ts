import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, type Turn, World } from '../support/world.ts';

const danger = { tool: 'danger', args: { text: 'x' } };
const stopped = { kind: 'cancelled', reason: 'stopped', message: expect.stringContaining('@maintainer') };

function worldOf(folder: string, turns: readonly Turn[]): World {
	return new World(join(folder, 'job'), turns);
}

test('`/agent stop` ends a waiting run, and a later answer has no effect', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [danger] }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/agent stop');
	expect(await world.job('comment/2')).toMatchObject(stopped);
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/3')).toMatchObject(stopped);
	expect(world.effects.size).toBe(0);
	expect(world.comments.find(({ body }) => body.includes('countersign:request:'))?.body).toContain('the run is over');
});

test('`/agent stop` wins over an earlier approval', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [danger] }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1');
	world.onMoment = (name) => {
		if (name === 'appended approval') world.say(maintainer, '/agent stop');
	};
	expect(await world.job('comment/2')).toMatchObject(stopped);
	expect(world.effects.size).toBe(0);
});

test('`/agent stop` stops a working run before the next request to the model', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [{ tool: 'look', args: {} }] }, { calls: [danger] }]);
	world.onMoment = (name) => {
		if (name === 'after tool look') world.say(maintainer, '/agent stop');
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject(stopped);
	expect(world.modelCalls).toBe(1);
});

test.each([
	['a comment by a stranger', stranger, '/agent stop'],
	['a quote', maintainer, '> /agent stop'],
])('`/agent stop` has no effect in %s', async (_who, author, body) => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [danger] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(author, body);
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
});

test('`/agent stop` from before the run has no effect', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ text: 'Done.' }]);
	world.say(maintainer, '/agent stop');
	const command = world.say(maintainer, '/agent fix it');
	const request = { ...agentRequest(), commentId: command.id };
	expect(await world.job('comment/1', request)).toMatchObject({ kind: 'completed' });
});

test('`/agent stop` stops a run before the next call with effects outside the checkout', async () => {
	using folder = temporaryFolder();
	const pull = { tool: 'pull', args: { text: 'x' } };
	const world = worldOf(folder.path, [{ calls: [{ tool: 'append', args: { path: 'a.txt', text: 'x' } }, pull] }]);
	world.onMoment = (name) => {
		if (name === 'after tool append') world.say(maintainer, '/agent stop');
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject(stopped);
	expect(world.pulls).toEqual([]);
	expect(world.disk.get('a.txt')).toBe('x');
});

test('`/agent stop` stops a run after a minute even before a call inside the checkout', async () => {
	using folder = temporaryFolder();
	const append = (path: string) => ({ tool: 'append', args: { path, text: 'x' } });
	const world = worldOf(folder.path, [{ calls: ['a', 'b', 'c'].map(append) }]);
	world.onMoment = (name) => {
		if (name !== 'after tool append') return;
		if (world.disk.has('b')) world.now += 60_000;
		else world.say(maintainer, '/agent stop');
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject(stopped);
	expect([...world.disk.keys()]).toEqual(['a', 'b']);
});

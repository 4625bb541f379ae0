import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, stranger, World } from '../support/world.ts';

const append = (text: string) => ({ tool: 'append', args: { path: 'a.txt', text } });
const turns = [{ calls: [append('1'), append('2')] }, { calls: [append('3')] }, { text: 'Done.' }];
const interrupted = { kind: 'cancelled', reason: 'interrupted', message: expect.stringContaining('SIGINT') };

/** A world whose job is cancelled once, at this moment. */
function worldOf(folder: string, moment: string, count = 1): World {
	const world = new World(join(folder, 'job'), turns);
	const controller = new AbortController();
	world.interruption = controller.signal;
	let left = count;
	world.onMoment = (name) => {
		if (name === moment && --left === 0) controller.abort('SIGINT');
	};
	return world;
}

const run = (world: World) => world.job('comment/1', agentRequest());

test.each([
	['in the middle of a call', 'before tool append', 1, '1'],
	['between two calls', 'appended tool_result', 1, '1'],
	['when a call has just begun', 'appended tool_started', 2, '12'],
	['while the model answers', 'model', 2, '12'],
])(
	'a job that is cancelled %s saves its work, says so, and the next job continues',
	async (_when, moment, count, done) => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path, moment, count);
		expect(await run(world)).toMatchObject(interrupted);
		expect(world.disk.get('a.txt')).toBe(done);
		const comment = () => world.comments.find(({ mine }) => mine)?.body ?? '';
		expect(comment()).toContain('The job was ended from outside');
		world.interruption = undefined;
		world.loseDisk();
		expect(await run(world)).toMatchObject({ kind: 'completed', reason: 'changes-undelivered' });
		expect(world.disk.get('a.txt')).toBe('123');
		expect(comment()).not.toContain('ended from outside');
	},
);

test('a cancelled job does not wait for a reply of the model', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, 'model');
	world.ownModel = {
		id: 'x:one',
		stream: () => ({
			[Symbol.asyncIterator]: () => ({
				next: async () => {
					await world.onMoment('model');
					return new Promise(() => undefined);
				},
			}),
		}),
	};
	expect(await run(world)).toMatchObject(interrupted);
});

test('a finished run stays finished if its job is cancelled', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, 'appended remembered');
	expect(await run(world)).toMatchObject({ kind: 'completed', reason: 'changes-undelivered' });
});
test('a stranger gets one reply even if the job is cancelled', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), []);
	world.interruption = AbortSignal.abort('SIGINT');
	expect(await world.job('comment/1', agentRequest(stranger))).toMatchObject({ kind: 'refused' });
	expect(world.comments).toHaveLength(1);
});

test('a job that is cancelled before it takes over a run does not disturb the living job', async () => {
	using folder = temporaryFolder();
	const append = (text: string) => ({ calls: [{ tool: 'append', args: { path: 'a.txt', text } }] });
	const world = new World(join(folder.path, 'job'), [append('1'), append('2'), { text: 'Done.' }]);
	let ended: unknown;
	world.onMoment = async (name) => {
		if (name !== 'model' || world.modelCalls !== 2) return;
		world.onMoment = () => undefined;
		world.interruption = AbortSignal.abort('SIGINT');
		await world.elsewhere(async () => {
			ended = await world.job('comment/1', agentRequest(), join(folder.path, 'other'));
		});
		world.interruption = undefined;
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject({
		kind: 'completed',
		reason: 'changes-undelivered',
	});
	expect(ended).toMatchObject({ kind: 'duplicate', reason: 'command-claimed' });
	expect(world.disk.get('a.txt')).toBe('12');
});

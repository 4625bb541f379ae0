import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const unauthorized = new CountersignError({
	code: 'model-unauthorized',
	message: 'The key is wrong.',
	fix: 'Mend it.',
});

test('a dead credential costs one request per event, and no sweep retries it', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), []);
	world.budget = { atCap: 'ask', tokensPerRun: 2, maxIterations: 1 };
	world.onMoment = (name) => {
		if (name === 'model') throw unauthorized;
	};
	for (const requests of [1, 2, 3]) {
		// The same event, delivered again.
		expect(await world.job('comment/1', agentRequest())).toEqual({
			kind: 'failed',
			reason: 'model-unauthorized',
			message: 'The key is wrong. Mend it.',
		});
		expect([world.modelCalls, world.slept]).toEqual([requests, []]);
		world.loseDisk();
	}
	expect(world.comments.map(({ body }) => body)).toEqual([expect.stringContaining('The key is wrong. Mend it.')]);
	// A sweep reads waiting runs, and this run does not wait.
	expect(world.checkpoints.get('1-r')?.checkpoint.label.status).toBe('running');
});

test('a dead credential ends a resumed job at its first model call, and the next job continues', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/deny A1 no');
	world.onMoment = (name) => {
		if (name === 'model') throw unauthorized;
	};
	expect(await world.job('comment/2')).toMatchObject({ kind: 'failed', reason: 'model-unauthorized' });
	expect(world.modelCalls).toBe(2);
	expect(world.checkpoints.get('1-r')?.checkpoint.label.status).toBe('running');
	world.onMoment = () => undefined;
	expect(await world.job('comment/3')).toMatchObject({ kind: 'denied' });
	expect(world.modelCalls).toBe(3);
});

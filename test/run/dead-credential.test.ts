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

test('a dead credential ends the job at its first call, leaves nothing to a sweep, and `/agent retry` goes on', async () => {
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

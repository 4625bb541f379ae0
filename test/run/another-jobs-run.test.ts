import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, World } from '../support/world.ts';

test('a job that fails before it takes over a run does not disturb the living job', async () => {
	using folder = temporaryFolder();
	const append = (text: string) => ({ calls: [{ tool: 'append', args: { path: 'a.txt', text } }] });
	const world = new World(join(folder.path, 'job'), [append('1'), append('2'), { text: 'Done.' }]);
	let ended: unknown;
	world.onMoment = async (name) => {
		if (name !== 'model' || world.modelCalls !== 2) return;
		world.onMoment = () => undefined;
		world.gateway = async (what, ask) => {
			if (what.name === 'living') throw new CountersignError({ code: 'github-unreachable', message: 'no', fix: 'x' });
			return ask();
		};
		await world.elsewhere(async () => {
			ended = await world.job('comment/1', agentRequest(), join(folder.path, 'other'));
		});
		world.gateway = async (_, ask) => ask();
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject({
		kind: 'completed',
		reason: 'changes-undelivered',
	});
	expect(ended).toMatchObject({ kind: 'failed', reason: 'github-unreachable' });
	expect(world.disk.get('a.txt')).toBe('12');
});

import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, World } from '../support/world.ts';

/** A run whose job dies when it has claimed a pull request that needs no approval, before the pull request is opened. */
async function aDeadDelivery(folder: string, disk: 'kept' | 'lost'): Promise<World> {
	const world = new World(folder, [{ calls: [{ tool: 'pull', args: { text: 'x' } }] }, { text: 'Done.' }]);
	world.onMoment = (name) => {
		if (name === 'appended tool_started') throw new Killed(name);
	};
	await expect(world.job('comment/1', agentRequest())).rejects.toThrow(Killed);
	world.onMoment = () => undefined;
	if (disk === 'lost') world.loseDisk();
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'unknown' });
	return world;
}

describe.each(['kept', 'lost'] as const)('a step without an approval, whose job died; disk %s', (disk) => {
	it('runs once after a person said that it shall run again', async () => {
		using folder = temporaryFolder();
		const world = await aDeadDelivery(folder.path, disk);
		world.say(maintainer, '/approve A1');
		expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
		expect(world.pulls).toHaveLength(1);
		await world.job('comment/2');
		expect(world.pulls).toHaveLength(1);
	});

	it('asks again if the second try dies, too, and then runs', async () => {
		using folder = temporaryFolder();
		const world = await aDeadDelivery(folder.path, disk);
		world.say(maintainer, '/approve A1');
		world.onMoment = (name) => {
			if (name === 'appended tool_started') throw new Killed(name);
		};
		await expect(world.job('comment/2')).rejects.toThrow(Killed);
		world.onMoment = () => undefined;
		if (disk === 'lost') world.loseDisk();
		expect(await world.job('comment/2')).toMatchObject({ kind: 'unknown' });
		world.say(maintainer, '/approve A2');
		expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
		expect(world.pulls).toHaveLength(1);
	});
});

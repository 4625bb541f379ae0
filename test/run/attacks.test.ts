import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

const danger = (text: string) => ({ tool: 'danger', args: { text } });

function aWorld(folder: string, turns: readonly Turn[]): World {
	return new World(join(folder, 'job'), turns);
}

/** A job that is gone right after a call's effect. */
async function dieAfterEffect(world: World, command: string): Promise<void> {
	world.onMoment = (name) => {
		if (name === 'after tool danger') throw new Killed(name);
	};
	await expect(world.job(command)).rejects.toThrow(Killed);
	world.onMoment = () => undefined;
	world.loseDisk();
}

test('an old bare answer does not approve a request that came after it, however often the step ends in the dark', async () => {
	using folder = temporaryFolder();
	const world = aWorld(folder.path, [{ calls: [danger('x')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	for (const [round, id] of ['A2', 'A3', 'A4'].entries()) {
		world.say(maintainer, '/approve');
		await dieAfterEffect(world, `comment/${round + 2}`);
		const before = world.effects.get('danger x');
		expect(await world.job(`comment/${round + 2}`)).toMatchObject({
			kind: 'unknown',
			message: expect.stringContaining(id),
		});
		expect(world.effects.get('danger x')).toBe(before);
		world.loseDisk();
	}
	const requests = world.comments.filter((comment) => comment.body.includes('needs a signature'));
	expect(requests).toHaveLength(4);
});

test('another call that changes the workspace voids the approval of one that runs programs', async () => {
	using folder = temporaryFolder();
	const calls = [danger('one'), { tool: 'append', args: { path: 'lib.sh', text: 'evil' } }, danger('two')];
	const world = aWorld(folder.path, [{ calls }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve all');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A3') });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger one': 1 });
});

test('a policy that became stricter while the run waited is asked about every call that has not begun', async () => {
	using folder = temporaryFolder();
	const calls = [danger('one'), { tool: 'append', args: { path: 'a.txt', text: 'x' } }];
	const world = aWorld(folder.path, [{ calls }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	const { gate } = world;
	world.gate = { judge: (call, context) => ({ ...gate.judge(call, context), decision: 'block' as const }) };
	world.say(maintainer, '/deny A1 no');
	await world.job('comment/2');
	expect(world.disk.size).toBe(0);
});

test.each([
	[
		'a workspace that the journal did not record',
		(world: World) => world.tamper({ manifest: { baseSha: 'b'.repeat(40), entries: [] } }),
	],
	['the label of another run', (world: World) => world.tamper({ label: { run: '1-other' } })],
	['a journal that was cut', (world: World) => world.tamper({ cut: 1 })],
])('a checkpoint with %s is not resumed', async (_what, tamper) => {
	using folder = temporaryFolder();
	const calls = [{ tool: 'append', args: { path: 'a.txt', text: 'x' } }, danger('x')];
	const world = aWorld(folder.path, [{ calls }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	tamper(world);
	world.loseDisk();
	world.say(maintainer, '/approve all');
	await expect(world.job('comment/2')).rejects.toMatchObject({ code: 'journal-broken' });
	expect(world.effects.size).toBe(0);
});

test('calls that one comment cannot show whole are asked for one comment after the other', async () => {
	using folder = temporaryFolder();
	const calls = [danger('x'.repeat(40_000)), danger('y'.repeat(30_000))];
	const world = aWorld(folder.path, [{ calls }, { text: 'Done.' }]);
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ message: expect.stringMatching(/A1\.$/) });
	world.say(maintainer, '/approve all');
	expect(await world.job('comment/2')).toMatchObject({ message: expect.stringMatching(/A2\.$/) });
	expect(world.effects.size).toBe(1);
	for (const comment of world.comments) expect(comment.body.length).toBeLessThan(65_000);
});

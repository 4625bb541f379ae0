import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const look = { tool: 'look', args: {} };
const danger = { tool: 'danger', args: { text: 'x' } };
const minute = 60_000;

function worldOf(folder: string, turns: ConstructorParameters<typeof World>[1], budget: World['budget']): World {
	const world = new World(join(folder, 'job'), turns);
	world.budget = budget;
	return world;
}

/** Each request of this world costs two tokens. */
test('at the token cap the requested calls still run, and the model is not asked again', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [look] }, { calls: [look] }, { calls: [look] }], { tokensPerRun: 4 });
	expect(await world.job('comment/1', agentRequest())).toEqual({
		kind: 'completed',
		reason: 'budget-exhausted',
		message: 'Stopped at a limit. It has used 4 of 4 tokens (`budget.tokens_per_run`).',
	});
	expect(world.modelCalls).toBe(2);
});

test('the token cap counts all processes of a run', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [danger] }, { calls: [look] }], { tokensPerRun: 2 });
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'waiting' });
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ reason: 'budget-exhausted' });
	expect(world.effects.get('danger x')).toBe(1);
	expect(world.modelCalls).toBe(1);
});

test('a run that ends by itself at the cap counts as answered', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ text: 'Done.' }], { tokensPerRun: 2, minutesPerRun: 1 });
	expect(await world.job('comment/1', agentRequest())).toMatchObject({ kind: 'completed', reason: 'answered' });
});

test('at the minute cap the model gives a last answer without tools [seeds 82]', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [look] }, { calls: [danger] }, {}], { minutesPerRun: 5 });
	world.onMoment = (name) => {
		if (name === 'after tool look') world.now += 6 * minute;
	};
	expect(await world.job('comment/1', agentRequest())).toMatchObject({
		...{ kind: 'completed', reason: 'budget-exhausted' },
		message: expect.stringContaining('5 minutes (`budget.minutes_per_run`)'),
	});
	expect(world.requests.map(({ closing }) => closing)).toEqual([false, true]);
	expect(world.effects.size).toBe(0);
});

test('the minute cap does not count time that a run waits', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [{ calls: [danger] }, { text: 'Done.' }], { minutesPerRun: 5 });
	await world.job('comment/1', agentRequest());
	world.now += 600 * minute;
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed', reason: 'answered' });
	expect(world.effects.get('danger x')).toBe(1);
});

test('a used-up daily cap that does not ask ends the run before its first request', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [], { tokensPerDay: 10, atCap: 'end' });
	world.spent.push('2026-11-21/9-x-1/10/60', '2026-11-20/9-x-1/999999/60', 'no/such/name', '2026-11-21/9-x-2/-5/x');
	expect(await world.job('comment/1', agentRequest())).toEqual({
		kind: 'completed',
		reason: 'budget-exhausted',
		message: 'Stopped at a limit. The 10 tokens of 2026-11-21 (UTC) are used up (`budget.tokens_per_day`).',
	});
	expect(world.modelCalls).toBe(0);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, World } from '../support/world.ts';

const second = { id: 8, login: 'second', type: 'User' };
const hour = 3_600_000;

/** A run that waits for a dangerous step for each of these texts, A1 first. */
async function waitingFor(folder: string, texts: readonly string[]): Promise<World> {
	const world = new World(join(folder, 'job'), [{ calls: texts.map((text) => ({ tool: 'danger', args: { text } })) }]);
	world.rights.set(second.id, { role: 'write', mayWrite: true });
	await world.job('comment/1', agentRequest());
	return world;
}

test('a denial after the expiry still stops an approved step that has not begun', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x']);
	world.now += 23 * hour;
	world.say(maintainer, '/approve A1');
	world.now += 2 * hour;
	world.say(second, '/deny A1 not today');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'denied' });
	expect(world.effects.size).toBe(0);
});

test('a denial after the expiry stops a step that was approved in an earlier job', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x', 'y']);
	world.say(maintainer, '/approve A2');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	world.now += 23 * hour;
	world.say(maintainer, '/approve A1');
	world.now += 2 * hour;
	world.say(second, '/deny A2 not today');
	await world.job('comment/3');
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1 });
});

test('an approval after the expiry does not count [seeds 38]', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x']);
	world.now += 25 * hour;
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'denied' });
	expect(world.effects.size).toBe(0);
});

test('a bare `/approve` for the only open step counts before the other approved step has begun', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x', 'y']);
	world.say(maintainer, '/approve A2');
	world.say(maintainer, '/approve');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1, 'danger y': 1 });
});

test('a bare `/deny` applies to the open step, or to the approved step if none is open', async () => {
	using folder = temporaryFolder();
	const alone = await waitingFor(join(folder.path, 'alone'), ['x']);
	alone.say(maintainer, '/approve A1');
	alone.say(second, '/deny');
	expect(await alone.job('comment/2')).toMatchObject({ kind: 'denied' });
	expect(alone.effects.size).toBe(0);
	const world = await waitingFor(join(folder.path, 'two'), ['x', 'y']);
	world.say(maintainer, '/approve A1');
	world.say(second, '/deny');
	await world.job('comment/2');
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1 });
});

test.each<[string, readonly string[]]>([
	['in one comment', ['/approve A1 A2']],
	['in two comments', ['/approve A1', '/approve A2']],
	['without ids', ['/approve all']],
])('a bare `/deny` after all steps were approved %s stops all that have not begun', async (_how, yeses) => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x', 'y']);
	for (const yes of yeses) world.say(maintainer, yes);
	world.say(second, '/deny');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'denied' });
	expect(world.effects.size).toBe(0);
});

test('a bare `/deny` stops all steps even if a dead job has recorded their approvals', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x', 'y']);
	world.say(maintainer, '/approve A2');
	world.say(maintainer, '/approve A1');
	let recorded = 0;
	world.onMoment = (name) => {
		if (name === 'appended approval') recorded += 1;
		if (recorded === 2) throw new Killed();
	};
	await world.job('comment/2').catch(() => undefined);
	world.onMoment = () => undefined;
	world.say(second, '/deny');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'denied' });
	expect(world.effects.size).toBe(0);
});

test('a bare `/deny` for the open step does not stop the approved one', async () => {
	using folder = temporaryFolder();
	const world = await waitingFor(folder.path, ['x', 'y']);
	world.say(maintainer, '/approve A2');
	world.say(second, '/deny');
	await world.job('comment/2');
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger y': 1 });
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allNumbers } from '../../src/report/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, stranger, World } from '../support/world.ts';

const danger = (text: string) => ({ tool: 'danger', args: { text } });
const replies = ({ comments }: World) => comments.filter(({ body }) => body.includes('<!-- countersign:reply:'));

async function twoAsked(folder: string): Promise<World> {
	const world = new World(join(folder, 'job'), [{ calls: [danger('x'), danger('y')] }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	return world;
}

test('an ambiguous answer gets one reply, and the run keeps waiting', async () => {
	using folder = temporaryFolder();
	const world = await twoAsked(folder.path);
	world.say(maintainer, '/approve');
	for (const command of ['comment/2', 'comment/2', 'comment/3'])
		expect(await world.job(command)).toMatchObject({ kind: 'waiting' });
	expect(replies(world).map(({ body }) => body)).toEqual([
		expect.stringMatching(/^@maintainer 2 steps wait.*`\/approve A1 A2`/),
	]);
	expect(world.effects.size).toBe(0);
});

test('an answer with an unknown id counts for the other ids, and a reply names the unknown one', async () => {
	using folder = temporaryFolder();
	const world = await twoAsked(folder.path);
	world.say(maintainer, '/approve A9 A1 A2');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed' });
	expect(replies(world).map(({ body }) => body)).toEqual([
		expect.stringMatching(/^@maintainer A9 was not asked for in this run\./),
	]);
	expect(world.effects.size).toBe(2);
});

test('an ambiguous answer by a stranger gets no reply', async () => {
	using folder = temporaryFolder();
	const world = await twoAsked(folder.path);
	world.say(stranger, '/approve');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	expect(replies(world)).toEqual([]);
});

test('a request shows all decisions after the last one', async () => {
	using folder = temporaryFolder();
	const world = await twoAsked(folder.path);
	const request = () => world.comments.find(({ body }) => body.includes('countersign:request:'))?.body ?? '';
	const asked = request();
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	expect(request()).toBe(asked);
	world.say(maintainer, '/deny A2 not needed');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'denied' });
	expect(request()).toContain('### ✍️ Decided');
	expect(request()).toMatch(/\| A1 \| ✅ approved by `@maintainer` \(admin\), 2026-.* UTC \| done \|/);
	expect(request()).toMatch(/\| A2 \| 🛑 denied by `@maintainer` \(admin\), 2026-.* UTC \| not done \|/);
	expect(request()).toContain('\n\nA2:\n\n> not needed\n\n');
	expect(request()).toContain('<summary>What was asked</summary>');
	expect(request()).not.toContain('with a new comment');
	expect(allNumbers(request())).toEqual([1, 2]);
	expect(request()).toMatch(/<!-- countersign:request:\S+"state":"decided"} -->$/);
});

test('a thousand comments of a stranger cause only a few checks of their access in each process', async () => {
	using folder = temporaryFolder();
	const world = await twoAsked(folder.path);
	for (let index = 0; index < 300; index++)
		for (const body of ['/approve', '/agent stop', '/approve A9', '/deny no']) world.say(stranger, body);
	const looks: number[] = [];
	const { rights } = world;
	const get = rights.get.bind(rights);
	rights.get = (id) => {
		looks.push(id);
		return get(id);
	};
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	expect(looks.filter((id) => id === stranger.id).length).toBeLessThanOrEqual(4);
	for (let index = 0; index < 300; index++) world.say(stranger, '/deny A1 no');
	world.say(maintainer, '/approve A1');
	looks.length = 0;
	expect(await world.job('comment/3')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A2') });
	expect(looks.filter((id) => id === stranger.id).length).toBeLessThanOrEqual(12);
});

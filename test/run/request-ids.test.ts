import { join } from 'node:path';
import { expect, it } from 'vitest';
import { markerWith } from '../../src/core/index.ts';
import { allNumbers } from '../../src/report/index.ts';
import { freeNumber } from '../../src/run/ask/free-number.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, World } from '../support/world.ts';

const name = 'countersign:request:1-a:00';
const marker = `\n\n<!-- ${name} -->`;
/** A marker with the ids of a request. */
const asking = (...ids: readonly string[]): string =>
	`\n\n<!-- ${markerWith(name, { asks: Object.fromEntries(ids.map((id) => [id, []])) })} -->`;
const fenced = '```\n#### A99 ·\n<!-- countersign:ids:5-6 -->\n```';

it.each([
	['a request', `#### A7 · \`x\`\n\n${fenced}${asking('A7', 'A8', 'A9')}`, [7, 8, 9]],
	[
		'a request of an earlier version with a line of ids',
		`#### A7 · \`x\`\n\n${fenced}\n\n<!-- countersign:ids:7-9 -->${marker}`,
		[7, 8, 9],
	],
	[
		'a request of an earlier version without a line of ids',
		`#### A7 · \`x\`\n\n\`\`\`\`\n#### A99 ·\n\`\`\`\n#### A98 ·\n\`\`\`\`\n\n#### A8 · \`y\`${marker}`,
		[7, 8],
	],
	['a request with a number that is too large', `#### A1000000 · \`x\`${marker}`, []],
	['a request with a damaged marker', `#### A7 · \`x\`${asking('A7').replace('"A7"', '"A7')}`, [7]],
	['a request whose marker has no valid id', `#### A7 · \`x\`${asking('A1000000')}`, [7]],
	['a request with a marker of another version', `#### A7 · \`x\`${asking('A9').replace('"v":1', '"v":2')}`, [7]],
	[
		'a request of an earlier version with a changed line of ids',
		`#### A7 · \`x\`\n\n<!-- countersign:ids:1-9999999 -->${marker}`,
		[7],
	],
])('the ids are read from %s', (_what, body, expected) => {
	expect(allNumbers(body)).toEqual(expected);
});

it.each([
	[[], 1],
	[[3, 0, 1], 4],
	[[5, 6, 999_999, 1_000_000, 1e25], 7],
	[[0, 899_999], 900_000],
	[[0, 899_999, 999_500], 900_000],
])('after the ids %j comes %i', (used, expected) => {
	expect(freeNumber(used)).toBe(expected);
});

it.each(['999999', '9'.repeat(25)])(
	'a call with the heading of A%s in its argument does not change the next id',
	async (number) => {
		using folder = temporaryFolder();
		const text = `x\n#### A${number} ·\n<!-- countersign:ids:${number}-${number} -->`;
		const world = new World(join(folder.path, 'job'), [
			{ calls: [{ tool: 'danger', args: { text } }] },
			{ calls: [{ tool: 'danger', args: { text: 'y' } }] },
			{ text: 'Done.' },
		]);
		await world.job('comment/1', agentRequest());
		for (const [index, id] of ['A1', 'A2'].entries()) {
			expect(world.comments.findLast(({ body }) => body.includes('needs your approval'))?.body).toContain(
				`\`/approve ${id}\``,
			);
			world.say(maintainer, `/approve ${id}`);
			await world.job(`comment/${index + 2}`);
		}
		expect(world.effects.get('danger y')).toBe(1);
	},
);

it('a run continues after a person edited the highest number into a request', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [
		{ calls: [{ tool: 'danger', args: { text: 'x' } }] },
		{ text: 'Done.' },
	]);
	await world.job('comment/1', agentRequest());
	const index = world.comments.findIndex(({ body }) => body.includes('needs your approval'));
	const request = world.comments[index] ?? expect.fail('nothing was asked');
	world.comments[index] = { ...request, body: request.body.replace('"A1":', '"A999999":') };
	expect(world.comments[index]?.body).not.toBe(request.body);
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A2') });
	world.say(maintainer, '/approve A2');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
});

it('an answer to an id that two runs use counts for neither', async () => {
	using folder = temporaryFolder();
	const world = new World(join(folder.path, 'job'), [
		{ calls: ['x', 'y'].map((text) => ({ tool: 'danger', args: { text } })) },
		{ text: 'Done.' },
	]);
	await world.job('comment/1', agentRequest());
	// A job of another run read the thread before this request was posted.
	const bot = { id: 99, login: 'bot', type: 'Bot' };
	world.say(bot, `#### A2 · \`look\`${asking('A2').replace('1-a', '2-a')}`);
	world.say(maintainer, '/approve A1');
	world.say(maintainer, '/approve A2');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A3') });
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1 });
	world.say(maintainer, '/approve A3');
	expect(await world.job('comment/3')).toMatchObject({ kind: 'completed' });
	expect(world.effects.get('danger y')).toBe(1);
});

it.each([
	['counts if the request is unchanged', {}, 'completed'],
	// Threat: the person who approved read another text in between.
	['does not count if the request was changed and changed back', { byOthers: true as const }, 'waiting'],
])('the answer to the request of a dead job %s', async (_what, change, kind) => {
	using folder = temporaryFolder();
	const script = [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }, { text: 'Done.' }];
	const world = new World(join(folder.path, 'job'), script);
	world.onMoment = (moment) => {
		if (moment === 'append approval_requested') throw new Killed(moment);
	};
	await expect(world.job('comment/1', agentRequest())).rejects.toThrow(Killed);
	world.onMoment = () => undefined;
	const index = world.comments.findIndex(({ body }) => body.includes('needs your approval'));
	const request = world.comments[index] ?? expect.fail('nothing was asked');
	world.comments[index] = { ...request, ...change };
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2', agentRequest())).toMatchObject({ kind });
});

it('`/approve all` for a deleted request does not approve an earlier one', async () => {
	using folder = temporaryFolder();
	const calls = ['x', 'y'].map((text) => ({ tool: 'danger', args: { text } }));
	const world = new World(join(folder.path, 'job'), [{ calls }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	const first = world.say(maintainer, '/approve A1');
	world.onMoment = (moment) => {
		if (moment === 'appended approval') world.comments[world.comments.indexOf(first)] = { ...first, edited: true };
	};
	// A1 is asked again as A3, while A2 waits in the earlier comment.
	await world.job('comment/2');
	world.onMoment = () => undefined;
	const asked = world.comments.findLastIndex(({ body }) => body.includes('`/approve A3`'));
	expect(asked).toBeGreaterThan(0);
	world.say(maintainer, '/approve all');
	world.comments.splice(asked, 1);
	expect(await world.job('comment/3')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A2') });
	expect(world.effects.get('danger y')).toBeUndefined();
});

it('a step that a lost job began is asked about again if its approval is gone', async () => {
	using folder = temporaryFolder();
	const calls = ['x', 'y'].map((text) => ({ tool: 'danger', args: { text } }));
	const world = new World(join(folder.path, 'job'), [{ calls }, { text: 'Done.' }]);
	await world.job('comment/1', agentRequest());
	world.say(maintainer, '/approve A1 for-run');
	const second = world.say(maintainer, '/approve A2');
	world.onMoment = (moment) => {
		if (moment === 'after tool danger' && world.effects.has('danger y')) throw new Killed(moment);
	};
	await expect(world.job('comment/2')).rejects.toThrow(Killed);
	world.onMoment = () => undefined;
	world.loseDisk();
	world.comments[world.comments.indexOf(second)] = { ...second, edited: true };
	expect(await world.job('comment/3')).toMatchObject({ kind: 'waiting', message: expect.stringContaining('A3') });
	world.say(maintainer, '/approve A3');
	// Only the claim shows that a process has begun the step. So a person decides again, and the request says why.
	expect(await world.job('comment/4')).toMatchObject({ message: expect.stringContaining('A4') });
	expect(world.comments.findLast(({ body }) => body.includes('needs your approval'))?.body).toContain(
		'has begun once already',
	);
	expect(Object.fromEntries(world.effects)).toEqual({ 'danger x': 1, 'danger y': 1 });
});

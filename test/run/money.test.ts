import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Chunk, Model, Price, Usage } from '../../src/core/index.ts';
import { cascade } from '../../src/models/cascade.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

const price: Price = {
	model: 'x:one',
	asOf: '2026-11-05',
	...{ input: 10, output: 50, cached: 1, written: 12.5 },
	longer: { than: 100_000, input: 20, output: 100, cached: 2, written: 25 },
};
const small: Usage = { input: 10_000, output: 1_000, cached: 6_000, written: 2_000 };
// 2,000 fresh, 6,000 cached, 2,000 written, 1,000 out.
const centsOfSmall = 2 + 0.6 + 2.5 + 5;

/** A world whose models reply in turn: each one reads, and the last one answers. */
function worldOf(folder: string, replies: readonly (readonly [string, Usage])[], cents?: number): World {
	const world = new World(join(folder, 'job'), []);
	const asked = (count: number) => replies[count] ?? ['x:one', small];
	const model: Model = {
		id: 'x:one',
		async *stream({ messages }) {
			const count = messages.filter(({ role }) => role === 'assistant').length;
			const [id, usage] = asked(count);
			const call: Chunk = { kind: 'call', call: { id: `c${count}`, name: 'look', args: { path: String(count) } } };
			yield count + 1 < replies.length ? call : { kind: 'text', text: 'Done.' };
			yield { kind: 'end', raw: '{}', stop: 'end', usage, model: id };
		},
	};
	world.ownModel = model;
	world.prices = [price];
	world.budget = cents === undefined ? {} : { centsPerRun: cents, atCap: 'ask' };
	return world;
}

const run = (world: World) => world.job('comment/1', agentRequest());
const commentOf = (world: World, start = '<!-- countersign'): string =>
	world.comments.findLast(({ mine, body }) => mine && body.includes(start))?.body ?? '';

test('the comment shows the cost of fresh, cached, and written tokens', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [
		['x:one', small],
		['x:one', small],
	]);
	await run(world);
	expect(commentOf(world)).toContain(
		`about $${((2 * centsOfSmall) / 100).toFixed(2)} at the list prices of 2026-11-05`,
	);
});

test('a long prompt is charged at the long rates as a whole', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [['x:one', { input: 200_000, output: 10_000, cached: 0 }]]);
	await run(world);
	expect(commentOf(world)).toContain('about $5.00 at');
});

test('the comment says "at least" and names the model if a price is unknown', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [
		['x:one', small],
		['x:two', small],
	]);
	await run(world);
	expect(commentOf(world)).toContain('at least $0.10 at the list prices of 2026-11-05');
	expect(commentOf(world)).toContain('`x:two` 10000 tokens in, 1000 out, price not known');
	using other = temporaryFolder();
	const unpriced = worldOf(other.path, [['x:two', small]]);
	await run(unpriced);
	expect(commentOf(unpriced)).toContain('price not known');
	expect(commentOf(unpriced)).not.toContain('$');
});

test('the comment shows no prices for an old journal without prices', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [['x:one', small]]);
	world.prices = undefined;
	await run(world);
	expect(commentOf(world)).not.toMatch(/price|\$/);
});

test('a cap in money asks, and an approval adds the same amount', async () => {
	using folder = temporaryFolder();
	const replies = Array.from({ length: 4 }, () => ['x:one', small] as const);
	const world = worldOf(folder.path, replies, 15);
	expect(await run(world)).toMatchObject({ kind: 'waiting' });
	const request = commentOf(world, 'countersign:request:');
	expect(request).toContain('**$0.20 of $0.15 US dollars at list prices** (`budget.usd_per_run`)');
	expect(request).toContain('continues with a limit of $0.30 US dollars at list prices ($0.15 more)');
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'waiting' });
	world.say(maintainer, '/deny A2 because it is enough');
	const outcome = await world.job('comment/3');
	expect(outcome).toMatchObject({ kind: 'completed', reason: 'budget-exhausted' });
	expect(outcome.message).toContain('It has cost $0.30 of $0.30 at list prices (`budget.usd_per_run`)');
});

test.each([
	['and another model answers', 'Done.', 1, 1],
	['and the other model is empty twice, too', '', 2, 2],
])('the cost includes an empty reply: %s', async (_when, text, times, othersTimes) => {
	using folder = temporaryFolder();
	const playing = (id: string, said: string): Model => ({
		id,
		async *stream() {
			if (said !== '') yield { kind: 'text', text: said };
			yield { kind: 'end', raw: '{}', stop: 'end', usage: small };
		},
	});
	const world = worldOf(folder.path, []);
	world.prices = [price, { ...price, model: 'y:two' }];
	const members = [playing('x:one', ''), playing('y:two', text)].map((model) => ({ model, isLocal: true }));
	world.ownModel = cascade(members, { now: () => 0, isOnline: () => true });
	await run(world);
	const dollars = ((times + othersTimes) * centsOfSmall) / 100;
	expect(commentOf(world)).toContain(`about $${dollars.toFixed(2)} at the list prices`);
});

test('a daily cap in money counts other runs, and this run saves its cost rounded up', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [
		['x:one', small],
		['x:one', small],
	]);
	world.budget = { centsPerDay: 200, atCap: 'ask' };
	world.spent.push('2026-11-21/9-x-1/7/60-191', '2026-11-20/9-x-1/7/60-999');
	expect(await run(world)).toMatchObject({ kind: 'waiting' });
	const request = commentOf(world, 'countersign:request:');
	expect(request).toContain('**$2.02 of $2.00 US dollars at list prices** on 2026-11-21 UTC (`budget.usd_per_day`)');
	expect(world.spent.at(-1)).toMatch(/^2026-11-21\/1-r-1\/11000\/\d+-11$/);
	world.say(maintainer, '/deny A1 because it is enough');
	const outcome = await world.job('comment/2');
	expect(outcome).toMatchObject({ kind: 'completed', reason: 'budget-exhausted' });
	expect(outcome.message).toContain('The $2.00 at list prices of 2026-11-21 (UTC) are used up (`budget.usd_per_day`)');
});

test('at a used-up daily cap in money a run asks before its first request', async () => {
	using folder = temporaryFolder();
	const world = worldOf(folder.path, [['x:one', small]]);
	world.budget = { centsPerDay: 200, atCap: 'ask' };
	world.spent.push('2026-11-21/9-x-1/7/60-200');
	expect(await run(world)).toMatchObject({ kind: 'waiting' });
	expect(world.spent.at(-1)).toMatch(/^2026-11-21\/1-r-1\/0\/\d+$/);
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ kind: 'completed', reason: 'answered' });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEntries } from '../../src/journal/index.ts';
import { maxCallsPerReply } from '../../src/run/calls/call-cap.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, Killed, maintainer, type Turn, World } from '../support/world.ts';

const look = { tool: 'look', args: { path: 'a.txt', text: 'x' } };
const other = { tool: 'look', args: { path: 'b.txt' } };
const append = (text: string) => ({ tool: 'append', args: { path: 'a.txt', text } });
const times = (count: number, turn: Turn): readonly Turn[] => Array.from({ length: count }, () => turn);

function worldOf(folder: string, turns: readonly Turn[], budget: World['budget'] = {}): World {
	const world = new World(join(folder, 'job'), turns);
	world.budget = { idleRounds: 3, maxIterations: 40, ...budget };
	return world;
}

const job = (world: World) => world.job('comment/1', agentRequest());
const entriesOf = (world: World) => parseEntries(readFileSync(join(world.folder, 'journal.jsonl')));
/** Returns the last results that the model got for each round of calls. */
const toldIn = (world: World): readonly string[] =>
	(world.requests.at(-1)?.messages ?? []).flatMap((message) =>
		message.role === 'tools' ? [message.results.map(({ text }) => text).join('|')] : [],
	);
const circling = { kind: 'completed', reason: 'no-progress', message: expect.stringContaining('only repeated calls') };

describe('a model that repeats its calls', () => {
	test('gets a warning, then gives a last answer, and the outcome says why', async () => {
		using folder = temporaryFolder();
		const reordered = { tool: 'look', args: { text: 'x', path: 'a.txt' } };
		const turns = [...times(2, { calls: [look] }), ...times(2, { calls: [reordered] }), { text: 'I am stuck.' }];
		const world = worldOf(folder.path, turns);
		expect(await job(world)).toMatchObject(circling);
		expect(world.requests.map(({ closing }) => closing)).toEqual([false, false, false, false, true]);
		expect(toldIn(world).map((text) => /Seen (\d+) times/.exec(text)?.[1])).toEqual([undefined, undefined, '3', '4']);
		expect(toldIn(world)[2]).toContain('the last one with tools');
	});

	test('gets a warning and stops even if it alternates two calls', async () => {
		using folder = temporaryFolder();
		const turns = [0, 1, 2].flatMap(() => [{ calls: [look] }, { calls: [other] }]);
		const world = worldOf(folder.path, [...turns.slice(0, 5), { text: 'Stuck.' }]);
		expect(await job(world)).toMatchObject(circling);
		expect(toldIn(world)[3]).toContain('Seen 2 times');
	});

	test('gets the same warning bytes in every later request, even after a crash', async () => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path, [...times(4, { calls: [look] }), { text: 'Stuck.' }]);
		world.onMoment = (name) => {
			if (name !== 'model' || world.modelCalls !== 5) return;
			world.onMoment = () => undefined;
			throw new Killed('in the closing call');
		};
		await expect(job(world)).rejects.toThrow(Killed);
		expect(await job(world)).toMatchObject(circling);
		const sent = world.requests.map(({ messages }) => messages.map((message) => JSON.stringify(message)));
		for (const [index, messages] of sent.entries())
			expect((sent[index + 1] ?? sent.at(-1) ?? []).slice(0, messages.length)).toEqual(messages);
	});

	test('stops without a request for more iterations or tokens', async () => {
		using folder = temporaryFolder();
		const turns = [...times(4, { calls: [look] }), { text: 'Stuck.' }];
		expect(await job(worldOf(folder.path, turns, { maxIterations: 4, atCap: 'ask' }))).toMatchObject(circling);
		using spent = temporaryFolder();
		const world = worldOf(spent.path, turns, { tokensPerRun: 8, atCap: 'ask' });
		expect(await job(world)).toMatchObject({ kind: 'completed', reason: 'budget-exhausted' });
		expect(world.modelCalls).toBe(4);
	});
});

describe('calls that do not count as repeated', () => {
	test('polling with changing results', async () => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path, times(9, { calls: [look] }));
		world.onMoment = (name) => {
			if (name === 'before tool look') world.outputs.set('look', { ok: true, text: `pending ${world.modelCalls}` });
			if (world.modelCalls === 9) world.outputs.set('look', { ok: true, text: 'green' });
		};
		expect(await job(world)).toMatchObject({ reason: 'answered' });
	});

	test('the same read after each file change', async () => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path, [
			...['1', '2', '3', '4', '5'].flatMap((text) => [{ calls: [look] }, { calls: [append(text)] }]),
			{ text: 'Done.' },
		]);
		expect(await job(world)).toMatchObject({ reason: 'changes-undelivered' });
		expect(toldIn(world).join()).not.toContain('Seen');
	});

	test('the same read after an effect outside the files', async () => {
		using folder = temporaryFolder();
		const danger = (text: string) => ({ tool: 'danger', args: { text } });
		const turns = ['1', '2', '3', '4'].flatMap((text) => [{ calls: [look] }, { calls: [danger(text)] }]);
		const world = worldOf(folder.path, [...turns, { text: 'Done.' }]);
		world.gate = { judge: (call) => ({ ...verdictOf(call.name), decision: 'allow' }) };
		expect(await job(world)).toMatchObject({ reason: 'answered' });
		expect(toldIn(world).join()).not.toContain('Seen');
	});

	test('repeated calls in an old journal without this limit', async () => {
		using folder = temporaryFolder();
		const world = worldOf(folder.path, [...times(6, { calls: [look] }), { text: 'Done.' }]);
		world.budget = {};
		expect(await job(world)).toMatchObject({ reason: 'answered' });
		expect(toldIn(world).join()).not.toContain('Seen');
	});
});

function verdictOf(name: string) {
	const effects =
		name === 'look' ? [{ kind: 'read' as const, path: 'a.txt' }] : [{ kind: 'exec' as const, program: name, argv: [] }];
	return { risk: 'low' as const, reason: 'r', rule: 'r', effects, matches: [], executes: [] };
}

test('of a reply with 200 calls only the first ones run, and the others get errors', async () => {
	using folder = temporaryFolder();
	const calls = Array.from({ length: 200 }, (_, index) => ({ tool: 'look', args: { path: `f${index}` } }));
	const world = worldOf(folder.path, [
		{ calls: [...calls.slice(0, 150), { tool: 'danger', args: { text: 'x' } }, ...calls.slice(151)] },
	]);
	expect(await job(world)).toMatchObject({ kind: 'completed', reason: 'answered' });
	const started = entriesOf(world).filter(({ type }) => type === 'tool_started');
	expect(started).toHaveLength(maxCallsPerReply);
	const [results] = (world.requests.at(-1)?.messages ?? []).flatMap((message) =>
		message.role === 'tools' ? [message.results] : [],
	);
	expect(results?.map(({ ok }) => ok)).toEqual(calls.map((_, index) => index < maxCallsPerReply));
	expect(results?.at(-1)?.text).toContain(`200 calls, and only its first ${maxCallsPerReply} count`);
});

test('the next results tell the model about iterations that a maintainer approved', async () => {
	using folder = temporaryFolder();
	const turns = ['1', '2', '3'].map((text) => ({ calls: [append(text)] }));
	const world = worldOf(folder.path, [...turns, { text: 'Done.' }], { maxIterations: 2, atCap: 'ask' });
	expect(await job(world)).toMatchObject({ kind: 'waiting' });
	world.say(maintainer, '/approve A1');
	expect(await world.job('comment/2')).toMatchObject({ reason: 'changes-undelivered' });
	expect(toldIn(world).map((text) => text.includes('4 rounds of calls in all now, and 2 of them are used'))).toEqual([
		false,
		true,
		false,
	]);
});

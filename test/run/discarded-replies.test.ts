import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Chunk, CountersignError, type Model, type ModelRequest } from '../../src/core/index.ts';
import { parseEntries } from '../../src/journal/index.ts';
import { patience, patientModel } from '../../src/models/patient.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, World } from '../support/world.ts';

const text = (said: string): Chunk => ({ kind: 'text', text: said });
const call = (id: string): Chunk => ({
	kind: 'call',
	call: { id, name: 'append', args: { path: 'a.txt', text: 'x' } },
});
const end: Chunk = { kind: 'end', raw: '{}', stop: 'end', usage: { input: 100, output: 10, cached: 0 } };
const empty: readonly Chunk[] = [text(' \n'), end];
const cut = (...before: readonly Chunk[]): readonly Chunk[] => before;

/** A world whose model plays one of these streams per request. A stream without an end breaks off. */
function worldOf(folder: string, streams: readonly (readonly Chunk[])[]) {
	const world = new World(join(folder, 'job'), []);
	const requests: ModelRequest[] = [];
	const model: Model = {
		id: 'x:one',
		async *stream(request) {
			requests.push(request);
			yield* streams[requests.length - 1] ?? [text('Done.'), end];
		},
	};
	world.ownModel = patientModel(model, patience, (milliseconds) => world.sleep(milliseconds));
	return { world, requests };
}

const run = (world: World) => world.job('comment/1', agentRequest());
const discardedIn = (world: World) =>
	parseEntries(readFileSync(join(world.folder, 'journal.jsonl'))).flatMap((entry) =>
		entry.type === 'reply_discarded' ? [entry] : [],
	);
const commentOf = (world: World): string => world.comments.find(({ mine }) => mine)?.body ?? '';

test('a reply that breaks off is requested again unchanged, and no call runs twice', async () => {
	using folder = temporaryFolder();
	const { world, requests } = worldOf(folder.path, [
		cut(text('I write.'), call('c1')),
		cut(call('c1')),
		[text('I write.'), call('c1'), end],
	]);
	expect(await run(world)).toMatchObject({ kind: 'completed', reason: 'changes-undelivered' });
	expect(world.disk.get('a.txt')).toBe('x');
	expect(world.slept).toEqual([2000, 6000]);
	expect(requests.slice(1, 3)).toEqual([requests[0], requests[0]]);
	expect(discardedIn(world)).toMatchObject([
		{ iteration: 1, model: 'x:one', reason: 'broken-off' },
		{ iteration: 1, reason: 'broken-off' },
	]);
	expect(commentOf(world)).toContain('broke reply 1 off; nothing of it was done');
});

test('the tokens of a discarded reply are counted', async () => {
	using folder = temporaryFolder();
	const { world } = worldOf(folder.path, [empty]);
	await run(world);
	expect(commentOf(world)).toContain('200 tokens in (0 cached), 20 out');
});

test('the run fails after the third broken reply, and a later job asks again', async () => {
	using folder = temporaryFolder();
	const broken = cut(text('I'));
	const { world } = worldOf(folder.path, [broken, broken, broken]);
	expect(await run(world)).toMatchObject({ kind: 'failed', reason: 'model-unreachable' });
	expect(discardedIn(world)).toHaveLength(2);
	world.loseDisk();
	expect(await run(world)).toMatchObject({ kind: 'completed', reason: 'answered' });
});

test('an empty reply is requested once more', async () => {
	using folder = temporaryFolder();
	const { world } = worldOf(folder.path, [empty]);
	expect(await run(world)).toMatchObject({ kind: 'completed', reason: 'answered' });
	expect(discardedIn(world)).toMatchObject([{ iteration: 1, reason: 'empty' }]);
	expect(commentOf(world)).toContain('answered nothing as reply 1');
});

test('after a second empty reply, the run ends with `no-answer`', async () => {
	using folder = temporaryFolder();
	const { world, requests } = worldOf(folder.path, [[call('c1'), end], empty, empty]);
	expect(await run(world)).toEqual({
		kind: 'completed',
		reason: 'no-answer',
		message: 'The model ended without an answer, also when asked again.',
	});
	expect(requests).toHaveLength(3);
});

test('the last answer at a cap may be empty', async () => {
	using folder = temporaryFolder();
	const { world, requests } = worldOf(folder.path, [[call('c1'), end], empty]);
	world.budget = { maxIterations: 1 };
	expect(await run(world)).toMatchObject({ reason: 'iterations-exhausted' });
	expect(requests).toHaveLength(2);
});

test('a stream that ends before any text is retried with waits, and no reply is discarded', async () => {
	using folder = temporaryFolder();
	const { world, requests } = worldOf(folder.path, [cut(), cut(), cut()]);
	expect(await run(world)).toMatchObject({ reason: 'answered' });
	expect(world.slept).toEqual([2000, 6000, 18_000]);
	expect(discardedIn(world)).toEqual([]);
	expect(requests).toHaveLength(4);
});

test('the run fails after four tries', async () => {
	using folder = temporaryFolder();
	const { world } = worldOf(folder.path, [cut(), cut(), cut(), cut()]);
	const outcome = await run(world);
	expect(outcome).toMatchObject({ kind: 'failed', reason: 'model-unreachable' });
	expect(outcome.message).toContain('[tried 4 times]');
});

test('another model error is not retried', async () => {
	using folder = temporaryFolder();
	const { world } = worldOf(folder.path, []);
	const refused = new CountersignError({ code: 'model-refused', message: 'Too long.', fix: 'f' });
	const model: Model = {
		id: 'x:one',
		stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refused) }) }),
	};
	world.ownModel = patientModel(model, patience, (milliseconds) => world.sleep(milliseconds));
	expect(await run(world)).toMatchObject({ kind: 'failed', reason: 'model-refused' });
	expect(world.slept).toEqual([]);
});

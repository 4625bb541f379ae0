import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Checkpoint, CountersignError, type Forge, type Outcome, type RunStore } from '../../src/core/index.ts';
import { createApi } from '../../src/github/index.ts';
import { type SweepContext, sweep } from '../../src/job/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, World } from '../support/world.ts';

const day = 86_400_000;
const done: Outcome = { kind: 'denied', reason: 'denied-by-maintainer', message: 'x' };

/** A repository with waiting runs, `days` later. The first run asked last. */
async function aContext(folder: string, count: number, days: number) {
	const checkpoints = new Map<string, Checkpoint>();
	const threads = new Map<number, World>();
	const begun = Date.parse('2026-11-01T00:00:00.000Z');
	for (let index = 1; index <= count; index += 1) {
		const world = new World(join(folder, String(index)), [{ calls: [{ tool: 'danger', args: { text: 'x' } }] }]);
		world.now = begun - index * 60_000;
		await world.job('comment/1', { ...agentRequest(), thread: index });
		threads.set(index, world);
		const found = world.checkpoints.get('1-r')?.checkpoint;
		if (found !== undefined) checkpoints.set(`${index}-r`, found);
	}
	const asked: { readonly route: string; readonly body: unknown }[] = [];
	const warnings: string[] = [];
	const api = createApi({
		octokit: {
			request: async (route, parameters) => {
				asked.push({ route, body: parameters?.['body'] });
				const data = route.startsWith('GET') ? [] : { number: 9, body: '', user: null };
				return { status: 200, data, headers: {} };
			},
		},
		...{ owner: 'octo-org', repo: 'sample', webUrl: 'https://github.example', sleep: async () => undefined },
	});
	const broken = new CountersignError({ code: 'journal-broken', message: 'It is torn.', fix: 'Start anew.' });
	const store: Pick<RunStore, 'waiting' | 'load'> = {
		waiting: async () =>
			[...checkpoints].map(([run, { label }]) => ({ ...label, run, thread: Number(run.split('-')[0]) })),
		load: async (run) => {
			if (run === 'broken') throw broken;
			return checkpoints.get(run);
		},
	};
	const forge: Pick<Forge, 'switchedOff' | 'comments' | 'comment'> = {
		comment: async () => undefined,
		switchedOff: async () => undefined,
		comments: async (thread) => threads.get(thread)?.comments ?? [],
	};
	const now = new Date(begun + days * day);
	const context = { api, forge, store, clock: { now: () => now }, warn: (text: string) => warnings.push(text) };
	return { context: context as unknown as SweepContext, checkpoints, asked, warnings };
}

test('a sweep settles at most ten runs, the oldest first, and leaves the others for the next sweep', async () => {
	using folder = temporaryFolder();
	const { context } = await aContext(folder.path, 12, 2);
	const order: string[] = [];
	const swept = await sweep(context, async (run) => {
		order.push(run);
		return done;
	});
	expect(order).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((index) => `${index}-r`));
	expect(swept).toMatchObject({ left: 2, settled: order, troubles: [], issue: 9 });
	expect(swept.text).toContain('2 more runs can continue');
});

test('runs that cannot be opened do not stop a sweep from settling newer runs', async () => {
	using folder = temporaryFolder();
	const { context } = await aContext(folder.path, 12, 2);
	const order: string[] = [];
	const swept = await sweep(context, async (run) => {
		order.push(run);
		if (run !== '1-r') throw new CountersignError({ code: 'checkpoint-forged', message: 'x', fix: 'y' });
		return done;
	});
	expect(order.at(-1)).toBe('1-r');
	expect(swept).toMatchObject({ left: 0 });
	expect(swept.troubles).toHaveLength(11);
});

test('runs that throw, fail, or are unreadable are reported once and do not stop the others', async () => {
	using folder = temporaryFolder();
	const { context, checkpoints, warnings } = await aContext(folder.path, 3, 2);
	const [first] = checkpoints.values();
	if (first !== undefined) checkpoints.set('broken', first);
	const order: string[] = [];
	const swept = await sweep(context, async (run) => {
		order.push(run);
		if (run === '3-r') throw new Error('a bug');
		return run === '2-r' ? { kind: 'failed', reason: 'checkout-mismatch', message: 'no base' } : done;
	});
	expect(order).toEqual(['3-r', '2-r', '1-r']);
	expect(swept.troubles.map(({ run, why }) => [run, why])).toEqual([
		['broken', 'It is torn. Start anew.'],
		['3-r', expect.stringContaining('a bug')],
		['2-r', 'no base'],
	]);
	expect(warnings).toHaveLength(2);
});

test('a sweep continues no run before it is due, while runs are switched off, or without a checkout', async () => {
	using folder = temporaryFolder();
	const { context, asked } = await aContext(folder.path, 2, 2);
	const never = async (): Promise<Outcome> => {
		throw new Error('it went on');
	};
	const early = { ...context, clock: { ...context.clock, now: () => new Date('2026-11-01T06:00:00.000Z') } };
	expect(await sweep(early)).toMatchObject({ left: 0 });
	expect(asked.filter(({ route }) => !route.startsWith('GET'))).toEqual([]);
	expect(await sweep(context)).toMatchObject({ left: 2, settled: [] });
	const off = { ...context, forge: { ...context.forge, switchedOff: async () => 'label' as const } };
	expect(await sweep(off, never)).toMatchObject({ left: 2, settled: [], off: 'label', troubles: [] });
});

test('a run with an empty saved journal is reported and does not stop the others', async () => {
	using folder = temporaryFolder();
	const { context, checkpoints } = await aContext(folder.path, 2, 2);
	const [first] = checkpoints.values();
	if (first !== undefined) checkpoints.set('9-empty', { ...first, journal: new Uint8Array() });
	const swept = await sweep(context, async () => done);
	expect(swept.settled).toEqual(['2-r', '1-r']);
	expect(swept.troubles).toEqual([
		{ run: '9-empty', thread: 9, why: expect.stringContaining('does not begin with the header') },
	]);
});

test('a run whose issue was deleted is due, and its end is not reported as a problem', async () => {
	using folder = temporaryFolder();
	const { context, warnings } = await aContext(folder.path, 1, 0);
	const gone = new CountersignError({ code: 'github-gone', message: 'It was deleted.', fix: 'Start anew.' });
	const comments = () => Promise.reject(gone);
	const forge = { ...context.forge, comments };
	const message = 'Its issue was deleted.';
	const swept = await sweep({ ...context, forge }, async () => ({ kind: 'cancelled', reason: 'thread-gone', message }));
	expect(swept).toMatchObject({ settled: ['1-r'], troubles: [] });
	expect(warnings).toEqual([`Run 1-r of #1: ${message}`]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyChain } from '../../src/journal/index.ts';
import { seedOf } from '../gate/random.ts';
import { type Share, splitCases } from '../support/share.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Simulation } from './simulation.ts';
import type { Tally } from './simulation-tally.ts';

/** The number of schedules, from SIMULATIONS. Each has its own seed, and SEED sets the first one. */
const schedules = Number(process.env['SIMULATIONS'] ?? 600);
const first = seedOf(1);
const size = 50;
export const cases = splitCases(24);

/** Plays the schedules of this share, and returns how often each kind of event happened in all of them. */
export function playSchedules({ has }: Share): Readonly<Record<string, number>> {
	const sum: Record<string, number> = {};
	const seeds = Array.from({ length: schedules }, (_, index) => index)
		.filter(has)
		.map((index) => first + index);
	const batches = Array.from({ length: Math.ceil(seeds.length / size) }, (_, index) =>
		seeds.slice(index * size, (index + 1) * size),
	);

	test.each(batches.map((batch) => [batch[0], batch] as const))(
		'random schedules from seed %i: one execution per approval, none without, and no endless wait',
		async (_begin, batch) => {
			for (const seed of batch) {
				const tally = await play(seed);
				for (const [name, count] of Object.entries(tally)) sum[name] = (sum[name] ?? 0) + count;
			}
		},
	);
	return sum;
}

/** Checks the counts of all cases except the few quick ones, which cannot show everything. */
export function expectEverythingTried(sum: Readonly<Record<string, number>>): void {
	console.log(`${schedules} schedules from seed ${first}, but the quick ones: ${JSON.stringify(sum)}`);
	const rare = [
		...['together', 'granted', 'free', 'onPulls', 'expiries', 'edits', 'deletions', 'roles', 'replays', 'outages'],
		...['denials', 'rules', 'pushes', 'vouches', 'limits', 'swept', 'beside'],
	];
	for (const name of rare) expect(sum[name], name).toBeGreaterThan(schedules / 40);
	for (const name of ['executions', 'kills', 'lostDisks']) expect(sum[name], name).toBeGreaterThan(schedules / 2);
}

async function play(seed: number): Promise<Tally> {
	using folder = temporaryFolder();
	const simulation = new Simulation(join(folder.path, 'job'), seed);
	const where = `seed ${seed}`;
	const tally = await simulation.play();
	expect(simulation.faults, where).toEqual([]);
	const markers = simulation.world.pulls.map(({ marker }) => marker);
	expect(new Set(markers).size, where).toBe(markers.length);
	expect(saidTwice(simulation), where).toEqual([]);
	// This holds however long GitHub's rate limits are.
	expect(Math.max(0, ...simulation.world.slept), where).toBeLessThanOrEqual(60_000);
	expect(['completed', 'denied', 'cancelled', 'refused'], where).toContain(simulation.end?.kind);
	expect(verifyChain(readFileSync(join(folder.path, 'job', 'journal.jsonl'))).kind, where).toBe('intact');
	return tally;
}

/** Returns the markers of comments that were posted twice. */
function saidTwice({ world }: Simulation): readonly string[] {
	const markers = world.comments.flatMap(({ mine, body }) => /<!-- countersign:\S+ -->$/.exec(mine ? body : '') ?? []);
	return markers.filter((marker, index) => markers.indexOf(marker) !== index);
}

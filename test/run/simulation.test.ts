import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyChain } from '../../src/journal/index.ts';
import { seedOf } from '../gate/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Simulation, type Tally } from './simulation.ts';

/** Schedules that are played; more by SIMULATIONS. Each is named by its seed: SEED repeats one. */
const schedules = Number(process.env['SIMULATIONS'] ?? 600);

test('random maintainers, attackers, crashes and outages: one execution per approval, none without, the journal verifies, nothing waits for ever', async () => {
	const first = seedOf(1);
	const sum: Record<string, number> = {};
	for (let index = 0; index < schedules; index++) {
		const tally = await play(first + index);
		for (const [name, count] of Object.entries(tally)) sum[name] = (sum[name] ?? 0) + count;
	}
	console.log(`${schedules} schedules from seed ${first}: ${JSON.stringify(sum)}`);
	// What was never tried proves nothing.
	for (const name of [
		'executions',
		'denials',
		'kills',
		'outages',
		'lostDisks',
		'edits',
		'deletions',
		'expiries',
		'granted',
	])
		expect(sum[name], name).toBeGreaterThan(schedules / 40);
});

async function play(seed: number): Promise<Tally> {
	using folder = temporaryFolder();
	const simulation = new Simulation(join(folder.path, 'job'), seed);
	const where = `seed ${seed}`;
	const tally = await simulation.play();
	expect(simulation.faults, where).toEqual([]);
	const markers = simulation.world.pulls.map(({ marker }) => marker);
	expect(new Set(markers).size, where).toBe(markers.length);
	expect(['completed', 'denied', 'cancelled', 'refused'], where).toContain(simulation.end?.kind);
	expect(verifyChain(readFileSync(join(folder.path, 'job', 'journal.jsonl'))).kind, where).toBe('intact');
	return tally;
}

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/core/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { agentRequest, maintainer, World } from '../support/world.ts';

interface Raced {
	readonly world: World;
	readonly outcomes: readonly Outcome[];
	readonly moments: number;
}

/** Runs two jobs for two answers to one request. The second job runs completely at one moment of the first. */
async function raced(folder: string, at: number, second: string): Promise<Raced> {
	const world = new World(join(folder, 'job'), [
		{ calls: [{ tool: 'danger', args: { text: 'x' } }] },
		{ text: 'Done.' },
	]);
	await world.job('comment/1', agentRequest());
	world.loseDisk();
	world.say(maintainer, '/approve A1');
	const outcomes: Outcome[] = [];
	let moments = 0;
	world.onMoment = async () => {
		moments += 1;
		if (moments !== at) return;
		world.onMoment = () => undefined;
		world.say(maintainer, second);
		outcomes.push(await world.job('comment/3', undefined, join(folder, 'another-disk')));
	};
	outcomes.push(await world.job('comment/2'));
	return { world, outcomes, moments };
}

test.each(['/approve A1', '/deny A1 no'])(
	'of two parallel resumes, the second with %s, one continues, and the step runs at most once',
	async (second) => {
		using whole = temporaryFolder();
		const { moments } = await raced(whole.path, 0, second);
		expect(moments).toBeGreaterThan(20);
		const ends = new Set<string>();
		for (let at = 1; at <= moments; at++) {
			using folder = temporaryFolder();
			const { world, outcomes } = await raced(folder.path, at, second);
			const where = `at moment ${at} of ${moments}: ${outcomes.map(({ kind }) => kind).join(', ')}`;
			const ran = world.effects.get('danger x') ?? 0;
			const kinds = outcomes.map(({ kind }) => kind);
			expect(ran, where).toBeLessThanOrEqual(1);
			// A job that comes after the end returns the outcome and does nothing.
			expect(
				['duplicate completed', 'completed duplicate', 'denied duplicate', 'completed completed'],
				where,
			).toContain(kinds.join(' '));
			expect(world.modelCalls, where).toBe(2);
			expect(ran, where).toBe(kinds.includes('completed') ? 1 : 0);
			ends.add(kinds.join(' '));
		}
		expect(ends.size).toBeGreaterThan(1);
	},
);

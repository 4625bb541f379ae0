import { expect, test } from 'vitest';
import type { Forge } from '../../src/core/index.ts';
import { oneLook } from '../../src/job/one-look.ts';

/** A forge that counts its readings, and a clock to set. */
function aForge() {
	const readings: number[] = [];
	const clock = { at: 0, now: () => new Date(clock.at) };
	const given = {
		comments: async (thread: number) => {
			readings.push(thread);
			return [];
		},
		upsertComment: async () => undefined,
		switchedOff: async () => undefined,
	} as unknown as Forge;
	return { readings, clock, forge: oneLook(given, clock) };
}

test('the first reading of a thread serves the one that follows at once, and none after it', async () => {
	const { readings, forge } = aForge();
	for (let turn = 0; turn < 4; turn += 1) await forge.comments(1);
	expect(readings).toEqual([1, 1, 1]);
});

test.each<[string, (stage: ReturnType<typeof aForge>) => unknown]>([
	['time has passed', ({ clock }) => (clock.at += 2000)],
	['something was written', ({ forge }) => forge.upsertComment(1, 'x', 'x')],
	['another thread was read', ({ forge }) => forge.comments(2)],
])('where %s, a thread is read anew', async (_what, happens) => {
	const stage = aForge();
	await stage.forge.comments(1);
	await happens(stage);
	await stage.forge.comments(1);
	expect(stage.readings.filter((thread) => thread === 1)).toHaveLength(2);
});

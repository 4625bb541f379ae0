import { expect, test } from 'vitest';
import type { Forge } from '../../src/core/index.ts';
import { oneLook } from '../../src/job/one-look.ts';

/** A forge that records its reads, and a clock that can be set. */
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

test('the first read of a thread also serves the next read, but no later one', async () => {
	const { readings, forge } = aForge();
	for (let turn = 0; turn < 4; turn += 1) await forge.comments(1);
	expect(readings).toEqual([1, 1, 1]);
});

test.each<[string, (stage: ReturnType<typeof aForge>) => unknown]>([
	['two seconds', ({ clock }) => (clock.at += 2000)],
	['a write', ({ forge }) => forge.upsertComment(1, 'x', 'x')],
	['a read of another thread', ({ forge }) => forge.comments(2)],
])('a thread is read again after %s', async (_what, happens) => {
	const stage = aForge();
	await stage.forge.comments(1);
	await happens(stage);
	await stage.forge.comments(1);
	expect(stage.readings.filter((thread) => thread === 1)).toHaveLength(2);
});

import { expect, test, vi } from 'vitest';
import type { Runner } from '../../src/core/index.ts';
import { livingHolder } from '../../src/run/open/living-holder.ts';
import { beginProcess } from '../../src/run/state/process-state.ts';

const now = new Date('2026-11-23T12:00:00Z');
const holder: Runner = { kind: 'actions', id: '1001', attempt: 1 };
const taking = (runner: Runner) => ({ runner, command: 'comment/1' });

/** Returns what a job finds if the previous job was last seen at this time. */
async function found(at: string, { lives = true, ended = false } = {}) {
	const before = beginProcess(undefined, taking(holder), { prev: '', seq: 1, at });
	const stopped = { kind: 'waiting', reason: 'approval-pending', message: '' } as const;
	const process = beginProcess({ ...before, ...(ended ? { stopped } : {}) }, taking({ ...holder, id: '1002' }), {
		...{ prev: '', seq: 9 },
		at: now.toISOString(),
	});
	const isLiving = vi.fn(async () => lives);
	const runner = await livingHolder({ process }, { store: { isLiving }, clock: { now: () => now } });
	return { runner, asked: isLiving.mock.calls.length };
}

test('the previous job holds the run while it is running', async () => {
	expect(await found('2026-11-23T11:59:00Z')).toEqual({ runner: holder, asked: 1 });
	expect(await found('2026-11-23T12:04:00Z')).toEqual({ runner: holder, asked: 1 });
	expect(await found('2026-11-23T11:59:00Z', { lives: false })).toEqual({ runner: undefined, asked: 1 });
});

test('no job holds a run that has stopped or whose last time is in the future', async () => {
	expect(await found('2026-11-23T11:59:00Z', { ended: true })).toEqual({ runner: undefined, asked: 0 });
	expect(await found('2026-11-23T12:06:00Z')).toEqual({ runner: undefined, asked: 0 });
	const alone = beginProcess(undefined, taking(holder), { prev: '', seq: 1, at: now.toISOString() });
	const store = { isLiving: async () => true };
	expect(await livingHolder({ process: alone }, { store, clock: { now: () => now } })).toBeUndefined();
});

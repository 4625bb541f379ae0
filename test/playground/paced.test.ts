import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPace } from '../../playground/page/explorer/paced.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

/** Does a piece of work that takes so many milliseconds, and returns whether the browser got a turn afterwards. */
async function hasTurnAfter(milliseconds: number, pace: () => Promise<void>): Promise<boolean> {
	vi.advanceTimersByTime(milliseconds);
	const paced = pace();
	const waits = vi.getTimerCount() === 1;
	await vi.runAllTimersAsync();
	await paced;
	return waits;
}

test('yields to the browser after each 30 milliseconds of work', async () => {
	const pace = createPace();
	expect(await hasTurnAfter(10, pace)).toBe(false);
	expect(await hasTurnAfter(15, pace)).toBe(false);
	expect(await hasTurnAfter(10, pace)).toBe(true);
	expect(await hasTurnAfter(10, pace)).toBe(false);
	expect(await hasTurnAfter(25, pace)).toBe(true);
});

test('stops the work at its next yield after the visitor stopped it', async () => {
	const stop = new AbortController();
	const pace = createPace(stop.signal);
	vi.advanceTimersByTime(40);
	stop.abort();
	const paced = expect(pace()).rejects.toThrow('aborted');
	await vi.runAllTimersAsync();
	await paced;
});

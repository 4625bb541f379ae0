import { afterEach, expect, test } from 'vitest';
import { runAhead } from '../../playground/world/clock.ts';

const day = 86_400_000;

afterEach(() => runAhead(0));

test('a clock that runs ahead shifts the present but no explicit dates', () => {
	const before = Date.now();
	runAhead(day);
	expect(Date.now() - before).toBeGreaterThanOrEqual(day);
	expect(new Date() >= new Date(before + day)).toBe(true);
	expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
	expect(new Date(2026, 0, 5).getDate()).toBe(5);
	expect(new Date()).toBeInstanceOf(Date);
	runAhead(0);
	expect(Date.now() - before).toBeLessThan(day);
});

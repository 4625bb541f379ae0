import { expect, test } from 'vitest';
import { SecondaryLimits } from '../../rehearsal/github/secondary-limits.ts';

const creation = { points: 5, creates: true };

function countdown() {
	let now = 0;
	const limits = new SecondaryLimits(() => now);
	const taken = (times: number, counted: Parameters<SecondaryLimits['takes']>[1], who = 'bot') =>
		Array.from({ length: times }, () => limits.takes(who, counted)).filter(Boolean).length;
	const wait = (milliseconds: number): void => {
		now += milliseconds;
	};
	return { taken, wait };
}

test('each account can create 80 things a minute', () => {
	const { taken, wait } = countdown();
	expect(taken(90, creation)).toBe(80);
	expect(taken(10, creation, 'other')).toBe(10);
	wait(60_001);
	expect(taken(10, creation)).toBe(10);
});

test('an account can create 500 things an hour', () => {
	const { taken, wait } = countdown();
	let made = 0;
	for (let minute = 0; minute < 8; minute++) {
		made += taken(70, creation);
		wait(60_001);
	}
	expect(made).toBe(500);
});

test('an account can spend 900 points a minute, and a write costs five', () => {
	const { taken } = countdown();
	expect(taken(100, { points: 5, creates: false })).toBe(100);
	expect(taken(500, { points: 1, creates: false })).toBe(400);
});

import { expect, test } from 'vitest';
import { type Spending, spendingIn, spentName, spentOn } from '../../src/core/index.ts';

const day = '2026-11-22';
const one: Spending = { day, process: '12-0123456789ab-3', tokens: 4500, seconds: 61, cents: 120 };

test('a name tells what it was made of, with whatever stands before it', () => {
	expect(spendingIn(spentName(one))).toEqual(one);
	expect(spendingIn(spentName({ ...one, cents: 0 }))).toEqual({ ...one, cents: 0 });
	expect(spendingIn(`refs/heads/countersign-state/spent/${spentName(one)}`)).toEqual(one);
});

test.each([
	'',
	'x',
	`${day}/1-a-1/10`,
	`${day}/1-a-1/-10/5`,
	`${day}/1-a-1/1e9/5`,
	`${day}/a b/1/5`,
	`${day}/1-a-1/10/5/6`,
	`${day}/1-a-1/10/5--6`,
	'22-11-2026/x/1/1',
])('%j tells nothing', (name) => {
	expect(spendingIn(name)).toBeUndefined();
});

test('what is added up is of that day, and stays a number that can be kept', () => {
	const others = [one, { ...one, process: 'x' }, { ...one, day: '2026-11-21', tokens: 7 }];
	expect(spentOn(day, others)).toEqual({ tokens: 9000, seconds: 122, cents: 240 });
	const forged = spendingIn(`${day}/x/${'9'.repeat(400)}/${'9'.repeat(30)}`);
	const { tokens, seconds } = spentOn(day, forged === undefined ? [] : [forged, one]);
	expect([Number.isSafeInteger(tokens), Number.isSafeInteger(seconds)]).toEqual([true, true]);
	expect(tokens).toBeGreaterThan(1_000_000_000);
});

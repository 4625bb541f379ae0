import { expect, test } from 'vitest';
import { type Spending, spendingIn, spentName, spentOn } from '../../src/core/index.ts';

const day = '2026-11-22';
const one: Spending = { day, process: '12-0123456789ab-3', tokens: 4500, seconds: 61, cents: 120 };

test('a name contains the whole spending and can be read back, with any prefix', () => {
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
])('%j is not a spending', (name) => {
	expect(spendingIn(name)).toBeUndefined();
});

test('the sum contains only that day, and is always a safe integer', () => {
	const others = [one, { ...one, process: 'x' }, { ...one, day: '2026-11-21', tokens: 7 }];
	expect(spentOn(day, others)).toEqual({ tokens: 9000, seconds: 122, cents: 240 });
	const forged = spendingIn(`${day}/x/${'9'.repeat(400)}/${'9'.repeat(30)}`);
	const { tokens, seconds } = spentOn(day, forged === undefined ? [] : [forged, one]);
	expect([Number.isSafeInteger(tokens), Number.isSafeInteger(seconds)]).toEqual([true, true]);
	expect(tokens).toBeGreaterThan(1_000_000_000);
});

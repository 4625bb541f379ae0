import { describe, expect, it } from 'vitest';
import { shipped } from './support.ts';

describe('the shipped policies', () => {
	it('have passed their own examples, and warn of nothing', () => {
		expect(shipped.map(({ name, rules, warnings }) => [name, rules.length > 8, warnings])).toEqual([
			['floor', true, []],
			['default', true, []],
		]);
	});

	it('only forbid in the floor, and forbid nothing beside it', () => {
		const [floor, standard] = shipped;
		expect(new Set(floor?.rules.map((rule) => rule.decision))).toEqual(new Set(['block']));
		expect(standard?.rules.some((rule) => rule.decision === 'block')).toBe(false);
	});
});

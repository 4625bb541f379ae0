import { describe, expect, it } from 'vitest';
import { shipped } from './support.ts';

describe('the shipped policies', () => {
	it('pass their own examples without warnings', () => {
		expect(shipped.map(({ name, rules, warnings }) => [name, rules.length > 8, warnings])).toEqual([
			['floor', true, []],
			['default', true, []],
		]);
	});

	it('block calls only in the floor, which contains only blocks', () => {
		const [floor, standard] = shipped;
		expect(new Set(floor?.rules.map((rule) => rule.decision))).toEqual(new Set(['block']));
		expect(standard?.rules.some((rule) => rule.decision === 'block')).toBe(false);
	});
});

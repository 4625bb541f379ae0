import { describe, expect, it } from 'vitest';
import { type LeftPath, leftSentences, listedLeft, mostListedLeft } from '../../src/core/index.ts';

const many = (count: number): LeftPath[] =>
	Array.from({ length: count }, (_, at) => ({ path: `a/${at}`, why: 'many' }));

describe('the paths that stay on this machine, as people read them', () => {
	it('are all listed if they are few', () => {
		const left = many(mostListedLeft);
		expect(listedLeft(left)).toBe(left);
		expect(leftSentences(left)[0]).toMatch(/"a\/4" and 15 more is among/);
	});

	it('are counted, also those that are not listed', () => {
		const listed = listedLeft(many(25_000));
		expect(listed).toHaveLength(mostListedLeft);
		expect(leftSentences(listed)).toEqual([expect.stringMatching(/^"a\/0", .* and 24995 more is among/)]);
	});

	it('are named for each reason, even if one reason has many', () => {
		const left: LeftPath[] = [...many(25_000), { path: 'sub/', why: 'repository' }, { path: 'z.bin', why: 'large' }];
		const listed = listedLeft(left);
		expect(listed.length).toBeLessThanOrEqual(mostListedLeft);
		expect(leftSentences(listed)).toEqual([
			expect.stringContaining('and 24995 more is among'),
			expect.stringMatching(/^"sub\/" is a git repository/),
			expect.stringMatching(/^"z\.bin" is too large/),
		]);
	});
});

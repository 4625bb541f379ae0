import { describe, expect, it } from 'vitest';
import { type Candidate, chooseWithin } from '../../src/agent/choose-within.ts';

/** A text of so many tokens, its tags included. */
const texts = (tokens: number): string => 'x'.repeat(tokens - 40);

function one(
	source: string,
	category: Candidate['category'],
	tokens: number,
	part: Partial<Candidate> = {},
): Candidate {
	return { source, category, text: texts(tokens), score: 0.5, ...part };
}

const choose = (candidates: readonly Candidate[], total = 1000) =>
	chooseWithin(candidates, { total, count: (text) => text.length });

const shown = (candidates: readonly Candidate[], total?: number) =>
	choose(candidates, total)
		.chosen.filter((chosen) => chosen.shown)
		.map(({ candidate }) => candidate.source);

describe('the budget', () => {
	it('is split into 15/10/30/20/25 percent, rounded down [seeds 74]', () => {
		expect(choose([], 999).spending.map(({ category, share }) => [category, share])).toEqual([
			['instructions', 149],
			['rules', 99],
			['memory', 299],
			['skills', 199],
			['history', 249],
		]);
	});

	it('goes to the best scores in any input order, and skips what does not fit [seeds 73, 74]', () => {
		const full = [
			one('i', 'instructions', 150),
			one('r', 'rules', 100),
			one('m', 'memory', 300),
			one('s', 'skills', 200),
		];
		const found = shown([
			...full,
			one('low', 'history', 100, { score: 0.1 }),
			one('large', 'history', 240, { score: 0.2 }),
			one('high', 'history', 200, { score: 0.9 }),
		]);
		expect(found).toEqual(['i', 'r', 'm', 's', 'high']);
	});

	it('keeps the input order of candidates with the same score', () => {
		const full = [
			one('i', 'instructions', 150),
			one('r', 'rules', 100),
			one('m', 'memory', 300),
			one('s', 'skills', 200),
		];
		expect(shown([...full, one('new', 'history', 200), one('old', 'history', 200)])).toEqual([
			'i',
			'r',
			'm',
			's',
			'new',
		]);
	});

	it('gives the unused rest to the first candidate that needs it [seeds 74]', () => {
		const { chosen } = choose([one('large file', 'memory', 800), one('comment', 'history', 251)]);
		expect(chosen.map(({ candidate, shown: isIn, why }) => [candidate.source, isIn, why])).toEqual([
			['large file', true, 'fits what others left'],
			['comment', false, 'does not fit the budget'],
		]);
	});

	it('always includes mandatory texts, and takes their tokens from the others', () => {
		const always = one('rules', 'rules', 1200, { always: true });
		const { chosen, spending } = choose([always, one('fits its share', 'history', 250), one('no', 'skills', 300)]);
		expect(chosen.map(({ shown: isIn }) => isIn)).toEqual([true, true, false]);
		expect(spending.find(({ category }) => category === 'rules')).toEqual({
			category: 'rules',
			share: 100,
			spent: 1200,
		});
	});

	it('leaves out a candidate with a reason against it, even if there is room', () => {
		expect(choose([one('a', 'memory', 50, { never: 'its score is below 0.25' })]).chosen).toMatchObject([
			{ shown: false, why: 'its score is below 0.25' },
		]);
	});
});

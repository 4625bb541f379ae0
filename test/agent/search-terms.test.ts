import { expect, it } from 'vitest';
import { searchTerms } from '../../src/agent/search-terms.ts';

const words = (task: string, title: string, body: string) => searchTerms([task, title, body]).map(({ word }) => word);

it('takes unique words of task, title and text in this order, without stop words and numbers', () => {
	expect(
		words('Please fix the retry', 'Retry of a request', 'When I run version 12 of it, `retryCount` is wrong.'),
	).toEqual(['retry', 'request', 'count', 'retrycount', 'wrong']);
});

it('weights the title more than the text, and repeated words less each time', () => {
	const weights = new Map(
		searchTerms(['', 'timer', 'clock clock clock drift']).map(({ word, weight }) => [word, weight]),
	);
	const weight = (word: string) => weights.get(word) ?? Number.NaN;
	expect(weight('timer')).toBe(weight('clock'));
	expect(weight('clock')).toBeGreaterThan(weight('drift'));
	expect(weight('clock')).toBeLessThan(3 * weight('drift'));
});

it('uses at most 128 words, however long the text is', () => {
	const many = Array.from({ length: 5_000 }, (_, index) => `w${index}x`).join(' ');
	expect(words('', 'timer', many)).toHaveLength(128);
	expect(words('', 'timer', many)[0]).toBe('timer');
});

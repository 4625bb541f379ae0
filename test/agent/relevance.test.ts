import { expect, it } from 'vitest';
import { keywordsOf, relevance } from '../../src/agent/relevance.ts';

it('keywords are unique lower-case words of at least two characters, without stop words [seeds 73]', () => {
	expect(keywordsOf('Fix the flaky TEST, fix it: a1 b (flaky_test) straße', 'and the Test')).toEqual([
		'fix',
		'flaky',
		'test',
		'a1',
		'flaky_test',
		'straße',
	]);
});

it('uses at most 48 keywords, those of the first text first', () => {
	const words = Array.from({ length: 60 }, (_, index) => `w${index}x`);
	expect(keywordsOf(words.slice(0, 20).join(' '), words.slice(20).join(' '))).toEqual(words.slice(0, 48));
});

it.each([
	['half of the keywords', ['flaky', 'timer'], 'A Flaky thing', 0.5],
	['part of a word counts', ['time'], 'the TIMER', 1],
	['no match', ['time'], 'nothing', 0],
	['no keywords', [], 'anything', 0],
])('scores by the share of keywords found: %s [seeds 73]', (_, keywords, text, score) => {
	expect(relevance(keywords, text)).toBe(score);
});

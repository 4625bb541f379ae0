import { expect, it } from 'vitest';
import { passagesOf } from '../../src/agent/passages.ts';
import { searchTerms } from '../../src/agent/search-terms.ts';

const terms = searchTerms(['', 'retryCount overflows', '']);
const lines = (count: number, change: Readonly<Record<number, string>> = {}) =>
	Array.from({ length: count }, (_, index) => change[index + 1] ?? `line ${index + 1}`).join('\n');

it('shows a file that fits completely', () => {
	expect(passagesOf('a\r\nb', terms, 10)).toBe('a\r\nb');
});

it('shows the lines around the words of a long file in order, and which lines are missing', () => {
	const text = lines(200, { 70: 'let retry_count = 0;', 150: 'retryCount += 1; // overflows' });
	const shown = passagesOf(text, terms, 800).split('\n');
	expect(shown[0]).toBe('[lines 1 to 60 are not shown]');
	expect(shown).toContain('let retry_count = 0;');
	expect(shown).toContain('[lines 81 to 140 are not shown]');
	expect(shown).toContain('retryCount += 1; // overflows');
	expect(shown.at(-1)).toBe('[lines 161 to 200 are not shown]');
});

it('never exceeds the limit, and uses more than half of it when enough lines match', () => {
	for (const most of [400, 800, 5_000]) {
		const { length } = passagesOf('a long line that has some more words, retryCount\n'.repeat(2_000), terms, most);
		expect(length).toBeLessThanOrEqual(most);
		expect(length).toBeGreaterThan(most / 2);
	}
});

it('shows the beginning of a file that contains none of the words', () => {
	expect(passagesOf(lines(200), terms, 600).split('\n')[0]).toBe('line 1');
});

it('does not split a text of very long lines', () => {
	const text = 'x'.repeat(5_000);
	expect(passagesOf(text, terms, 1_000)).toBe(text);
});

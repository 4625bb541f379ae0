import { expect, it } from 'vitest';
import { answerParts, furtherAnswers } from '../../src/report/status/answer-parts.ts';

const paragraphs = (count: number) =>
	Array.from({ length: count }, (_, at) => `Paragraph ${at}. ${'word '.repeat(18)}`);

it('keeps a short answer in one part', () => {
	expect(answerParts('All done.\n')).toEqual({ parts: ['All done.'], missing: 0 });
	expect(answerParts(' \n')).toEqual({ parts: [], missing: 0 });
	expect(furtherAnswers('1-a', 'All done.')).toEqual([]);
});

it('splits a long answer at paragraphs and loses none', () => {
	const text = paragraphs(1_000);
	const { parts, missing } = answerParts(text.join('\n\n'));
	expect([parts.length, missing]).toEqual([3, 0]);
	expect(
		parts
			.map((part) => part.trim())
			.join('\n\n')
			.split('\n\n')
			.map((part) => part.trim()),
	).toEqual(text.map((part) => part.trim()));
	expect(furtherAnswers('1-a', text.join('\n\n')).map(({ part, body }) => [part, body.split('\n')[0]])).toEqual([
		[2, '**The answer of run `1-a`, part 2 of 3**'],
		[3, '**The answer of run `1-a`, part 3 of 3**'],
	]);
});

it.each([
	['of one word', 'x'.repeat(198_000)],
	['of wide characters', '\u{1f600}'.repeat(99_000)],
	['that becomes longer when it is escaped', '@octocat <b> '.repeat(15_000)],
	['that opens a fence', `\`\`\`\n${'line\n'.repeat(39_000)}`],
])('a long answer fills three comments, and the missing characters are counted: %s', (_, text) => {
	const { parts, missing } = answerParts(text);
	expect(parts.map((part) => part.length <= 60_000)).toEqual([true, true, true]);
	expect(parts[0]?.length).toBeLessThanOrEqual(18_000);
	expect(parts.every((part) => part.isWellFormed() && part.length > 5_000)).toBe(true);
	expect(missing).toBeGreaterThan(50_000);
	expect(missing).toBeLessThan(text.length - 20_000);
});

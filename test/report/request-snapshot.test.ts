import { expect, test } from 'vitest';
import type { ContextReport } from '../../src/core/index.ts';
import { beginningSnapshot, requestSnapshot } from '../../src/report/index.ts';

const report: ContextReport = {
	budget: 8000,
	bytesPerToken: 3,
	keywords: ['flaky', 'test'],
	spending: [{ category: 'history', share: 2000, spent: 90 }],
	sources: [
		{ category: 'history', source: 'a | b', score: 0.5, tokens: 90, shown: true, why: 'fits' },
		{ category: 'memory', source: 'x.ts', score: 0.1, tokens: 9000, shown: false, why: 'does not fit the budget' },
	],
};
const beginning = { system: 'Rules.', user: 'Task.', tools: '[]' };

test('lists each source with its score, and what was left out and why, before the texts [seeds 76]', () => {
	const text = beginningSnapshot({ ...beginning, report });
	expect(text).toContain('| history | 2000 | 90 |');
	expect(text).toContain('these keywords that a text holds: flaky, test.');
	expect(text).toContain('| a \\| b | history | 0.50 | 90 | yes | fits |');
	expect(text).toContain('| x.ts | memory | 0.10 | 9000 | **no** | does not fit the budget |');
	expect(text).toContain('1 source of them was left out.');
	expect(text.endsWith('# System\n\nRules.\n\n# User\n\nTask.\n\n# Tools\n\n[]\n')).toBe(true);
});

test('shows only the texts of a run without a context report', () => {
	expect(beginningSnapshot(beginning)).toBe('# System\n\nRules.\n\n# User\n\nTask.\n\n# Tools\n\n[]\n');
});

test('shows what a request adds to the previous one, and the reply', () => {
	const text = requestSnapshot({
		number: 2,
		at: '2026-11-21T12:00:00.000Z',
		model: 'anthropic:m',
		usage: { input: 10, output: 3, cached: 8 },
		added: [
			{ role: 'assistant', raw: '{"said":1}' },
			{ role: 'tools', results: [{ callId: 'c1', ok: false, text: 'no\n```\n# Not a heading' }] },
		],
		reply: 'I stop.',
		calls: [{ id: 'c2', name: 'comment', args: '{"body":"x"}' }],
	});
	expect(text).toBe(
		`# Request 2

- **Model**: anthropic:m
- **Answered**: 2026-11-21T12:00:00.000Z
- **Tokens**: 10 in (8 of them cached), 3 out

It begins with every byte of request 1, and adds what follows.

## What the model had said, as it was sent back

\`\`\`
{"said":1}
\`\`\`

## Results

### c1: failed

\`\`\`\`
no
\`\`\`
# Not a heading
\`\`\`\`

## The reply

I stop.

### Call c2: comment

\`\`\`json
{"body":"x"}
\`\`\`
`.replace('I stop.', '```\nI stop.\n```'),
	);
});

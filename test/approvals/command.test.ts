import { expect, test } from 'vitest';
import { parseCommands } from '../../src/approvals/index.ts';

test.each([
	['/agent fix the test', [{ kind: 'agent', task: 'fix the test' }]],
	['/agent fix\n\nmore words\n/approve A1', [{ kind: 'agent', task: 'fix\n\nmore words\n/approve A1' }]],
	['Thanks!\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['> quoted\n\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['```\ncode\n```\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['<details>\n\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	[
		'/agent fix this\n\n```\nError: x\n```\n> and this',
		[{ kind: 'agent', task: 'fix this\n\n```\nError: x\n```\n> and this' }],
	],
	['/approve a1, A2', [{ kind: 'approve', ids: ['A1', 'A2'] }]],
	['/approve all', [{ kind: 'approve', ids: 'all' }]],
	['/approve', [{ kind: 'approve', ids: 'only' }]],
	['/deny A1 because it is wrong', [{ kind: 'deny', ids: ['A1'], reason: 'because it is wrong' }]],
	['/deny A1 A2 no', [{ kind: 'deny', ids: ['A1', 'A2'], reason: 'no' }]],
	['/deny too risky', [{ kind: 'deny', ids: 'only', reason: 'too risky' }]],
	[
		'/approve A1\r\n/deny A2 no',
		[
			{ kind: 'approve', ids: ['A1'] },
			{ kind: 'deny', ids: ['A2'], reason: 'no' },
		],
	],
])('%j is obeyed', (body, commands) => {
	expect(parseCommands(body)).toEqual(commands);
});

test.each([
	['a quote', '> /approve A1'],
	['a mail quote', 'Yes.\n\n> On Monday bot wrote:\n> /approve A1'],
	['a fence', '```\n/approve A1\n```'],
	['an unclosed fence', '~~~~\n/approve A1\n~~~'],
	['indented code', '    /approve A1'],
	['an HTML comment', '<!--\n/approve A1\n-->'],
	['an unclosed HTML comment', 'hm <!-- \n/approve A1'],
	['a fence that only seems to close', '```\n```js\n/approve A1\n```'],
	['a fence that only seems to open', '```\n```a`b\n/approve A1\n```'],
	['preformatted HTML', '<pre>\n\n/approve A1\n</pre>'],
	['an HTML block', '<details>\n/approve A1'],
	['a line that a quote goes on into', '> said somebody\n/approve A1'],
	['the middle of a line', 'please /approve A1'],
	['another word', '/approved A1'],
	['a path', '/agents/list'],
])('a command in %s is not', (_where, body) => {
	expect(parseCommands(body)).toEqual([]);
});

test.each(['/approve A1 and then some', '/approve A0', '/approve 1', '/agent'])(
	'%j is malformed, not guessed',
	(body) => {
		expect(parseCommands(body)).toEqual([expect.objectContaining({ kind: 'malformed' })]);
	},
);

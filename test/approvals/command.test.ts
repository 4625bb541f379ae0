import { expect, test } from 'vitest';
import { mayHoldCommand, parseCommands } from '../../src/approvals/index.ts';

test.each([
	['/agent fix the test', [{ kind: 'agent', task: 'fix the test' }]],
	['/agent fix\n\nmore words\n/approve A1', [{ kind: 'agent', task: 'fix\n\nmore words\n/approve A1' }]],
	['Thanks!\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['> quoted\n\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['```\ncode\n```\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['<!-- a template -->\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['Ran `npm test`, see [the log](https://example.com/a).\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['/approve A1\n\nOn Monday, Mona <mona@example.com> wrote:\n> ```\n> <div>', [{ kind: 'approve', ids: ['A1'] }]],
	[
		'> #### A1 <sub>bound to `x`</sub>\n> <details><summary>x</summary>\n\n/approve A1',
		[{ kind: 'approve', ids: ['A1'] }],
	],
	['- one\n- two\n\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['- one\n```\nx\n```\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['First.\n\n~~~ log\nx\n~~~~ \nThen:\n/approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['/deny A1 because of List<String>', [{ kind: 'deny', ids: ['A1'], reason: 'because of List<String>' }]],
	[
		'/agent fix this\n\n```\nError: x\n```\n> and this',
		[{ kind: 'agent', task: 'fix this\n\n```\nError: x\n```\n> and this' }],
	],
	['/approve a1, A2', [{ kind: 'approve', ids: ['A1', 'A2'] }]],
	['/approve all', [{ kind: 'approve', ids: 'all' }]],
	['/approve', [{ kind: 'approve', ids: 'only' }]],
	['/deny A1 because it is wrong', [{ kind: 'deny', ids: ['A1'], reason: 'because it is wrong' }]],
	['/deny A1 A2 no', [{ kind: 'deny', ids: ['A1', 'A2'], reason: 'no' }]],
	['/approve A1 for-run', [{ kind: 'approve', ids: ['A1'], scope: 'run' }]],
	['/approve A1 For-Run tool', [{ kind: 'approve', ids: ['A1'], scope: 'run-tool' }]],
	['/approve A1 A2 for-run everything', [{ kind: 'approve', ids: ['A1', 'A2'], scope: 'run-everything' }]],
	['/approve for-run', [{ kind: 'approve', ids: 'only', scope: 'run' }]],
	['/approve A1 always', [{ kind: 'approve', ids: ['A1'], scope: 'always' }]],
	['/revoke', [{ kind: 'revoke' }]],
	['/agent help', [{ kind: 'help' }]],
	['/agent status', [{ kind: 'status' }]],
	['/agent Stop\n\nThank you.', [{ kind: 'stop' }]],
	['/agent retry\n\n> /approve A1', [{ kind: 'retry' }]],
	['/agent - first\n- second', [{ kind: 'agent', task: '- first\n- second' }]],
	['/agent let `run --json` work', [{ kind: 'agent', task: 'let `run --json` work' }]],
	['/agent stop the server when a test fails', [{ kind: 'agent', task: 'stop the server when a test fails' }]],
	['/agent plan the release', [{ kind: 'agent', task: 'the release', planOnly: true }]],
	['/agent planning is hard', [{ kind: 'agent', task: 'planning is hard' }]],
	['/deny A2 no\n/agent stop', [{ kind: 'deny', ids: ['A2'], reason: 'no' }, { kind: 'stop' }]],
	['/deny too risky', [{ kind: 'deny', ids: 'only', reason: 'too risky' }]],
	['/Approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['   /approve A1', [{ kind: 'approve', ids: ['A1'] }]],
	['/APPROVE a1, a2', [{ kind: 'approve', ids: ['A1', 'A2'] }]],
	['/approve A1.', [{ kind: 'approve', ids: ['A1'] }]],
	['/approve: A1!', [{ kind: 'approve', ids: ['A1'] }]],
	['/approve\u00a0A1', [{ kind: 'approve', ids: ['A1'] }]],
	[
		'/approve “A1” and',
		[{ kind: 'malformed', line: '/approve “A1” and', expected: expect.stringContaining('`/approve A1`') }],
	],
	['/approve “A1”', [{ kind: 'approve', ids: ['A1'] }]],
	['/approve **A1** for\u2011run', [{ kind: 'approve', ids: ['A1'], scope: 'run' }]],
	['/Agent fix it', [{ kind: 'agent', task: 'fix it' }]],
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
	['unfolded details', '<details>\n\n/approve A1'],
	['a quote of HTML', '<blockquote>\n\n/approve A1\n\n</blockquote>'],
	['a fence that a no-break space does not close', '```\nx\n```\u00a0\n/approve A1\n```'],
	['a quote that a no-break space does not end', '> x\n\u00a0\n/approve A1'],
	['a quote that a form feed does not end', '> x\n\f\n/approve A1'],
	['HTML that a no-break space does not end', '<div>\n\u00a0\n/approve A1\n</div>'],
	['a fence after a list item with a fence', '- ```\n  x\n  ```\n\ntext\n```\n/approve A1\n```'],
	['the rest of a quote in a list', '- > they wrote\n/approve A1'],
	['the rest of a quote in a numbered list', '1. > they wrote\n/approve A1'],
	["the rest of a list's item", '- one\n/approve A1'],
	["a definition's title", '[x]: /y "\n/approve A1\n"'],
	["a link's title", '[x](/y "\n/approve A1\n")'],
	['code over lines', 'see `\n/approve A1\n`'],
	['struck words', '~~never\n/approve A1\nat all~~'],
	['a formula', '$$\n/approve A1\n$$'],
	['a tag over lines', 'a <b\n/approve A1\n>'],
	["a table's row", 'a|b\n-|-\n/approve A1'],
	['text that a browser does not treat as a comment', '<!-- --!> <pre> -->\n\n/approve A1'],
	['preformatted HTML in a list', '- <pre>\n\n/approve A1\n</pre>'],
	['a line that continues a quote', '> said somebody\n/approve A1'],
	['the middle of a line', 'please /approve A1'],
	['another word', '/approver A1'],
	['a path', '/agents/list'],
])('a command in %s is not obeyed', (_where, body) => {
	expect(parseCommands(body)).toEqual([]);
});

test.each([
	...['/approve A1 and then some', '/approve A0', '/approve 1', '/agent', '/agent plan', '/revoke A1'],
	...['/approve A1 for-run and more', '/approve for-ever', '/approve A1 always for-run'],
])('%j is reported as malformed', (body) => {
	expect(parseCommands(body)).toEqual([expect.objectContaining({ kind: 'malformed' })]);
});

test.each([
	'--policy=none fix it',
	'--yes',
	'-y fix it',
	'\u2014mode=auto fix it',
	'plan --mode auto fix it',
	'stop --force',
])('`/agent %s` is not a task, because flags do not exist', (words) => {
	expect(parseCommands(`/agent ${words}`)).toEqual([
		{ kind: 'malformed', line: `/agent ${words}`, expected: expect.stringContaining('without flags') },
	]);
});

test.each([
	['numbers and lists', '/deny A1 because use [1,2,3] and 1,000', 'because use [1,2,3] and 1,000'],
	['blanks', '/deny A1  two  blanks\tand a tab', 'two  blanks\tand a tab'],
	['a list below', '/deny A1 rather:\n\n- `a, b`\n- c', 'rather:\n\n- `a, b`\n- c'],
	['code below', '/deny A1, A2:\n```ts\nf(1, 2);\n```', '```ts\nf(1, 2);\n```'],
	['all', '/deny all, please do x, y', 'please do x, y'],
	['a word like an id', '/deny A1 A1-like names are bad', 'A1-like names are bad'],
	['the next command', '/deny A1 no,\nnot now\n/approve A2', 'no,\nnot now'],
	['the quoted mail below it', '/deny A1 wait\n\nOn Mon, Mona\n<m@example.com> wrote:\n\n> /approve A1\n> x\n', 'wait'],
	['a quote inside the reason', '/deny A1 read this:\n> x\n\nand stop', 'read this:\n> x\n\nand stop'],
	['no reason', '/deny A1.', ''],
	['no reason, only the quoted mail', '/deny A1\n\nOn Mon, Mona wrote:\n> x', ''],
])('a reason is kept byte for byte: %s', (_, body, reason) => {
	expect(parseCommands(body)).toContainEqual(expect.objectContaining({ kind: 'deny', reason }));
});

test.each([
	['/approved A1', '`/approve A1`'],
	['/aprove A1', '`/approve A1`'],
	['/denied A1', '`/deny A1 because …`'],
	['/approve A1?', '`/approve A1`'],
	['/approve A1 please', '`/approve A1`'],
])('the reply to %j names the correct command', (body, expected) => {
	expect(mayHoldCommand(body)).toBe(true);
	expect(parseCommands(body)).toEqual([{ kind: 'malformed', line: body, expected: expect.stringContaining(expected) }]);
});

test.each([
	'/approver-list',
	'- a\n\n   /approve A1',
	'> x\n   /approve A1',
	'    /approve A1',
	'/lgtm',
	'/deploy',
	'/denim?',
])('%j gives no command', (body) => {
	expect(parseCommands(body).filter(({ kind }) => kind !== 'malformed')).toEqual([]);
});

test('a comment of maximum length is parsed, whatever it contains', () => {
	const quotes = `/deny A1 no\n${'>\n'.repeat(32_000)}and more`;
	expect(parseCommands(quotes)).toEqual([{ kind: 'deny', ids: ['A1'], reason: quotes.slice('/deny A1 '.length) }]);
	for (const odd of ['\n \n', 'A1,', ':', '/approve', '\u2011'])
		expect(parseCommands(`/deny ${odd.repeat(65_000 / odd.length)}x`).length).toBeGreaterThan(0);
});

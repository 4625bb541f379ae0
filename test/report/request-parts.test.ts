import { expect, it } from 'vitest';
import { mayHoldCommand } from '../../src/approvals/index.ts';
import { type EntryOf, standingReach } from '../../src/core/index.ts';
import { type ApprovalRequest, type RequestItem, requestComments } from '../../src/report/index.ts';
import { createRandom, seedOf } from '../gate/random.ts';
import { renderedMarkdown, textForMentions } from '../support/rendered-markdown.ts';
import { unspelled } from './unspelled.ts';

const verdict: EntryOf<'tool_attempt'> = {
	type: 'tool_attempt',
	call_id: 'c1',
	tool_name: 'shell_exec',
	tool_input: {},
	classification: 'x',
	risk_level: 'high',
	decision: 'confirm',
	matched_rule: 'x',
	reason: 'It runs.',
	effects: [],
	matches: [],
	binding: 'ab'.repeat(32),
	session_mode: 'edit',
};
const frame = {
	asked: '2026-11-21T12:00:00.000Z',
	expires: '2026-11-22T12:00:00.000Z',
	said: '',
	requester: 'octocat',
	standing: standingReach({}),
};

function item(number: number, args: RequestItem['call']['args'], more: Partial<RequestItem> = {}): RequestItem {
	return { id: `A${number}`, call: { id: 'c1', name: 'shell_exec', args }, verdict, again: false, ...more };
}

function comments(items: readonly RequestItem[], more: Partial<ApprovalRequest> = {}): readonly string[] | undefined {
	return requestComments({ ...frame, items, ...more })?.map(({ text }) => text);
}

const block = (letter: string, length: number): RequestItem['call']['args'] => ({ command: letter.repeat(length) });
const script = (path: string, text: string) => ({
	path,
	file: { size: text.length, sha256: 'cd'.repeat(32), isText: true, text },
	isNew: false,
	isSecret: false,
});

it('splits a long request between calls when that is enough', () => {
	const parts = comments([item(1, block('x', 40_000)), item(2, block('y', 40_000)), item(3, block('z', 40_000))]) ?? [];
	expect(parts.map((part) => part.match(/part \d of \d/g))).toEqual([
		['part 1 of 3'],
		['part 2 of 3'],
		['part 3 of 3'],
	]);
	expect(parts.map((part) => part.match(/^#### A\d/gm))).toEqual([['#### A1'], ['#### A2'], ['#### A3']]);
	expect(parts.map((part) => part.includes('/approve A1'))).toEqual([false, false, true]);
});

it('splits a call between its blocks, names the call again, and never splits a block', () => {
	const scripts = ['a', 'b'].map((name) => script(`${name}.sh`, name.repeat(50_000)));
	const parts = comments([item(1, block('x', 40_000), { scripts })]) ?? [];
	expect(parts).toHaveLength(3);
	expect(parts[1]).toContain('#### A1 · `shell_exec`, continued\n\n##### It would execute `a.sh`');
	expect(parts[1]).toContain('a'.repeat(50_000));
	expect(parts[2]).toContain('b'.repeat(50_000));
});

it('makes no request that does not fit into three comments', () => {
	expect(comments([item(1, block('x', 60_000))])).toBeUndefined();
	const four = [1, 2, 3, 4].map((number) => item(number, block('x', 50_000)));
	expect(comments(four)).toBeUndefined();
	expect(comments(four.slice(1))).toHaveLength(3);
});

it("drops the model's words before anything that is signed", () => {
	const items = [1, 2, 3].map((number) => item(number, block('x', 58_000)));
	const parts = comments(items, { said: '`'.repeat(4_000) });
	expect(parts).toHaveLength(3);
	expect(parts?.[2]).toContain('What the model says about it is too long');
});

it.each([
	[
		'binary',
		{ size: 9, sha256: 'cd'.repeat(32), isText: false },
		false,
		'because it is not text: 9 bytes, SHA-256 `cdcd',
	],
	[
		'secret',
		{ size: 9, sha256: 'cd'.repeat(32), isText: true, text: 'TOKEN=abc' },
		true,
		'because it contains a credential: 9 bytes',
	],
	['missing', null, false, 'The checkout does not have this file'],
	[
		'without a newline at the end',
		{ size: 1, sha256: 'cd'.repeat(32), isText: true, text: 'x' },
		false,
		'It has no line break at its end.',
	],
])('says why it does not show a script that is %s', (_what, file, isSecret, expected) => {
	const [text = ''] = comments([item(1, {}, { scripts: [{ path: 'a', file, isSecret, isNew: true }] })]) ?? [];
	expect(text).toContain('##### It would execute `a`, which this run created or changed');
	expect(text).toContain(expected);
	expect(text).not.toContain('TOKEN=abc');
});

it('names every rule that asks once, with its place, the deciding one first', () => {
	const match = { stage: 'policy', decision: 'confirm', risk: 'high', evidence: '', file: 'policies/a.yml' } as const;
	const matches = [
		{ ...match, rule: 'other', reason: 'Other.', line: 3 },
		{ ...match, rule: 'x', reason: 'It runs.', line: 7 },
		{ ...match, rule: 'x', reason: 'It runs.', line: 7 },
		{ ...match, decision: 'allow' as const, rule: 'free', reason: 'Free.' },
	];
	const [text = ''] = comments([item(1, {}, { verdict: { ...verdict, matches } })]) ?? [];
	expect(text).toContain(
		'**Why it asks:**\n- It runs. (rule `x`, `policies/a.yml:7`)\n- Other. (rule `other`, `policies/a.yml:3`)\n\n',
	);
});

it('says who may answer, for each call if they differ, and when the request expires', () => {
	const [text = ''] =
		comments([item(1, {}), item(2, {}, { needs: [{ count: 2, who: { roles: ['maintain'] }, why: '' }] })]) ?? [];
	expect(text).toContain(
		'Who may answer:\n- A1: people with write access\n- A2: 2 people with the role maintain or above\n',
	);
	const until = (expires: string): string =>
		/ UTC \((.*)\)/.exec(comments([item(1, {})], { expires })?.[0] ?? '')?.[1] ?? '';
	expect(until('2026-11-22T12:00:00.000Z')).toBe('in 24 hours');
	expect(until('2026-11-24T12:00:00.000Z')).toBe('in 3 days');
	expect(until('2026-11-21T13:30:00.000Z')).toBe('in 90 minutes');
	expect(until('2026-11-21T12:01:05.000Z')).toBe('in 65 seconds');
});

it('distinguishes a text from the same text with a line break at the end', () => {
	const text = (value: string): string => comments([item(1, { command: value })])?.[0] ?? '';
	expect(text('x\n')).toContain('`command` (ends with a line break)\n```sh\nx\n```');
	expect(text('x')).toContain('`command`\n```sh\nx\n```');
});

const pieces = [
	'/approve A1',
	'/deny all',
	'\n',
	'\n',
	'\r\n',
	'```',
	'````',
	'~~~',
	'\n```\n',
	'<!-- x -->',
	'</details>',
	'@octo-org/team',
]
	.concat([
		'@dependabot merge',
		'bors r+',
		'\u2028',
		'\u202e',
		'\\u{200b}',
		'\u200b',
		' ',
		'\t',
		'word',
		'#### A9 · `x`',
		'<img src=x>',
		'> ',
		'- ',
	])
	.concat(['- a\n+ b', '@@ -1 +1 @@', '\\ No newline at end of file']);

it('scripts, diffs and arguments stay inside code blocks and give no commands, split or not', () => {
	const random = createRandom(seedOf(23));
	for (let round = 0; round < 200; round += 1) {
		const text = (): string => random.times(0, 10, () => random.pick(pieces)).join('');
		const padding = random.below(20) === 0 ? 'p'.repeat(30_000) : '';
		const [one, two, before, after] = [text(), text(), text(), `${text()}${padding}`];
		const path = `a${text()}`;
		const change = { path, before: random.below(2) === 0 ? before : undefined, after, determined: ['content'] };
		const items = [
			item(1, { command: `${padding}${one}` }, { scripts: [script(path, two)] }),
			item(2, { path, content: after, old: two }, { change }),
		];
		const parts = comments(items, { said: text() }) ?? expect.fail('it does not fit');
		const seen = JSON.stringify(parts);
		for (const part of parts) {
			expect(mayHoldCommand(part), seen).toBe(false);
			const rendered = renderedMarkdown(`${part}\n\nAFTER`);
			// The model's words may contain anything, but only in their quote.
			const html = rendered.replace(/<blockquote>[\s\S]*<\/blockquote>/, '');
			expect(html.trimEnd().endsWith('<p>AFTER</p>'), seen).toBe(true);
			expect(html, seen).not.toMatch(/<img|<h4>A9|<!--/);
			expect(textForMentions(html), seen).not.toMatch(/(?<!&lt;)@(?!octocat)[a-z]/);
		}
		const code = parts.flatMap((part) => [
			...renderedMarkdown(part).matchAll(/<pre><code[^>]*>([\s\S]*?)\n?<\/code><\/pre>/g),
		]);
		const texts = code.map(([, found = '']) => unspelled(unescaped(found)));
		expect(texts[0], seen).toBe(`${padding}${one}`.replace(/\n$/, ''));
		if (two !== '') expect(texts, seen).toContain(two.replace(/\n$/, ''));
	}
});

function unescaped(html: string): string {
	return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { changedFiles, changesText } from '../../src/report/changes-text.ts';
import { type ReportCall, type ReportView, reportPage } from '../../src/report/index.ts';
import { type Element, elementsOf, parsedPage, textOf } from '../support/parsed-page.ts';

const home = 'https://github.example/octo-org/sample/';
const at = '2026-11-21T12:00:05.000Z';

function call(number: number, more: Partial<ReportCall> = {}): ReportCall {
	const command = `npm test -- ${'x'.repeat(60)} ${number}`;
	const match = {
		stage: 'policy',
		decision: 'allow',
		rule: 'tests',
		reason: 'It is declared.',
		risk: 'low',
		evidence: command,
	} as const;
	return {
		number,
		row: {
			tool: 'shell_exec',
			input: command,
			verdict: 'allow',
			rule: 'tests',
			end: 'done',
			result: '✓ done',
			people: [],
		},
		args: [['command', { text: command, bytes: command.length }]],
		effects: [{ kind: 'exec.project', script: 'test', definedIn: 'package.json' }],
		reason: 'It is declared.',
		risk: 'low',
		matches: [{ ...match, file: 'policies/base.yml', line: 3 }, match],
		asked: [],
		output: { text: 'y'.repeat(500), bytes: 90_000, sha256: 'b'.repeat(64) },
		milliseconds: 1234,
		...more,
	};
}

function view(calls: readonly ReportCall[], more: Partial<ReportView> = {}): ReportView {
	return {
		run: {
			...{
				run: '7-0123456789ab',
				requester: 'octocat',
				task: 'Make the test pass',
				mode: 'edit',
				model: 'm',
				rehearsal: false,
			},
			...{ rows: calls.map(({ row }) => row), answer: 'It passes.', tokens: { input: 1200, output: 340, cached: 900 } },
			outcome: { kind: 'completed', reason: 'answered', message: 'The agent has finished.' },
			costs: [{ model: 'm', input: 1200, output: 340, cached: 900, usd: 0.5, asOf: '2026-11-05' }],
		},
		...{ repository: 'octo-org/sample', thread: 7, program: 'test', base: { branch: 'main', sha: 'a'.repeat(40) } },
		...{ home, comment: `${home}issues/7#issuecomment-1`, began: at, ended: at, calls },
		steps: calls.map(({ number, row }) => ({
			at,
			item: { kind: 'call', what: row.input, end: 'done' },
			call: number,
			milliseconds: 5,
		})),
		requests: calls.map(() => ({ at, model: 'm', input: 1200, output: 34, cached: 900, usd: 0.01 })),
		check: { kind: 'written', count: 31, hash: '4f'.repeat(32) },
		...more,
	};
}

const nasty = [
	'</pre></details><script>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'"><svg onload=alert(1)>',
	"' style='position:fixed;inset:0' x='",
	'javascript:alert(1)',
	'&lt;script&gt; &#x3c; &amp',
	'<!-- x --><![CDATA[ x ]]></style></title>',
	'\u001b[2J\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
	'\u202e\u2066gnp.exe\u2069 \u200b\u{e0041}',
	'עברית مرحبا',
	'\ud83d \u0000 \r\n\t',
	'𝕏'.repeat(3000),
	'`${1}` {{x}} <%= x %>',
].join(' ');

function hostile(): ReportView {
	const text = { text: nasty, bytes: 10_000_000, sha256: nasty };
	const signed = { who: nasty, role: nasty, at: nasty, scope: nasty, url: `https://evil.example/${nasty}` };
	const bad = call(1, {
		row: { tool: nasty, input: nasty, verdict: 'block', rule: nasty, end: 'denied', result: nasty, people: [] },
		args: [[nasty, text]],
		effects: [
			{ kind: 'network', host: nasty },
			{ kind: 'git.push', remote: nasty, ref: nasty, force: true },
			{ kind: 'opaque', why: nasty },
		],
		reason: nasty,
		matches: [1, 2].map(() => ({
			stage: 'policy',
			decision: 'block',
			rule: nasty,
			reason: nasty,
			risk: 'low',
			evidence: nasty,
			file: nasty,
			line: 1,
		})),
		asked: [
			{
				id: nasty,
				until: nasty,
				url: 'javascript:alert(1)',
				needs: [],
				signatures: [signed],
				denial: { ...signed, by: 'human', why: nasty },
				void: nasty,
			},
		],
		output: text,
	});
	const base = view([bad, { ...bad, number: 2, row: { ...bad.row, end: 'blocked' } }]);
	const file = {
		path: nasty,
		after: { mode: '100644', size: 1, sha256: 'x', text: nasty },
		isSecret: false,
	} as const;
	return {
		...base,
		run: {
			...base.run,
			...{
				run: nasty,
				requester: nasty,
				task: `${nasty}\n${nasty}`,
				answer: nasty,
				model: nasty,
				mode: nasty,
				skill: nasty,
				notice: nasty,
			},
			warnings: [nasty],
			grants: [{ id: nasty, by: nasty, what: nasty }],
			waits: [
				{
					id: nasty,
					tool: nasty,
					input: nasty,
					until: nasty,
					needs: [{ count: 1, who: { roles: [nasty] }, why: nasty }],
					url: nasty,
				},
			],
			outcome: { kind: 'failed', reason: 'internal', message: nasty },
			pullRequest: { number: 1, url: `https://evil.example/octo-org/sample/pull/${nasty}` },
			jobUrl: 'https://github.example.evil.example/octo-org/sample/actions',
		},
		...{
			repository: nasty,
			program: nasty,
			base: { branch: nasty, sha: nasty },
			comment: nasty,
			began: nasty,
			ended: nasty,
		},
		steps: [
			{ at: nasty, item: { kind: 'call', what: nasty, end: 'failed' } },
			{ at: nasty, item: { kind: 'signed', id: nasty, who: nasty, role: nasty } },
			{ at: nasty, item: { kind: 'stopped', who: nasty } },
		],
		requests: [{ at: nasty, model: nasty, input: 1, output: 1, cached: 5, discarded: nasty }],
		changes: changesText([file]),
	};
}

const ours = new Set(
	(
		'html head meta title style body a header p h1 nav ul li main section h2 h3 strong dl div dt dd time code br ol span article details summary pre ' +
		'fieldset legend label input table thead tbody tr th td figure figcaption svg g rect line text i q footer'
	).split(' '),
);

function attributes(page: Element, name: string): readonly string[] {
	return elementsOf(page).flatMap((element) => element.attributes.get(name) ?? []);
}

describe('a hostile run', () => {
	const page = parsedPage(reportPage(hostile()));

	it('brings no element, no attribute and no address of its own', () => {
		expect(elementsOf(page).filter(({ name }) => !ours.has(name))).toEqual([]);
		const names = new Set(elementsOf(page).flatMap((element) => [...element.attributes.keys()]));
		expect([...names].filter((name) => name.startsWith('on') || name === 'style' || name === 'src')).toEqual([]);
		for (const href of attributes(page, 'href')) expect(href).toMatch(/^#[a-z0-9-]+$/);
	});

	it('shows its words all the same, and spells out what would not show', () => {
		const text = textOf(page);
		expect(text).toContain('<script>alert(1)</script>');
		expect(text).toContain('\\u{202e}');
		expect(text).toContain('\\u{1b}[2J');
		expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
	});
});

test('nothing but our own style is allowed, and the policy stands before it', () => {
	const text = reportPage(view([call(1)]));
	const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text);
	expect(policy?.[1]).toMatch(
		/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'$/,
	);
	expect(policy?.index).toBeLessThan(text.indexOf('<style>'));
	const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
	expect(policy?.[1]).toContain(createHash('sha256').update(style).digest('base64'));
});

describe('the structure', () => {
	const page = parsedPage(
		reportPage(view([call(1), call(2)], { changes: 'diff --git a/x b/x\n# changed\n@@ -1,1 +1,1 @@\n-a\n+b' })),
	);
	const all = elementsOf(page);

	it('has landmarks, one title, and headings in order', () => {
		const count = (name: string): number => all.filter((element) => element.name === name).length;
		expect([count('header'), count('nav'), count('main'), count('footer'), count('h1')]).toEqual([1, 1, 1, 1, 1]);
		const levels = all.flatMap(({ name }) => (/^h\d$/.test(name) ? [Number(name[1])] : []));
		for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
		expect(all.find(({ name }) => name === 'html')?.attributes.get('lang')).toBe('en');
	});

	it('leads each link of the page somewhere, and gives no id twice', () => {
		const ids = attributes(page, 'id');
		expect(new Set(ids).size).toBe(ids.length);
		for (const href of attributes(page, 'href').filter((one) => one.startsWith('#')))
			expect(ids).toContain(href.slice(1));
		for (const id of attributes(page, 'aria-labelledby')) expect(ids).toContain(id);
	});

	it('names every column and every choice, and lets a keyboard scroll what scrolls', () => {
		for (const head of all.filter(({ name }) => name === 'th'))
			expect(head.attributes.get('scope')).toMatch(/^(?:col|row)$/);
		expect(all.filter(({ name }) => name === 'input').length).toBe(all.filter(({ name }) => name === 'label').length);
		for (const block of all.filter(({ name }) => name === 'pre')) expect(block.attributes.get('tabindex')).toBe('0');
	});
});

test('a run of 500 steps is a page of at most 3 MB, whatever they hold', () => {
	const usual = Array.from({ length: 500 }, (_, index) => call(index + 1));
	expect(Buffer.byteLength(reportPage(view(usual)))).toBeLessThan(3_000_000);
	expect(textOf(parsedPage(reportPage(view(usual))))).toContain('### 500 shell_exec');
	const [worst] = hostile().calls;
	const bad = usual.map(({ number }) => ({ ...(worst ?? call(1)), number }));
	const page = reportPage(view(bad, { changes: hostile().changes?.repeat(90) ?? '' }));
	expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
	expect(textOf(parsedPage(page))).toMatch(/\d+ later calls would make this page too long/);
});

test('what the diff beside the journal holds is read back file by file', () => {
	const state = (text: string) => ({ mode: '100644' as const, size: text.length, sha256: text, text });
	const files = [
		{
			path: 'a b/c',
			before: state('diff --git a/x b/x\n-- x\n'),
			after: state('diff --git a/x b/y\n++ x\n'),
			isSecret: false,
		},
		{ path: '.env', after: { ...state('TOKEN=x'), sha256: 'c'.repeat(64) }, isSecret: true },
		{ path: 'gone', before: state('x\n'), isSecret: false },
	];
	const text = changesText(files);
	expect(text).not.toContain('TOKEN');
	expect(changedFiles(text).map(({ name, words }) => [name, words])).toEqual([
		['a b/c', 'changed'],
		['.env', `new, mode 100644; not shown, as it holds a credential; 7 bytes, SHA-256 ${'c'.repeat(64)}`],
		['gone', 'deleted'],
	]);
});

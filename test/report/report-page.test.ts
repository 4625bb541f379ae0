import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { type ReportView, reportPage } from '../../src/report/index.ts';
import { changedFiles, changesText } from '../../src/report/requests/changes-text.ts';
import { type Element, elementsOf, parsedPage, textOf } from '../support/parsed-page.ts';
import { call, hostile, view } from './report-views.ts';

const ours = new Set(
	(
		'html head meta title style body a header p h1 nav ul li main section h2 h3 strong dl div dt dd time code br ol span article details summary pre ' +
		'fieldset legend label input table thead tbody tr th td figure figcaption svg g rect line text i q footer em s hr blockquote'
	).split(' '),
);

function attributes(page: Element, name: string): readonly string[] {
	return elementsOf(page).flatMap((element) => element.attributes.get(name) ?? []);
}

describe('a hostile run', () => {
	const page = parsedPage(reportPage(hostile()));

	it('adds no elements, attributes or addresses of its own', () => {
		expect(elementsOf(page).filter(({ name }) => !ours.has(name))).toEqual([]);
		const names = new Set(elementsOf(page).flatMap((element) => [...element.attributes.keys()]));
		expect([...names].filter((name) => name.startsWith('on') || name === 'style' || name === 'src')).toEqual([]);
		for (const href of attributes(page, 'href')) expect(href).toMatch(/^#[a-z0-9-]+$/);
	});

	it('cannot push the page’s words away with a long name', () => {
		const [by] = elementsOf(page).filter(({ attributes: own }) => own.get('class') === 'by');
		expect(by === undefined ? '' : textOf({ ...by, children: by.children.slice(0, 1) })).toMatch(
			/^Requested by @.{90,110}… in/,
		);
	});

	it('is shown as text, with invisible characters escaped', () => {
		const text = textOf(page);
		expect(text).toContain('<script>alert(1)</script>');
		expect(text).toContain('\\u{202e}');
		expect(text).toContain('\\u{1b}[2J');
		expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
	});
});

test('the page allows only its own style, and the policy precedes that style', () => {
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

	it('has a target for each internal link, and no duplicate ids', () => {
		const ids = attributes(page, 'id');
		expect(new Set(ids).size).toBe(ids.length);
		for (const href of attributes(page, 'href').filter((one) => one.startsWith('#')))
			expect(ids).toContain(href.slice(1));
		for (const id of attributes(page, 'aria-labelledby')) expect(ids).toContain(id);
	});

	it('labels all columns and inputs, and lets the keyboard scroll code blocks', () => {
		for (const head of all.filter(({ name }) => name === 'th'))
			expect(head.attributes.get('scope')).toMatch(/^(?:col|row)$/);
		expect(all.filter(({ name }) => name === 'input').length).toBe(all.filter(({ name }) => name === 'label').length);
		for (const block of all.filter(({ name }) => name === 'pre')) expect(block.attributes.get('tabindex')).toBe('0');
	});
});

test('a page with 500 steps has at most 3 MB, even with hostile content', () => {
	const usual = Array.from({ length: 500 }, (_, index) => call(index + 1));
	expect(Buffer.byteLength(reportPage(view(usual)))).toBeLessThan(3_000_000);
	expect(textOf(parsedPage(reportPage(view(usual))))).toContain('### 500 shell_exec');
	const [worst] = hostile().calls;
	const bad = usual.map(({ number }) => ({ ...(worst ?? call(1)), number }));
	const page = reportPage(view(bad, { changes: hostile().changes?.repeat(90) ?? '' }));
	expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
	expect(textOf(parsedPage(page))).toContain('each step has only one line');
	expect(page.match(/ id="call-\d+"/g)).toHaveLength(500);
});

test('the diff next to the journal is read back file by file', () => {
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
		['.env', `new, mode 100644; not shown, because it contains a credential; 7 bytes, SHA-256 ${'c'.repeat(64)}`],
		['gone', 'deleted'],
	]);
});

describe('the reason of a decision', () => {
	const pattern = 'danger_patterns: (?:^|[;&|]\\s*)rm\\s+-rf';
	const blocked = call(1, {
		reason: 'Deleting everything is never needed.',
		row: { ...call(1).row, verdict: 'block', rule: pattern, end: 'blocked' },
		matches: [1, 2].map((line) => ({
			...{ stage: 'patterns', decision: 'block', rule: pattern, reason: 'Deleting everything is never needed.' },
			...{ risk: 'critical', evidence: 'rm -rf', file: 'skills/a/SKILL.md', line },
		})) as never,
	});
	const text = textOf(parsedPage(reportPage(view([blocked]))));

	it('comes before the pattern of the rule, in each place that shows both', () => {
		const parts = text.split(/^## /m).filter((part) => part.includes(pattern));
		expect(parts).toHaveLength(2);
		for (const part of parts)
			expect(part.indexOf('Deleting everything')).toBeLessThan(part.indexOf('danger_patterns: '));
		expect(text).toContain('Decision | Reason | Rule | Layer');
	});
});

describe('times', () => {
	const at = (time: string): string => `2026-11-${time}.000Z`;
	const signed = { who: 'ada', role: 'admin', at: at('21T17:00:29') };
	const asked = { id: 'A1', until: at('22T12:00:05'), needs: [], signatures: [signed] };
	const text = textOf(
		parsedPage(
			reportPage(
				view([call(1, { asked: [asked] }), call(2, { asked: [{ ...asked, id: 'A2', signatures: [] }] })], {
					...{ began: at('21T12:00:05'), ended: at('21T17:04:46') },
					steps: [
						{ at: at('21T12:00:05'), item: { kind: 'job', number: 1, at: at('21T12:00:05') } },
						{ at: at('21T12:00:14'), item: { kind: 'asked', ids: ['A1'] } },
						{ at: at('21T17:00:29'), item: { kind: 'signed', id: 'A1', who: 'ada', role: 'admin' } },
					],
				}),
			),
		),
	);

	it('are relative to the start, and the full date appears once', () => {
		expect(text.match(/21 November 2026, 12:00 UTC/g)).toHaveLength(1);
		expect(text).not.toContain('2026-11-2');
		expect(text).toContain('- start Job 1 starts\n- +9 s Asks for approval of A1\n- +5 h @ada (admin) approves A1');
		expect(text).toContain('A1 approved by @ada (admin) 5 h after the start');
		expect(text).toContain('A2 waiting, expires 1 d after the start');
		expect(text).toContain('Took\n5 h 4 min');
	});

	it('are exact in the HTML attributes', () => {
		expect(reportPage(view([call(1, { asked: [asked] })]))).toContain(
			'<time datetime="2026-11-21T17:00:29Z" title="2026-11-21 17:00:29 UTC">',
		);
	});
});

test('a run that delivered nothing is not shown as done', () => {
	const shown = (outcome: ReportView['run']['outcome']): string => {
		const { run } = view([]);
		return reportPage(view([], { run: { ...run, ...(outcome === undefined ? {} : { outcome }) } }));
	};
	const undelivered = shown({ kind: 'completed', reason: 'changes-undelivered', message: 'Nothing was delivered.' });
	expect(undelivered).toContain('<p class="outcome ask"><strong>Not delivered.</strong>');
	expect(undelivered).toContain('<title>Not delivered: ');
	const done = shown({ kind: 'completed', reason: 'answered', message: 'The agent has finished.' });
	expect(done).toContain('<p class="outcome good"><strong>Done.</strong>');
	expect(shown({ kind: 'failed', reason: 'internal', message: 'A fault.' })).toContain('<p class="outcome bad">');
});

test('a long answer says where to find the rest', () => {
	const { run } = view([]);
	const page = reportPage(view([], { run: { ...run, answer: 'word '.repeat(5000), wholeAnswer: 'blobs/abc' } }));
	expect(textOf(parsedPage(page))).toContain('The whole answer is in blobs/abc next to this page.');
});

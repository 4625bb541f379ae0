import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { changedFiles, changesText } from '../../src/report/changes-text.ts';
import { reportPage } from '../../src/report/index.ts';
import { type Element, elementsOf, parsedPage, textOf } from '../support/parsed-page.ts';
import { call, hostile, view } from './report-views.ts';

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
	expect(textOf(parsedPage(page))).toContain('a line for each call');
	expect(page.match(/ id="call-\d+"/g)).toHaveLength(500);
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

import { describe, expect, it } from 'vitest';
import { markdown } from '../../src/report/html/markdown-html.ts';
import { createRandom, seedOf } from '../gate/random.ts';
import { type Element, elementsOf, parsedPage, textOf } from '../support/parsed-page.ts';
import { renderedMarkdown } from '../support/rendered-markdown.ts';
import { hostileMarkdown, usualAnswer } from './markdown-texts.ts';

const home = 'https://github.example/octo-org/sample/';
const allowed = new Set(
	'div p pre blockquote hr ul ol li table thead tbody tr th td br strong em s code span a'.split(' '),
);

function inside(text: string): string {
	const { html } = markdown(text, home);
	const [, content = ''] = /^<div class="markdown" dir="auto">([\s\S]*)<\/div>$/.exec(html) ?? [];
	return content.trim();
}

function depthOf({ children }: Element): number {
	return 1 + Math.max(0, ...children.map((child) => (typeof child === 'string' ? 0 : depthOf(child))));
}

/** What is wrong with a text on the rendered page. */
function wrongWith(text: string): string | undefined {
	const { html } = markdown(text, home);
	const page = parsedPage(html);
	for (const element of elementsOf(page)) {
		const { name, attributes } = element;
		if (!allowed.has(name)) return `<${name}>`;
		for (const [key, value] of attributes) {
			if (!/^(?:class|dir|start|tabindex|role|aria-label|scope|href)$/.test(key)) return `${name} ${key}`;
			if (key === 'class' && !/^(?:markdown|title|subtitle|image|scroll|num)$/.test(value)) return `class ${value}`;
			if (key === 'href' && !value.startsWith(home)) return `href ${value}`;
		}
		if (name === 'a' && textOf(element).trim() === '') return 'a link without words';
		if (name === 'a' && elementsOf(element).some((one) => one.name === 'a')) return 'a link within a link';
	}
	if (page.children.length !== 1) return 'more than one element';
	if (depthOf(page) > 60) return `${depthOf(page)} elements in each other`;
	return /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(html) ? 'a hidden character' : undefined;
}

describe('Markdown of an answer', () => {
	it.each([
		[
			'**a** *b* ***c*** __d__ _e_ ~~f~~',
			'<p><strong>a</strong> <em>b</em> <em><strong>c</strong></em> <strong>d</strong> <em>e</em> <s>f</s></p>',
		],
		['2 * 3 * 4, snake_case_name, a ** b, ~/x', '<p>2 * 3 * 4, snake_case_name, a ** b, ~/x</p>'],
		['**a *b***, *a **b***', '<p><strong>a <em>b</em></strong>, <em>a <strong>b</strong></em></p>'],
		['`` a`b `` `x` `', '<p><code>a`b</code> <code>x</code> `</p>'],
		['\\*a\\* &lt;b&gt; &#65; &unknown;', '<p>*a* &lt;b&gt; A &amp;unknown;</p>'],
		['a\nb\\\nc', '<p>a<br>\nb<br>\nc</p>'],
		['# A\n### B ###\nC\n---', '<p class="title">A</p>\n<p class="subtitle">B</p>\n<p class="title">C</p>'],
		['1. a\n   - b\n\n   c\n2. d', '<ol><li>a<ul><li>b</li>\n</ul>\n<p>c</p>\n</li>\n<li>d</li>\n</ol>'],
		['3) a', '<ol start="3"><li>a</li>\n</ol>'],
		['- [ ] a\n- [x] b', '<ul><li>☐ a</li>\n<li>☑ b</li>\n</ul>'],
		['> a\n> - b', '<blockquote><p>a</p>\n<ul><li>b</li>\n</ul>\n</blockquote>'],
		['~~~js\n*a* <b>\n~~~', '<pre tabindex="0">*a* &lt;b&gt;</pre>'],
		['a\n\n\tb\n\n---', '<p>a</p>\n<pre tabindex="0">b</pre>\n<hr>'],
		['⚠️ 👨‍👩‍👧 a\u00a0b', '<p>⚠️ 👨‍👩‍👧 a b</p>'],
	])('renders %j', (text, expected) => {
		expect(inside(text)).toBe(expected);
	});

	it('shows the same text as GitHub', () => {
		const own = textOf(parsedPage(markdown(usualAnswer, home).html));
		const reference = renderedMarkdown(usualAnswer)
			.replace(/<input [^>]*checked[^>]*>/g, '☑')
			.replace(/<input [^>]*>/g, '☐');
		const words = (text: string): string => text.replace(/[#|\s-]+/g, ' ').trim();
		const plain = reference
			.replace(/<[^>]*>/g, ' ')
			.replaceAll('&gt;', '>')
			.replaceAll('&quot;', '"')
			.replaceAll('&lt;', '<');
		expect(words(own).replaceAll(' ', '')).toBe(words(plain).replaceAll(' ', ''));
		const names = (html: string): readonly string[] =>
			[...html.matchAll(/<(li|ol|ul|table|td|th|blockquote|pre|strong|em)\b/g)].map(([, name = '']) => name);
		expect(names(markdown(usualAnswer, home).html)).toEqual(names(reference));
	});
});

describe('links and images', () => {
	it.each([
		[
			'[the log](https://github.example/octo-org/sample/runs/1 "x")',
			'<p><a href="https://github.example/octo-org/sample/runs/1">the log</a></p>',
		],
		[
			'see https://github.example/octo-org/sample/pull/9.',
			'<p>see <a href="https://github.example/octo-org/sample/pull/9">https://github.example/octo-org/sample/pull/9</a>.</p>',
		],
		['[a](https://evil.example/x)', '<p>a (<code>https://evil.example/x</code>)</p>'],
		['[`src/a.ts`](src/a.ts)', '<p><code>src/a.ts</code></p>'],
		['[a](javascript:alert(1))', '<p>a (<code>javascript:alert(1)</code>)</p>'],
		['[Outcome](#outcome)', '<p>Outcome (<code>#outcome</code>)</p>'],
		[
			'![a](https://github.example/octo-org/sample/a.png)',
			'<p><span class="image">image not loaded: a (<code>https://github.example/octo-org/sample/a.png</code>)</span></p>',
		],
		[
			'[![a](b.svg)](https://github.example/octo-org/sample/c)',
			'<p><a href="https://github.example/octo-org/sample/c"><span class="image">image not loaded: a (<code>b.svg</code>)</span></a></p>',
		],
		[
			'[ ](https://github.example/octo-org/sample/c)',
			'<p><a href="https://github.example/octo-org/sample/c">https://github.example/octo-org/sample/c</a></p>',
		],
		[
			'[https://github.example/octo-org/sample/1](https://evil.example/)',
			'<p>https://github.example/octo-org/sample/1 (<code>https://evil.example/</code>)</p>',
		],
		[
			'[https://github.example/octo-org/sample/1](https://github.example/octo-org/sample/2)',
			'<p><a href="https://github.example/octo-org/sample/2">https://github.example/octo-org/sample/1</a></p>',
		],
		[
			'[a [b](https://github.example/octo-org/sample/1) c](d)',
			'<p>[a <a href="https://github.example/octo-org/sample/1">b</a> c](d)</p>',
		],
	])('renders %s', (text, expected) => {
		expect(inside(text)).toBe(expected);
	});

	it('never leave the run’s repository', () => {
		for (const url of [
			'https://github.example/octo-org/sample.evil.example/',
			'https://github.example/octo-org/sample/../../evil/x',
			'https://github.example/octo-org/sample/%2e%2e/%2E%2E/evil/x',
			'https://octocat@github.example/octo-org/sample/',
			'http://github.example/octo-org/sample/',
			'//github.example/octo-org/sample/',
			'https:\\\\evil.example',
		])
			expect(inside(`[a](${url}) <${url}> ${url}`)).not.toContain('href');
		expect(markdown('[a](https://github.example/octo-org/sample/)', undefined).html).not.toContain('href');
	});
});

describe('a hostile text', () => {
	it('adds no scripts, loaded resources, foreign links or control characters', () => {
		expect(wrongWith(hostileMarkdown)).toBeUndefined();
		const shown = textOf(parsedPage(markdown(hostileMarkdown, home).html));
		for (const part of [
			'<script>alert(1)</script>',
			'</div></section></main>',
			'javascript:alert(1)',
			'\\u{202e}gpj.exe',
			'\\u{1b}[2J',
			'\\u{5c}u{202e}',
		])
			expect(shown).toContain(part);
	});

	it('stays harmless in any order of its parts', () => {
		const pieces =
			'<script>|</div>|<img src=x onerror=alert(1)>|"|\'|&lt;|&#x202e;|&amp|**|*|_|~~|`|``|```\n|~~~|[|![|](|](javascript:x)|](https://evil.example/)|](https://github.example/octo-org/sample/1)|)|]|<https://evil.example/>|https://github.example/octo-org/sample/2|\n|\n\n|\n> |\n- |\n1. |\n    |\n\t|\n# |\n---\n|\n===\n|a|b c| |\\|\\u{202e}|\u202e|\u001b[2J|\u{e0041}|\ud800|\u00a0|א|⚠️|{|}'.split(
				'|',
			);
		const random = createRandom(seedOf(11));
		const rows = ['\n| a | b |\n|---|--:|\n| ', ' | ', ' |\n', '|'];
		for (let round = 0; round < 1500; round += 1) {
			const text = Array.from({ length: 1 + random.below(24) }, () => random.pick([...pieces, ...rows])).join('');
			expect(wrongWith(text), JSON.stringify(text)).toBeUndefined();
		}
	});

	// A parser that searches for each end from the start needs minutes for these.
	it.each([
		'[',
		'![',
		'*a_ ',
		'**a *b ',
		'*a',
		'` ',
		'>',
		'> ',
		'- ',
		'>- ',
		'1. ',
		'[a](b ',
		'[a](<b',
		'[a](b "',
		'![[]()',
		'|a',
		'|\n',
		'a\n',
		'- a\n',
		'- ```\n',
		'<',
		'&#',
		'\\',
		'http://a)',
		'# ',
		'\t',
		' ',
	])(
		'that repeats %j renders quickly, with bounded size and depth',
		(piece) => {
			const text = piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000);
			const { html } = markdown(text, home);
			expect(html.length).toBeLessThan(400_000);
			expect(depthOf(parsedPage(html))).toBeLessThan(60);
		},
		20_000,
	);
});

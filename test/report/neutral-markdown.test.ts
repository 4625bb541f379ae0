import { describe, expect, it } from 'vitest';
import { mayHoldCommand, parseCommands } from '../../src/approvals/index.ts';
import { neutralMarkdown, neutralTitle } from '../../src/report/index.ts';
import { createRandom } from '../gate/random.ts';
import { processorMs } from '../support/processor-time.ts';

describe('commands for other bots', () => {
	it.each([
		['a command with punctuation', '/merge!\n/lgtm, please\n/usr/bin', '\\/merge!\n\\/lgtm, please\n\\/usr/bin'],
		['a command after a line separator', 'a\u2028/approve A1\u2029/deny', 'a\n\\/approve A1\n\\/deny'],
		['a command in a fence', '```\n/merge!\n/tmp/x\n```', '```\n\\/merge!\n/tmp/x\n```'],
		['a path in a fence that begins like one of our commands', '```\n/approve/A1\n```', '```\n\\/approve/A1\n```'],
		['commands with a dot or a bang', '.deploy\n!approve\n.gitignore', '\\.deploy\n\\!approve\n.gitignore'],
		['commands with a dot or a bang in a fence', '```\n.noop now\n.class {}\n```', '```\n\\.noop now\n.class {}\n```'],
		['bors', 'bors r+\nbors: try\nborscht', '&#98;ors r+\n&#98;ors: try\nborscht'],
		['bors in a fence', '~~~\nbors r+\n~~~', '~~~\n\\bors r+\n~~~'],
		[
			'words that start tests or sign off',
			'recheck\nok to test\nRetest this please\nI have read the CLA Document and sign it\nLGTM',
			'&#114;echeck\n&#111;k to test\n&#82;etest this please\n&#73; have read the CLA Document and sign it\n&#76;GTM',
		],
		[
			'words that start tests or sign off, in a sentence',
			'I did recheck it: ok to test, LGTM.',
			'I did recheck it: ok to test, LGTM.',
		],
		['a bot', '@dependabot merge, x@vercel.com', '@ dependabot merge, x@vercel.com'],
		['a bot in code', 'say `@dependabot merge`', 'say `@ dependabot merge`'],
		['a bot in a fence', '```\n@mergifyio rebase\n@media print\n```', '```\n@ mergifyio rebase\n@media print\n```'],
		['an unclosed fence', '```ts\nx', '```ts\nx\n```'],
		['a mention in emphasis', '_@user_ and __@org/team__', '_`@user_` and __`@org/team__`'],
	])('%s', (_, text, expected) => {
		expect(neutralMarkdown(text)).toBe(expected);
	});

	it.each([
		['[skip ci] Fix', '(skip ci) Fix'],
		['Fix [ci skip] it [no ci][skip actions]', 'Fix (ci skip) it (no ci)(skip actions)'],
		['Fix [vercel skip], [skip-tests]', 'Fix (vercel skip), (skip-tests)'],
		['Keep [this], [no]', 'Keep [this], [no]'],
	])('%s, as a title', (title, expected) => {
		expect(neutralTitle(title)).toBe(expected);
	});

	it('a body that becomes a commit message skips no checks', () => {
		expect(neutralMarkdown('x [skip ci]\n\nskip-checks: true')).toBe('x (skip ci)\n\nskip-checks = true');
	});
});

describe('a link', () => {
	it.each([
		['another host', '[here](https://example.com/a?b=c&d)', '[here](https://example.com/a?b=c&d) (example.com)'],
		['a port', '[here](http://example.com:8080/)', '[here](http://example.com:8080/) (example.com:8080)'],
		[
			'link text that is an address',
			'[https://github.com](https://example.com)',
			'[https://github.com](https://example.com) (example.com)',
		],
		['look-alike letters', '[a](https://аpple.example/)', '[a](https://аpple.example/) (xn--pple-43d.example)'],
		['an escaped host', '[a](https://%65xample.com/)', '[a](https://%65xample.com/) (example.com)'],
		['text in code', '[`a`](https://example.com/)', '[`a`](https://example.com/) (example.com)'],
		[
			'GitHub',
			'[#12](https://github.com/octo-org/slugs/issues/12)',
			'[#12](https://github.com/octo-org/slugs/issues/12)',
		],
		['a file', '[a](docs/a.md#b), [b](/octo-org/slugs), [c](#d)', '[a](docs/a.md#b), [b](/octo-org/slugs), [c](#d)'],
		['a host before an @ sign', '[a](https://github.com@example.com/)', '[a]\\(https://github.com@example.com/)'],
		['a host without a scheme', '[a](//example.com)', '[a]\\(//example.com)'],
		['a title', '[a](https://example.com "GitHub")', '[a]\\(https://example.com "GitHub")'],
		['angle brackets', '[a](<https://example.com>)', '[a]\\(&lt;https://example.com>)'],
		['another scheme', '[a](data:text/html,a)', '[a]\\(data:text/html,a)'],
		['a destination on the next line', '[a](\nhttps://example.com)', '[a]\\(\nhttps://example.com)'],
		['entities', '[a](https&colon;//example.com)', '[a]\\(https&amp;colon;//example.com)'],
	])('is kept, shown with its host, or disabled: %s', (_, text, expected) => {
		expect(neutralMarkdown(text)).toBe(expected);
	});

	it('is found in linear time', () => {
		const start = processorMs();
		neutralMarkdown(`${'['.repeat(20_000)}${'](https://example.com/'.repeat(5_000)}`);
		expect(processorMs() - start).toBeLessThan(2_000);
	});
});

const pieces = [
	...[
		'/approve A1',
		'/approve',
		'/agent do',
		'/deny all',
		'/merge',
		'.deploy',
		'bors r+',
		'@dependabot merge',
		'@org/team',
	],
	...[
		'\n',
		'\n',
		'\n\n',
		'\r',
		'\r\n',
		'\u2028',
		'\u2029',
		'\u0085',
		'\v',
		'\f',
		' ',
		'    ',
		'\t',
		'\u00a0',
		'\u200b',
		'\u202e',
	],
	...[
		'`',
		'``',
		'```',
		'```\n',
		'~~~',
		'~~~\n',
		'<!--',
		'-->',
		'<pre>',
		'</pre>',
		'<div>',
		'<',
		'&#47;',
		'&',
		'\\',
		'|',
		'>',
		'> ',
	],
	...[
		'- ',
		'1. ',
		'# ',
		'*',
		'_',
		'![',
		'](',
		')',
		'[',
		']',
		'word',
		'@',
		'/',
		'.',
		'\ufeff',
		'\ud800',
		'\u{e0041}',
		'Fixes #1',
	],
];

describe('any posted text', () => {
	it('contains no command for Countersign or another bot, in 4,000 random texts', () => {
		const random = createRandom(7);
		for (let round = 0; round < 4_000; round++) {
			const text = Array.from({ length: 1 + random.below(12) }, () => random.pick(pieces)).join('');
			const posted = neutralMarkdown(text);
			const seen = JSON.stringify([text, posted]);
			expect(parseCommands(posted), seen).toEqual([]);
			expect(mayHoldCommand(posted), seen).toBe(false);
			expect(posted, seen).not.toMatch(/^[\s>]*(?:\/(?:approve|merge|deny|agent)(?![\w./-])|\.deploy(?=\s|$)|bors )/m);
			expect(posted, seen).not.toMatch(/@dependabot\s|<!--/);
		}
	});
});

import { describe, expect, it } from 'vitest';
import { quoted } from '../../src/report/text/markdown.ts';
import { neutralLine, neutralMarkdown } from '../../src/report/text/neutral-markdown.ts';
import { createRandom, seedOf } from '../gate/random.ts';
import { isOneElement, renderedMarkdown, textForMentions } from '../support/rendered-markdown.ts';

const image = '![i](https://example.com/i.png)';
const live = `@octo-org/team ${image} <picture>`;

/** What is wrong with a text when GitHub renders it. */
function wrongWith(posted: string): string | undefined {
	const html = renderedMarkdown(`${posted}\n\nAFTER`);
	if (/<(?:img|\/?(?:picture|details|svg|h4 class|!--))/.test(html)) return `a tag: ${html}`;
	if (/(?:^|[^a-z0-9_])@[a-z0-9]/i.test(textForMentions(html))) return `a mention: ${html}`;
	return /(?:^|\n)<p>AFTER<\/p>$/.test(html.trimEnd()) ? undefined : `our words are swallowed: ${html}`;
}

describe('live Markdown after something that looks like code', () => {
	it.each([
		["a link's address", `[a](x\`) ${live} \`b`],
		["a link's title", `[a](/x "t\`") ${live} \`b`],
		['a title in brackets', `[a](/x (t\`)) ${live} \`b`],
		['an address in angle brackets', `<https://example.com/\`> ${live} \`b`],
		['an address by itself', `https://example.com/\`c ${live} \`d`],
		['an address that begins with www', `www.example.com/\`c ${live} \`d`],
		['an escaped backtick', `\\\`a ${live} \`b`],
		['a cell', `a|b\n-|-\n\`c|${live} \`d`],
		['a fence that ends with a no-break space', `\`\`\`\nx\n\`\`\`\u00a0\n\`\`\`\n${live}\n`],
		['a fence that ends with an em space', `~~~\n~~~\u2003\n~~~\n${live}\n`],
		['an indented fence of another kind', `  ~~~\n\`\`\`\n  ~~~\n${live}\n\`\`\``],
		['an e-mail address', 'a@example.com@octo-org/team'],
		['two backslashes', 'x\\\\@octo-org/team'],
	])('%s', (_where, text) => {
		expect(wrongWith(neutralMarkdown(text))).toBeUndefined();
		expect(isOneElement(renderedMarkdown(quoted(text)), 'blockquote')).toBe(true);
	});
});

it('escapes backticks next to a dollar sign, which may start a formula', () => {
	expect(neutralMarkdown('$a `b$ c `d`` e`')).toBe('$a &#96;b$ c &#96;d&#96;&#96; e&#96;');
	expect(neutralMarkdown('$a `b$ `c')).toBe('$a &#96;b$ &#96;c');
});

it('shows link definitions and footnotes as text', () => {
	const shown = textForMentions(renderedMarkdown(neutralMarkdown('[//]: # (hidden)\n\n[^1]: note\n\n> - [a]: /b')));
	for (const part of ['[//]: # (hidden)', '[^1]: note', '[a]: /b']) expect(shown).toContain(part);
});

it('keeps unambiguous code, links and fences', () => {
	const text =
		'Ran `npm test`, see [the log](https://github.com/octo-org/a-1?b=c#d) and [`a.ts`](src/a.ts): fine!\n\n```ts\n`x`\n```';
	expect(neutralMarkdown(text)).toBe(text);
});

it('a text within a line cannot leave that line', () => {
	for (const text of ['```', '~~~\n# a', '```\n@octocat\n', 'a\u2028```']) {
		expect(neutralLine(text)).not.toContain('\n');
		expect(wrongWith(`- ${neutralLine(text)}`)).toBeUndefined();
		expect(wrongWith(`Reason: ${neutralLine(text)}`)).toBeUndefined();
	}
});

const pieces = [
	...[
		'@octo-org/team',
		'@user',
		image,
		'![',
		'![a][r]',
		'<picture>',
		'</details>',
		'<svg ',
		'<!--',
		'-->',
		'</blockquote>',
		'word',
		'a',
		'_',
		'*',
		'**',
		'~~',
	],
	...[
		'`',
		'`',
		'`',
		'``',
		'```',
		'```\n',
		'\n```\n',
		'~~~',
		'\n~~~\n',
		'  ~~~\n',
		'\t```\n',
		'    ',
		'\\',
		'\\\\',
		'&#64;',
		'&lt;',
		'&',
		'$',
		'$$',
		'|',
		'|-|\n',
	],
	...[
		'[',
		']',
		'](',
		'](x',
		'(',
		')',
		'[a](x',
		'[a](/x "',
		'")',
		'[r]: /x',
		'[r]: ',
		']: ',
		'[^1]: ',
		'[^1]',
		'<https://example.com/',
		'>',
		'https://example.com/',
		'www.example.com/',
		'mailto:a@example.com',
		'"',
		"'",
	],
	...[
		'\n',
		'\n',
		'\n',
		'\n\n',
		' ',
		' ',
		'\t',
		'\u00a0',
		'\u2003',
		'\u200b',
		'\f',
		'\v',
		'\u0085',
		'\r',
		'\u2028',
		'- ',
		'1. ',
		'2) ',
		'> ',
		'# ',
		'\n===\n',
		'\n---\n',
		'  \n',
		'\ud800',
		'\udc41',
		'\u{e0041}',
		'é',
		':',
		'.',
		'!',
		'/',
	],
];

it('renders to harmless HTML, for 1,500 random texts', () => {
	const random = createRandom(seedOf(11));
	for (let round = 0; round < 1_500; round += 1) {
		const text = Array.from({ length: 1 + random.below(16) }, () => random.pick(pieces)).join('');
		const posted = neutralMarkdown(text);
		expect(wrongWith(posted), JSON.stringify([text, posted])).toBeUndefined();
		const html = renderedMarkdown(`${quoted(`x${text}`)}\n`);
		expect(isOneElement(html, 'blockquote'), JSON.stringify([text, html])).toBe(true);
	}
});

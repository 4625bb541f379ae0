import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { linesOf, spokenLines } from '../../src/approvals/spoken-lines.ts';
import { createRandom, seedOf } from '../gate/random.ts';

const foreign =
	/^(?:blockQuote|codeFenced|codeIndented|codeText|html.*|definition|gfmFootnote.*|listOrdered|listUnordered|table.*|resource|label|strikethrough|.*[Tt]itle.*|.*[Dd]estination.*)$/;

/** Returns the markdown elements around a place in a text, the outermost first. */
function around(text: string, offset: number): readonly string[] {
	const found: string[] = [];
	const events = postprocess(
		parse({ extensions: [gfm()] })
			.document()
			.write(preprocess()(text, undefined, true)),
	);
	for (const [kind, token] of events) {
		if (kind === 'enter' && token.start.offset <= offset && token.end.offset > offset) found.push(token.type);
	}
	return found;
}

const pieces = [
	...[
		'\n/approve A1\n',
		'\n/approve A1\n',
		'\n/approve A1\n',
		'word',
		'word',
		'\n',
		'\n',
		'\n',
		'\n\n',
		'\n\n',
		' ',
		'  ',
		'    ',
		'\t',
		'\u00a0',
		'\f',
		'\r\n',
	],
	...[
		'```\n',
		'\n```\n',
		'\n```\n',
		'````',
		'```',
		'  ```\n',
		'    ```',
		'\t```\n',
		'~~~\n',
		'\n~~~\n',
		' ~~~',
		'`',
		'`',
		'``',
		'```\u00a0\n',
		'``` js\n',
	],
	...[
		'- ',
		'- ',
		'* ',
		'1. ',
		'2) ',
		'-\n',
		'- - ',
		'> ',
		'> ',
		'>',
		'# ',
		'\n===\n',
		'\n---\n',
		'\n***\n',
		'|',
		'|-|\n',
		'-|-\n',
		'~~',
		'*',
		'_',
	],
	...[
		'<div>',
		'</div>',
		'<details>',
		'<!--',
		'-->',
		'<!-- x -->',
		'\n<!-- x -->\n',
		'\n<!--\n',
		'<pre>',
		'</pre>',
		'<?',
		'?>',
		'<a',
		'<b>',
		'<https://example.com>',
		'<a@example.com>',
		'<',
		'>',
	],
	...[
		'[',
		']',
		'](',
		'[a](x',
		')',
		'[a](/x "',
		'"',
		'\n[x]: /y "',
		'[x]:',
		'[^1]: ',
		'[a](b)',
		'\\',
		'$',
		'$$',
		'https://example.com/',
		'www.example.com/',
	],
];

it('a command is obeyed only at the start of a line of plain text', () => {
	const random = createRandom(seedOf(3));
	let heard = 0;
	for (let round = 0; round < 2_000; round += 1) {
		// A few kinds of pieces at a time nest deeper than all kinds.
		const some = ['\n/approve A1\n', '\n', '\n\n', 'word', ...random.times(1, 4, () => random.pick(pieces))];
		const body = random.times(1, 12, () => random.pick(some)).join('');
		const lines = linesOf(body);
		const text = lines.join('\n');
		for (const index of spokenLines(lines)) {
			if (!lines[index]?.startsWith('/')) continue;
			heard += 1;
			const before = lines.slice(0, index).join('\n');
			const path = around(text, index === 0 ? 0 : before.length + 1);
			expect(
				path.filter((type) => foreign.test(type)),
				JSON.stringify([text, path]),
			).toEqual([]);
			expect(
				path.some((type) => /^(?:paragraph|setextHeading)$/.test(type)),
				JSON.stringify([text, path]),
			).toBe(true);
			// Tags can contain later lines in ways that markdown does not show, so only complete comments may come before.
			expect(openHtml(before), text).toBe(false);
		}
	}
	expect(heard).toBeGreaterThan(1_000);
});

/** Whether HTML before a line may contain it. HTML blocks in a quote end with the quote. */
function openHtml(before: string): boolean {
	let quotes = 0;
	for (const [kind, token] of postprocess(
		parse({ extensions: [gfm()] })
			.document()
			.write(preprocess()(before, undefined, true)),
	)) {
		if (token.type === 'blockQuote') quotes += kind === 'enter' ? 1 : -1;
		if (kind === 'exit' || !/^html(?:Flow|Text)$/.test(token.type)) continue;
		const tags = before.slice(token.start.offset, token.end.offset).replace(/<!--.*?-->/gs, '');
		if (/<[a-z/?]/i.test(quotes > 0 ? tags.replace(/<\/?(?:div|details)>/g, '') : tags)) return true;
	}
	return false;
}

import { describe, expect, it } from 'vitest';
import { parseCommands } from '../../src/approvals/index.ts';
import { neutralLine, neutralMarkdown } from '../../src/report/index.ts';
import { stepWords } from '../../src/report/status/step-words.ts';
import { type Columns, cell, span, tableHead, tableLine } from '../../src/report/text/markdown.ts';
import { createRandom } from '../gate/random.ts';
import { renderedMarkdown } from '../support/rendered-markdown.ts';

describe('a bar in code', () => {
	it('stays unchanged in a line', () => {
		const step = stepWords({ tool: 'shell_exec', input: 'cat .env | head -1' });
		expect(step).toBe('run `cat .env | head -1`');
		expect(renderedMarkdown(`- [ ] ${step} — blocked`)).toContain('<code>cat .env | head -1</code> — blocked');
		expect(neutralLine('use `a || b` or `c`')).toBe('use `a || b` or `c`');
	});

	it('stays unchanged in a paragraph without a table, next to a horizontal rule', () => {
		expect(neutralMarkdown('Use `a | b`:\nit is short.\n\n---')).toBe('Use `a | b`:\nit is short.\n\n---');
	});

	it.each([
		'| a `x | y` | b |\n|---|---|\n| c | d |',
		'a `x | y`\n-|-',
		'a `x | y`\n:-:|:--',
		'> a `x | y`\n> - | -',
		'a `x | y`\n--',
	])('is not treated as code in text that may be a table: %j', (text) => {
		expect(neutralMarkdown(text)).not.toContain('`');
	});

	it('does not allow a command in a table row', () => {
		expect(parseCommands('| a | b |\n|---|---|\n| `x |\n/approve A1` |')).toEqual([]);
	});
});

describe('a bar in a cell', () => {
	const columns: Columns<string> = [
		['what', (text) => text],
		['end', () => 'end'],
	];
	const rendered = (text: string): string => renderedMarkdown(`${tableHead(columns)}\n${tableLine(columns, text)}`);
	const cells = (html: string): readonly string[] =>
		[...html.matchAll(/<td>(.*?)<\/td>/gs)].map(([, inner = '']) => inner);

	it('is escaped, and renders as a bar, also in code', () => {
		expect(cell('`a | b`')).toBe('`a \\| b`');
		expect(cells(rendered('`a | b`'))).toEqual(['<code>a | b</code>', 'end']);
		expect(cells(rendered('a || b'))).toEqual(['a || b', 'end']);
	});

	it('becomes a similar character after a backslash, where it cannot be escaped', () => {
		expect(cells(rendered(span('grep "a\\|b"')))).toEqual(['<code>grep &quot;a\\│b&quot;</code>', 'end']);
	});

	it('never ends the cell, in 3,000 random texts', () => {
		const random = createRandom(11);
		const pieces = ['|', '\\', '`', '``', 'a', ' ', '\\|', '|\\', '\n', '\r', '-', ':'];
		for (let round = 0; round < 3_000; round++) {
			const text = Array.from({ length: 1 + random.below(10) }, () => random.pick(pieces)).join('');
			for (const written of [neutralLine(text), span(text), text])
				expect(cells(rendered(written)).slice(1), JSON.stringify(written)).toEqual(['end']);
		}
	});
});

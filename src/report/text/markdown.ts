import { neutralMarkdown } from './neutral-markdown.ts';

/** Returns a fenced block that its content cannot end. The fence is longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** Returns a code span that its content cannot end. */
export function span(text: string): string {
	const flat = text.replace(/\s+/g, ' ').trim();
	const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map((run) => run[0].length));
	const tick = '`'.repeat(longest + 1);
	return longest === 0 ? `${tick}${flat}${tick}` : `${tick} ${flat} ${tick}`;
}

/** Returns a rule's name as a code span. If the rule is a long pattern, only its beginning is shown. */
export function ruleSpan(rule: string): string {
	return span(rule.length > 60 ? `${rule.slice(0, 60)}…` : rule);
}

/** Returns a text that others wrote as a quote. The quote contains no command of ours, no mention, no image and no heading. */
export function quoted(text: string): string {
	return neutralMarkdown(text)
		.split('\n')
		.map((line) => `> ${line}`.trimEnd())
		.join('\n');
}

/** Returns a text for a table cell. */
export function cell(text: string): string {
	const flat = text.replace(/\s+/g, ' ').trim();
	// GitHub shows an escaped bar as a bar, also in code. After another backslash, a bar cannot be escaped, so a similar character replaces
	// it.
	return flat.replace(/(\\*)\|/g, (_, slashes: string) => (slashes === '' ? '\\|' : `${slashes}│`));
}

/**
 * The columns of a table: the title, a function that returns the cell of a row, and the alignment. So no column can have a title without
 * cells.
 */
export type Columns<R> = readonly (readonly [title: string, cellOf: (row: R) => string, align?: '--:'])[];

/** Returns the first two lines of a table. */
export function tableHead<R>(columns: Columns<R>): string {
	const titles = columns.map(([title]) => (title === '' ? ' ' : ` ${title} `));
	return `|${titles.join('|')}|\n|${columns.map(([, , align = '---']) => align).join('|')}|`;
}

/** Returns the line of one row. */
export function tableLine<R>(columns: Columns<R>, row: R): string {
	return `| ${columns.map(([, cellOf]) => cell(cellOf(row))).join(' | ')} |`;
}

/** Returns a number with its noun: `1 call`, `3 calls`. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

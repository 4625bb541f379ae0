import { neutralMarkdown } from './neutral-markdown.ts';

/** A fenced block that its content cannot end: the fence is longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** A code span that its content cannot end. */
export function span(text: string): string {
	const flat = text.replace(/\s+/g, ' ').trim();
	const longest = Math.max(0, ...[...flat.matchAll(/`+/g)].map((run) => run[0].length));
	const tick = '`'.repeat(longest + 1);
	return longest === 0 ? `${tick}${flat}${tick}` : `${tick} ${flat} ${tick}`;
}

/** A rule's name as a code span: a rule made of a long pattern shows its beginning. */
export function ruleSpan(rule: string): string {
	return span(rule.length > 60 ? `${rule.slice(0, 60)}…` : rule);
}

/** Somebody else's words, as a quote: cannot carry a command of ours, a mention, an image or a heading. */
export function quoted(text: string): string {
	return neutralMarkdown(text)
		.split('\n')
		.map((line) => `> ${line}`.trimEnd())
		.join('\n');
}

/** A table cell. */
export function cell(text: string): string {
	// Escaping fails where the text brings its own backslash.
	return text.replaceAll('|', '│').replace(/\s+/g, ' ').trim();
}

/** A whole number with its noun: `1 call`, `3 calls`. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

import { codeSpans, withoutLinks } from '../core/index.ts';

/** Tags that are harmless in a quote of one of our comments. They end with the quote and cannot affect the text after it. */
const harmlessTag = /<\/?(?:details|summary|sub|sup|br|p|div)(?: open)?>/gi;
/** Addresses in angle brackets, which are not HTML. */
const autolink = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>`\\]*|[\w.+-]+@[\w.-]+)>/gi;
const html = /<[a-z/!?]/i;
/** Characters that may begin a link, a definition, a formula, struck text or an escape. Each of these may continue on the next line. */
const opener = /[[\]\\$~]/;
const delimiterRow = /^(?=.*-)(?=.*[|:])[ \t|:-]+$/;

/**
 * Returns what a line of text may leave open. `html` means the rest of the comment, because tags may cross paragraphs. `paragraph` means
 * the rest of the paragraph.
 */
export function unfinishedInline(line: string): 'html' | 'paragraph' | undefined {
	const isQuote = /^ {0,3}>/.test(line);
	const bare = (isQuote ? line.replace(harmlessTag, ' ') : line).replace(autolink, ' ');
	const parts = codeSpans([bare])?.[0];
	const text = parts?.filter((_, index) => index % 2 === 0).join('\0') ?? bare;
	if (html.test(text)) return 'html';
	const isOpen = parts === undefined || opener.test(withoutLinks(text)) || isDelimiterRow(line);
	return isOpen ? 'paragraph' : undefined;
}

/** Returns whether a line turns the line above it into a table. */
export function isDelimiterRow(line: string): boolean {
	return delimiterRow.test(line);
}

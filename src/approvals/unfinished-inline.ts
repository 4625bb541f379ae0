import { codeSpans, withoutLinks } from '../core/index.ts';

/** Tags in a quote of a comment of ours; they end with the quote, and are no styles that would go on behind it. */
const harmlessTag = /<\/?(?:details|summary|sub|sup|br|p|div)(?: open)?>/gi;
/** Addresses that are no HTML. */
const autolink = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>`\\]*|[\w.+-]+@[\w.-]+)>/gi;
const html = /<[a-z/!?]/i;
/** What may begin a link, a definition, a formula, struck words or an escape: each may go on in the next line. */
const opener = /[[\]\\$~]/;
const delimiterRow = /^(?=.*-)(?=.*[|:])[ \t|:-]+$/;

/**
 * What a line of text may leave open: `html` for the rest of a comment, since tags heed no paragraph; `paragraph` for the rest of its
 * paragraph.
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

/** What makes a table of the line above it. */
export function isDelimiterRow(line: string): boolean {
	return delimiterRow.test(line);
}

import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** The result for a Markdown text: HTML that is not safe yet, or why the page shows the plain text. */
export type ReadMarkdown = { readonly html: string } | { readonly why: string };

/** GitHub's own limit for a comment, and the HTML that a page can clean in well under a second. Characters. */
const most = { text: 65_536, html: 300_000 };
const tooLong: ReadMarkdown = { why: 'it is too long.' };

/** Turns Markdown into HTML. Some texts take minutes, so the page calls it in a worker with a time limit. */
export function readMarkdown(markdown: string): ReadMarkdown {
	if (markdown.length > most.text) return tooLong;
	const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] };
	const html = withoutScripts(micromark(markdown, { allowDangerousHtml: true, ...extensions }));
	return html.length > most.html ? tooLong : { html };
}

/**
 * Renames attributes with scripts and styles. They would have no effect in the page, but the browser would report each one as a violation.
 * A template becomes text, because the page does not count the elements in it.
 */
function withoutScripts(html: string): string {
	return html
		.replace(/<(?=\/?template)/gi, '&lt;')
		.replace(/<[a-z][^<>]*/gi, (tag) => tag.replace(/(?<=[\s"'/])(?:on[a-z]+|style)(?=\s*=)/gi, 'x-$&'));
}

import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Returns Markdown as HTML in GitHub's dialect, before anything is removed. */
export function renderedMarkdown(text: string): string {
	return micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

/** Returns the text outside code and links, in which GitHub sees mentions, without tags. */
export function textForMentions(html: string): string {
	return html
		.replace(/<a .*?<\/a>/gs, ' ')
		.replace(/<code[^>]*>.*?<\/code>/gs, ' ')
		.replace(/<[^>]*>/g, ' ');
}

/** Whether the first element of the HTML contains everything. */
export function isOneElement(html: string, tag: string): boolean {
	let depth = 0;
	for (const { 0: found, index } of html.trim().matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
		if (index === 0 ? found !== `<${tag}>` : depth === 0) return false;
		if (/^<(?:br|hr|input|img)\b/.test(found)) continue;
		depth += found.startsWith('</') ? -1 : 1;
	}
	return depth === 0 && html.trim().endsWith(`</${tag}>`);
}

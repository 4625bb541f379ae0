import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Markdown as HTML, as GitHub's dialect has it before anything is taken away. */
export function renderedMarkdown(text: string): string {
	return micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

/** The parts of the HTML outside code and links, where GitHub sees mentions; without their tags. */
export function textForMentions(html: string): string {
	return html
		.replace(/<a .*?<\/a>/gs, ' ')
		.replace(/<code[^>]*>.*?<\/code>/gs, ' ')
		.replace(/<[^>]*>/g, ' ');
}

/** Whether everything stands in the one element that the HTML begins with. */
export function isOneElement(html: string, tag: string): boolean {
	let depth = 0;
	for (const { 0: found, index } of html.trim().matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
		if (index === 0 ? found !== `<${tag}>` : depth === 0) return false;
		if (/^<(?:br|hr|input|img)\b/.test(found)) continue;
		depth += found.startsWith('</') ? -1 : 1;
	}
	return depth === 0 && html.trim().endsWith(`</${tag}>`);
}

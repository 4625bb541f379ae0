import { type Html, html, nothing } from './html.ts';
import { type Block, type Cell, markdownBlocks } from './markdown-blocks.ts';
import { markdownInline } from './markdown-inline.ts';

/**
 * Returns Markdown that others wrote as HTML elements in a box. It cannot close the box or create headings, ids or classes, so it cannot
 * look like a part of the page.
 */
export function markdown(text: string, home: string | undefined): Html {
	return html`<div class="markdown" dir="auto">${elements(markdownBlocks(text), home)}</div>`;
}

function elements(blocks: readonly Block[], home: string | undefined): readonly Html[] {
	return blocks.map((block) => element(block, home));
}

function element(block: Block, home: string | undefined): Html {
	switch (block.kind) {
		case 'paragraph':
			return html`<p>${markdownInline(block.text, home)}</p>\n`;
		case 'heading':
			return html`<p class="${block.level < 3 ? 'title' : 'subtitle'}">${markdownInline(block.text, home)}</p>\n`;
		case 'code':
			return html`<pre tabindex="0">${block.text}</pre>\n`;
		case 'quote':
			return html`<blockquote>${elements(block.blocks, home)}</blockquote>\n`;
		case 'rule':
			return html`<hr>\n`;
		case 'list':
			return list(block, home);
		case 'table':
			return table(block, home);
	}
}

function list({ start, items }: Extract<Block, { kind: 'list' }>, home: string | undefined): Html {
	const shown = items.map((blocks) => html`<li>${itemParts(blocks, home)}</li>\n`);
	if (start === undefined) return html`<ul>${shown}</ul>\n`;
	return html`<ol${start === 1 ? nothing : html` start="${start}"`}>${shown}</ol>\n`;
}

const boxes: Readonly<Record<string, string>> = { '[ ]': '☐', '[x]': '☑', '[X]': '☑' };

/** Returns the parts of a list item. A task's check box becomes a character, because the page has no form controls. */
function itemParts([first, ...others]: readonly Block[], home: string | undefined): readonly Html[] {
	if (first?.kind !== 'paragraph') return elements([...(first === undefined ? [] : [first]), ...others], home);
	const [, mark = '', words = ''] = /^(\[[ xX]\]) ([\s\S]*)$/.exec(first.text) ?? [];
	const box = boxes[mark];
	const said = box === undefined ? markdownInline(first.text, home) : html`${box} ${markdownInline(words, home)}`;
	return [said, ...elements(others, home)];
}

function table({ head, rows }: Extract<Block, { kind: 'table' }>, home: string | undefined): Html {
	const column = (cell: Cell): Html => html`<th scope="col"${numeric(cell)}>${markdownInline(cell.text, home)}</th>`;
	const value = (cell: Cell): Html => html`<td${numeric(cell)}>${markdownInline(cell.text, home)}</td>`;
	const body = rows.map((cells) => html`<tr>${cells.map(value)}</tr>\n`);
	return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${head.map(column)}</tr></thead>
<tbody>${body}</tbody></table></div>\n`;
}

function numeric({ isNumeric }: Cell): Html {
	return isNumeric ? html` class="num"` : nothing;
}

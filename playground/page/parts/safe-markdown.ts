import DOMPurify, { type Config } from 'dompurify';
import { addressButton } from './address-button.ts';
import { loweredLevels } from './heading-levels.ts';
import type { Inside } from './inside.ts';

/** The elements and attributes that a text by others may keep. No attribute can style or name an element, or fetch anything. */
const allowed: Config & { readonly IN_PLACE: true } = {
	ALLOWED_TAGS: [
		...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'kbd', 'em', 'i', 'strong', 'b', 'del', 's', 'ins', 'sub', 'sup'],
		...['ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'details', 'summary', 'div', 'span', 'a', 'img', 'input'],
		...['table', 'thead', 'tbody', 'tr', 'th', 'td', '#text'],
	],
	ALLOWED_ATTR: ['href', 'alt', 'open', 'start', 'align', 'type', 'checked'],
	ALLOW_DATA_ATTR: false,
	ALLOW_ARIA_ATTR: false,
	IN_PLACE: true,
};

const phrasing = 'code, kbd, em, i, strong, b, del, s, ins, sub, sup, span, br';
const blocks = 'p, li, h1, h2, h3, h4, h5, h6, td, th, summary, pre, div';

/** The limits of a text. Cleaning and drawing take time for each element, so a larger text would block the browser. */
const most = { tags: 9_000, elements: 3_000, attributes: 6_000, depth: 250 };
const tooDeep = `${'* > '.repeat(most.depth)}*`;
const tagsAtOnce = 100;

/**
 * Turns HTML by others into nodes that cannot run or fetch anything, leave the page, or imitate parts of it. Returns the reason instead, if
 * the work would block the browser.
 */
export function safeNodes(html: string, inside: Inside): DocumentFragment | string {
	const box = parsed(html);
	if (box === undefined) return 'it has too many parts.';
	DOMPurify.sanitize(box, allowed);
	return finished(box, inside);
}

/**
 * Parses HTML in a document that is inert: nothing in it runs or loads. The parser gets a few tags at a time, because it repeats open tags
 * in each later paragraph, so a short text can become millions of elements.
 */
function parsed(html: string): Element | undefined {
	const tags = html.split(/(?=<)/);
	if (tags.length > most.tags) return undefined;
	const inert = document.implementation.createHTMLDocument();
	inert.open();
	inert.write('<!doctype html><body>');
	for (let start = 0; start < tags.length; start += tagsAtOnce) {
		inert.write(tags.slice(start, start + tagsAtOnce).join(''));
		if (!isModest(inert)) return undefined;
	}
	inert.close();
	const box = inert.createElement('div');
	box.append(...inert.body.childNodes);
	return box;
}

function isModest(inert: Document): boolean {
	const elements = inert.querySelectorAll('*');
	if (elements.length > most.elements || inert.querySelector(tooDeep) !== null) return false;
	let attributes = 0;
	for (const element of elements) attributes += element.attributes.length;
	return attributes <= most.attributes;
}

/** Replaces elements that would load something, react to the visitor, or leave the page. */
function finished(box: Element, inside: Inside): DocumentFragment {
	const each = (selector: string, change: (element: Element) => unknown): void => {
		for (const element of box.querySelectorAll(selector)) change(element);
	};
	each('img', (image) => image.replaceWith(image.getAttribute('alt') || 'image'));
	each('input', (input) => {
		// The box takes the place of the bullet.
		input.closest('li')?.classList.add('task');
		input.replaceWith(input.hasAttribute('checked') ? '☑' : '☐');
	});
	each('a', (link) => link.replaceWith(safeLink(link, inside)));
	each('table', frame);
	// A screen reader would read an empty header cell as a header without a name.
	each('th', (cell) => cell.textContent.trim() === '' && cell.replaceWith(element('td', '', {})));
	lowerHeadings([...box.querySelectorAll('h1, h2, h3, h4, h5, h6')]);
	// A character that changes the direction of text then affects only its own block.
	each(blocks, (block) => block.setAttribute('dir', 'auto'));
	const fragment = document.createDocumentFragment();
	fragment.append(...box.childNodes);
	return fragment;
}

function safeLink(link: Element, inside: Inside): Node {
	const href = link.getAttribute('href') ?? '';
	const content = link.ownerDocument.createDocumentFragment();
	const isPlain = [...link.querySelectorAll('*')].every((one) => one.matches(phrasing));
	content.append(...(isPlain ? link.childNodes : [link.textContent]));
	// A summary is already a control, and people cannot reach a control inside it.
	if (link.closest('summary') !== null) return content;
	const place = inside(href);
	if (place !== undefined) return element('a', content, { href: place });
	if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return content;
	return addressButton(content, href);
}

/** Puts a wide table into a frame that scrolls, also by keyboard. */
function frame(table: Element): void {
	const outer = element('div', '', { class: 'frame', tabindex: '0', role: 'group', 'aria-label': 'Table' });
	table.replaceWith(outer);
	outer.append(table);
}

function lowerHeadings(headings: readonly Element[]): void {
	const levels = loweredLevels(headings.map(({ localName }) => Number(localName.slice(1))));
	for (const [index, heading] of headings.entries()) {
		heading.replaceWith(element(`h${levels[index] ?? 6}`, heading.childNodes, {}));
	}
}

function element(name: string, content: string | Node | Iterable<Node>, attributes: Readonly<Record<string, string>>) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
	made.append(...(typeof content === 'string' || content instanceof Node ? [content] : content));
	return made;
}

import { spelledUnseen } from '../text/spelled.ts';
import { cutTo } from '../text/within.ts';

/** Our own markup, the only input that {@link html} does not escape. */
export interface Html {
	readonly html: string;
}

export type Part = string | number | Html | readonly Part[];

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/**
 * Returns markup from a template. Every inserted value that is not {@link Html} is escaped, so it stays text, also in a quoted attribute.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return { html: strings.reduce((text, next, index) => `${text}${markupOf(parts[index - 1] ?? '')}${next}`) };
}

/** Empty markup. */
export const nothing: Html = { html: '' };

function markupOf(part: Part): string {
	if (typeof part === 'string') return escaped(part);
	if (typeof part === 'number') return String(part);
	return 'html' in part ? part.html : part.map(markupOf).join('');
}

/**
 * Escapes a text for HTML. Characters that are invisible or reverse the text become visible codes (`\u{…}`), so they have no effect on the
 * page.
 */
function escaped(text: string): string {
	return spelledUnseen(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Standard emoji. Some consist of several characters, some of which are invisible on their own. */
const emoji = /(\p{RGI_Emoji})/v;

/**
 * Returns sentences that others wrote as markup. It keeps emoji and turns every blank into a plain space, because {@link html} would show
 * unusual characters as codes.
 */
export function prose(text: string): Html {
	const parts = text.replace(/\p{Zs}/gu, ' ').split(emoji);
	return html`${parts.map((part, index) => (index % 2 === 1 ? { html: part } : part))}`;
}

/** Returns a path, a name or an argument as code, up to `longest` characters. */
export function code(text: string, longest = 200): Html {
	return text === '' ? html`<i>empty</i>` : html`<code>${cutTo(text, longest)}</code>`;
}

/** The longest shown name. Names on GitHub are shorter, and a longer name would push the page's own words away. */
const longestName = 100;

/** Returns a person with the role, such as `@ada (admin)`. */
export function personWords({ who, role }: { readonly who: string; readonly role: string }): Html {
	const name = cutTo(who, longestName);
	return role === '' ? html`@${name}` : html`@${name} (${cutTo(role, longestName)})`;
}

/** Returns the parts that fit into `room` bytes, and the number of parts that do not. */
export function within(
	parts: readonly Html[],
	room: number,
): { readonly shown: readonly Html[]; readonly left: number } {
	let length = 0;
	const end = parts.findIndex((part) => {
		length += Buffer.byteLength(part.html);
		return length > room;
	});
	return end === -1 ? { shown: parts, left: 0 } : { shown: parts.slice(0, end), left: parts.length - end };
}

/** Returns a link if the address is in the run's own repository. For any other address, it returns only the text. */
export function ownLink(url: string | undefined, home: string | undefined, text: Part): Html {
	const isOwn = url !== undefined && home !== undefined && URL.canParse(url) && new URL(url).href.startsWith(home);
	return isOwn ? html`<a href="${new URL(url).href}">${text}</a>` : html`${text}`;
}

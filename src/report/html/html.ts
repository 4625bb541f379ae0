import { spelledUnseen } from '../spelled.ts';
import { cutTo } from '../within.ts';

/** Markup that is ours: the one thing that {@link html} does not escape. */
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

/** Markup from a template: whatever stands in it that is no markup of ours is text, also within a quoted attribute. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return { html: strings.reduce((text, next, index) => `${text}${markupOf(parts[index - 1] ?? '')}${next}`) };
}

/** Nothing at all. */
export const nothing: Html = { html: '' };

function markupOf(part: Part): string {
	if (typeof part === 'string') return escaped(part);
	if (typeof part === 'number') return String(part);
	return 'html' in part ? part.html : part.map(markupOf).join('');
}

/** What does not show, or turns text round, is spelled out: on the page it can do nothing either. */
function escaped(text: string): string {
	return spelledUnseen(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Emoji that people know by sight, of several characters some of which do not show by themselves. */
const emoji = /(\p{RGI_Emoji})/v;

/** Sentences of others: a blank is a blank and an emoji an emoji, where {@link html} would spell out what they are made of. */
export function prose(text: string): Html {
	const parts = text.replace(/\p{Zs}/gu, ' ').split(emoji);
	return html`${parts.map((part, index) => (index % 2 === 1 ? { html: part } : part))}`;
}

/** A path, a name, an argument: exactly as it is, as much as a line holds. */
export function code(text: string, longest = 200): Html {
	return text === '' ? html`<i>empty</i>` : html`<code>${cutTo(text, longest)}</code>`;
}

/** Names on GitHub are shorter; a longer one would push the page's own words away. */
const longestName = 100;

/** `@ada (admin)`. */
export function personWords({ who, role }: { readonly who: string; readonly role: string }): Html {
	const name = cutTo(who, longestName);
	return role === '' ? html`@${name}` : html`@${name} (${cutTo(role, longestName)})`;
}

/** As many of the parts as fit into so many bytes, and how many do not. */
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

/** A link into the run's own repository; anybody else's address is text without one. */
export function ownLink(url: string | undefined, home: string | undefined, text: Part): Html {
	const isOwn = url !== undefined && home !== undefined && URL.canParse(url) && new URL(url).href.startsWith(home);
	return isOwn ? html`<a href="${new URL(url).href}">${text}</a>` : html`${text}`;
}

import { type Html, html, prose } from './html.ts';

/** Asterisks, underscores or tildes that may begin or end emphasis. */
export interface Delimiter {
	readonly mark: string;
	readonly opens: boolean;
	readonly closes: boolean;
}

interface Opener {
	readonly character: string;
	readonly length: number;
	/** The index of the opening mark in the parts. */
	readonly at: number;
}

/** The deepest nesting of emphasis. Deeper marks stay text, because a browser limits how deeply elements can be nested. */
const mostOpen = 8;

/** Renders emphasis. A mark without its counterpart is shown as it was written. */
export function emphasized(pieces: readonly (string | Html | Delimiter)[]): Html {
	const parts: (string | Html)[] = [];
	const openers: Opener[] = [];
	for (const piece of pieces) {
		if (typeof piece === 'string' || 'html' in piece) push(parts, piece);
		else delimit(piece, parts, openers);
	}
	return joined(parts);
}

/**
 * Adds a part, and joins it with a text before it. In two pieces, a text that imitates our spelling of a hidden character would not be
 * recognized.
 */
function push(parts: (string | Html)[], part: string | Html): void {
	const last = parts.at(-1);
	if (typeof part === 'string' && typeof last === 'string') parts.splice(-1, 1, last + part);
	else parts.push(part);
}

function delimit({ mark, opens, closes }: Delimiter, parts: (string | Html)[], openers: Opener[]): void {
	const character = mark.slice(0, 1);
	let left = mark.length;
	const isMatch = (one: Opener): boolean =>
		one.character === character && (character === '~' ? one.length === left : one.length <= left);
	for (let index = closes ? openers.findLastIndex(isMatch) : -1; index >= 0; index = openers.findLastIndex(isMatch)) {
		const { length, at } = openers[index] ?? { length: left, at: parts.length };
		const inner = joined(parts.splice(at).slice(1));
		parts.push(wrapped(inner, character, length));
		openers.length = index;
		left -= length;
		if (left === 0) return;
	}
	const isMark = character === '~' ? left === 2 : left <= 3;
	if (opens && isMark) {
		openers.push({ character, length: left, at: parts.length });
		if (openers.length > mostOpen) openers.shift();
	}
	// An opening mark is a separate part, because the emphasis later replaces it.
	push(parts, opens && isMark ? prose(character.repeat(left)) : character.repeat(left));
}

function wrapped(inner: Html, character: string, length: number): Html {
	if (character === '~') return html`<s>${inner}</s>`;
	const strong = length > 1 ? html`<strong>${inner}</strong>` : inner;
	return length === 2 ? strong : html`<em>${strong}</em>`;
}

function joined(parts: readonly (string | Html)[]): Html {
	return html`${parts.map((part) => (typeof part === 'string' ? prose(part) : part))}`;
}

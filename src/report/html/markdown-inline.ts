import { type Delimiter, emphasized } from './emphasis.ts';
import { type Html, html, ownLink, prose } from './html.ts';

/** A part of the output. `url` is a bare address, which becomes a link unless it is in the text of another link. */
type Piece = string | Html | Delimiter | { readonly url: string };

interface Bracket {
	/** The index of the bracket's piece. */
	readonly piece: number;
	/** The index of the character after the bracket. */
	readonly after: number;
	readonly isImage: boolean;
}

/** A line of Markdown while it is read. */
interface Reading {
	readonly text: string;
	readonly home: string | undefined;
	readonly pieces: Piece[];
	readonly brackets: Bracket[];
	/** Returns where the code span ends that begins at `from` with `ticks` backticks. */
	readonly spanEnd: (from: number, ticks: number) => number | undefined;
}

/** The deepest nesting of brackets. Deeper ones stay text, because a browser limits how deeply elements can be nested. */
const mostOpen = 8;

/**
 * Renders the inline parts of Markdown: emphasis, code, and links into the run's own repository. Any other address becomes text after the
 * words of its link, so no link can hide where it leads. An image is never loaded, only described. Raw HTML is text.
 */
export function markdownInline(text: string, home: string | undefined): Html {
	const reading = { text, home, pieces: [], brackets: [], spanEnd: codeSpanEnds(text) };
	for (let at = 0; at < text.length; ) at = readToken(reading, at);
	return rendered(reading.pieces, home);
}

const token =
	/(?<escape>\\[!-/:-@[-`{-~])|(?<ticks>`+)|(?<reference>&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos|nbsp);)|(?<address><https?:\/\/[^\s<>]*>|https?:\/\/[^\s<>|`[\]]+)|(?<opening>!?\[)|(?<closing>\])|(?<delimiter>\*+|_+|~+)|(?<lineEnd>\n)|(?<plain>[^\\`&<h![\]*_~\n]+|[\s\S])/y;

/** Reads one token, and returns the index after it. */
function readToken(reading: Reading, at: number): number {
	token.lastIndex = at;
	const { groups = {} } = token.exec(reading.text) ?? {};
	const [kind = 'plain', found = ''] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
	const read = readers[kind];
	if (read !== undefined) return read(reading, found, at);
	reading.pieces.push(found);
	return at + found.length;
}

type Reader = (reading: Reading, found: string, at: number) => number;

const readers: Readonly<Record<string, Reader>> = {
	escape: simply((found) => found.slice(1)),
	reference: simply(characterOf),
	lineEnd: simply(() => html`<br>\n`),
	delimiter: ({ text, pieces }, found, at) => {
		pieces.push(delimiterAt(text, at, found));
		return at + found.length;
	},
	ticks: ({ text, pieces, spanEnd }, found, at) => {
		const after = at + found.length;
		const end = spanEnd(at, found.length);
		pieces.push(end === undefined ? found : codeSpan(text.slice(after, end)));
		return end === undefined ? after : end + found.length;
	},
	address: ({ pieces }, found, at) => {
		const url = found.startsWith('<') ? found.slice(1, -1) : withoutTrail(found);
		pieces.push({ url });
		return at + (found.startsWith('<') ? found.length : url.length);
	},
	opening: ({ pieces, brackets }, found, at) => {
		brackets.push({ piece: pieces.length, after: at + found.length, isImage: found === '![' });
		if (brackets.length > mostOpen) brackets.shift();
		pieces.push(found);
		return at + found.length;
	},
	closing: readClosing,
};

function simply(pieceOf: (found: string) => Piece): Reader {
	return ({ pieces }, found, at) => {
		pieces.push(pieceOf(found));
		return at + found.length;
	};
}

const target =
	/\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/y;

function readClosing({ text, home, pieces, brackets }: Reading, found: string, at: number): number {
	const bracket = brackets.pop();
	target.lastIndex = at + 1;
	const [whole, angled, bare = ''] = target.exec(text) ?? [];
	if (bracket === undefined || whole === undefined) {
		pieces.push(found);
		return at + 1;
	}
	const url = angled ?? bare;
	const label = rendered(pieces.splice(bracket.piece).slice(1), undefined);
	const isBlank = label.html.replace(/<[^>]*>/g, '').trim() === '';
	const words = isBlank ? prose(url) : label;
	const isShown = isBlank || text.slice(bracket.after, at).replaceAll('`', '') === url;
	if (bracket.isImage)
		pieces.push(html`<span class="image">image not loaded: ${words}${isShown ? '' : beside(url)}</span>`);
	else pieces.push(linked(url, words, { home, isShown }));
	// A link cannot contain a link.
	if (!bracket.isImage) brackets.length = 0;
	return at + 1 + whole.length;
}

function linked(
	url: string,
	words: Html,
	{ home, isShown }: { readonly home: string | undefined; readonly isShown: boolean },
): Html {
	const link = ownLink(url, home, words);
	return isShown || link.html !== words.html ? link : html`${words}${beside(url)}`;
}

function beside(url: string): Html {
	return url === '' ? html`` : html` (<code>${url}</code>)`;
}

/** Renders pieces. Without `home`, nothing becomes a link, which is necessary inside the text of a link. */
function rendered(pieces: readonly Piece[], home: string | undefined): Html {
	return emphasized(
		pieces.map((piece) =>
			typeof piece === 'object' && 'url' in piece ? ownLink(piece.url, home, prose(piece.url)) : piece,
		),
	);
}

/** Returns an address without punctuation or an unmatched closing bracket at its end. */
function withoutTrail(address: string): string {
	let end = address.length;
	while (/[.,:;!?'"*_~]/.test(address[end - 1] ?? '') || closesNothing(address.slice(0, end))) end -= 1;
	return address.slice(0, end);
}

function closesNothing(address: string): boolean {
	return address.endsWith(')') && !address.includes('(');
}

/**
 * Prepares the search for the ends of code spans. It looks at each run of backticks only once, so a text with many unpaired backticks takes
 * no longer.
 */
function codeSpanEnds(text: string): Reading['spanEnd'] {
	const runs = Map.groupBy(text.matchAll(/`+/g), ([run]) => run.length);
	const places = new Map([...runs].map(([length, found]) => [length, found.map(({ index }) => index)]));
	return (from, ticks) => {
		const starts = places.get(ticks) ?? [];
		while (starts[0] !== undefined && starts[0] <= from) starts.shift();
		return starts[0];
	};
}

function codeSpan(text: string): Html {
	const line = text.replaceAll('\n', ' ');
	const isPadded = /^ .* $/.test(line) && line.trim() !== '';
	return html`<code>${isPadded ? line.slice(1, -1) : line}</code>`;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function characterOf(reference: string): string {
	const name = reference.slice(1, -1);
	if (!name.startsWith('#')) return named[name] ?? reference;
	const number = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
	return number === 0 || number > 0x10ffff ? '\ufffd' : String.fromCodePoint(number).toWellFormed();
}

/** Applies CommonMark's rule about which marks can begin or end emphasis. The marks in `2 * 3` and `snake_case` can do neither. */
function delimiterAt(text: string, at: number, mark: string): Delimiter {
	const before = text.slice(Math.max(0, at - 1), at);
	const after = text.slice(at + mark.length, at + mark.length + 1);
	const leads = !isBlank(after) && (!isSign(after) || isBlank(before) || isSign(before));
	const trails = !isBlank(before) && (!isSign(before) || isBlank(after) || isSign(after));
	const isUnderscore = mark.startsWith('_');
	return {
		mark,
		opens: leads && !(isUnderscore && trails && !isSign(before)),
		closes: trails && !(isUnderscore && leads && !isSign(after)),
	};
}

function isBlank(character: string): boolean {
	return character === '' || /\s/.test(character);
}

function isSign(character: string): boolean {
	return /[\p{P}\p{S}]/u.test(character);
}

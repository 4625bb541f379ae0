/** Where the markdown stands between two lines. What could be read in two ways is not said. */
type Place =
	| { readonly kind: 'text' }
	| { readonly kind: 'quote' }
	| { readonly kind: 'code'; readonly fence: string }
	/** Ends after a line that holds this, or at a blank line where there is none. */
	| { readonly kind: 'html'; readonly end?: RegExp };

const text: Place = { kind: 'text' };
const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const verbatim = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)/i;
const block = /^ {0,3}<(?:[a-z/!?])/i;

/** The lines of a comment, as GitHub's markdown ends them. */
export function linesOf(body: string): readonly string[] {
	return body.split(/\r\n|\r|\n/);
}

/** The indexes of the lines that the author says in their own words: quotes, code and HTML hold others'. */
export function spokenLines(lines: readonly string[]): readonly number[] {
	const spoken: number[] = [];
	let place: Place = text;
	for (const [index, line] of lines.entries()) {
		const before: Place = place;
		place = after(before, line);
		if (before.kind === 'text' && place.kind === 'text' && !/^( {4}|\t)/.test(line)) spoken.push(index);
	}
	return spoken;
}

function after(place: Place, line: string): Place {
	switch (place.kind) {
		case 'code':
			return closes(line, place.fence) ? text : place;
		case 'html':
			return endsHtml(line, place.end) ? text : place;
		case 'quote':
			// A line right after a quote belongs to it, as GitHub shows it.
			return line.trim() === '' ? text : opened(line, place);
		case 'text':
			return opened(line, place);
	}
}

function opened(line: string, otherwise: Place): Place {
	if (/^ {0,3}>/.test(line)) return { kind: 'quote' };
	const [, ticks, tildes] = fence.exec(line) ?? [];
	const mark = ticks ?? tildes;
	if (mark !== undefined) return { kind: 'code', fence: mark };
	return openedHtml(line) ?? otherwise;
}

function openedHtml(line: string): Place | undefined {
	const comment = line.lastIndexOf('<!--');
	if (comment !== -1 && !line.slice(comment + 4).includes('-->')) return { kind: 'html', end: /-->/ };
	const tag = verbatim.exec(line)?.[1];
	if (tag !== undefined) {
		const end = new RegExp(`</${tag}>`, 'i');
		return end.test(line) ? undefined : { kind: 'html', end };
	}
	return block.test(line) ? { kind: 'html' } : undefined;
}

function endsHtml(line: string, end: RegExp | undefined): boolean {
	return end === undefined ? line.trim() === '' : end.test(line);
}

/** A closing fence is as long as the opening one, of the same kind, and has nothing behind it. */
function closes(line: string, mark: string): boolean {
	const bare = line.trim();
	return /^ {0,3}\S/.test(line) && bare.length >= mark.length && [...bare].every((character) => character === mark[0]);
}

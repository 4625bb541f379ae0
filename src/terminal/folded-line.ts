/** The prefixes for text that others wrote: `line` for every line, and `piece` for each further piece of a folded line. */
export const beside = { line: '  │ ', piece: '  ┆ ' } as const;

const leastColumns = 20;
const tabColumns = 8;
/** The width of the prefix. The sign itself takes one column. */
const besideColumns = beside.piece.length;

/**
 * Splits a line into pieces that fit into a terminal. Threat: a terminal continues a long line at its left edge, where only our words
 * should be. A wide text there would look like our words. Without a width, the line stays whole.
 */
export function foldedLine(text: string, before: string, columns: number | undefined): readonly string[] {
	if (columns === undefined || columns < leastColumns) return [before + text];
	const pieces: string[] = [];
	let piece = before;
	let used = before.length;
	for (const character of text) {
		const width = widthOf(character);
		if (used + width > columns) {
			const end = before === '' ? wordEnd(piece) : piece.length;
			pieces.push(piece.slice(0, end));
			piece = beside.piece + piece.slice(end);
			used = besideColumns + [...piece.slice(besideColumns)].reduce((sum, one) => sum + widthOf(one), 0);
		}
		piece += character;
		used += width;
	}
	return [...pieces, piece];
}

/** The end of a word. Our own sentences are folded between words. */
function wordEnd(piece: string): number {
	const end = piece.lastIndexOf(' ') + 1;
	return end > piece.length / 2 ? end : piece.length;
}

/** The most columns that a character takes. If the number is too high, the line is only folded earlier. */
function widthOf(character: string): number {
	if (character === '\t') return tabColumns;
	return character >= ' ' && character <= '~' ? 1 : 2;
}

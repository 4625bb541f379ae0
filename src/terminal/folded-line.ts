/** What stands before every line of another's text, and before all but the first piece of a line that was folded. */
export const beside = { line: '  │ ', piece: '  ┆ ' } as const;

const leastColumns = 20;
const tabColumns = 8;
/** The sign itself takes one. */
const besideColumns = beside.piece.length;

/**
 * A line in pieces that fit into a terminal. Threat: a terminal goes on with a long line at its left edge, where only words of ours stand;
 * what is wide enough to get there would look like them. Without a width it stays whole.
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

/** Our own sentences are folded between their words. */
function wordEnd(piece: string): number {
	const end = piece.lastIndexOf(' ') + 1;
	return end > piece.length / 2 ? end : piece.length;
}

/** At most so many columns: too early a fold shows the same. */
function widthOf(character: string): number {
	if (character === '\t') return tabColumns;
	return character >= ' ' && character <= '~' ? 1 : 2;
}

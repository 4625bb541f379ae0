/** Selects some lines of a text that arrives in pieces, without the whole text in memory. */
export interface LineWindow {
	/** Takes the next piece of the text. */
	add(text: string): void;
	done(): Shown;
}

/** The result of a window. */
export interface Shown {
	/** The requested lines that fit, without their line feeds. */
	readonly lines: readonly string[];
	/** Whether `lines` has only the beginning of one line, because the whole line does not fit. */
	readonly cut: boolean;
	/** The number of lines in the whole text. */
	readonly total: number;
	/** The number of these lines with Windows line endings. */
	readonly windows: number;
}

interface Wanted {
	/** The first line to show, from 1. */
	readonly offset: number;
	readonly limit: number;
	readonly mostBytes: number;
}

/** Creates a window on the lines from `offset` on. A line feed at the end of the text does not begin another line. */
export function newLineWindow({ offset, limit, mostBytes }: Wanted): LineWindow {
	const lines: string[] = [];
	let [line, last, total, windows, bytes] = ['', '', 0, 0, 0];
	let [full, cut] = [false, false];
	const isWanted = (): boolean => !full && total + 1 >= offset && lines.length < limit;
	const take = (piece: string): void => {
		// Keep only a part of the line, because one line may be as long as the whole file.
		if (isWanted()) line += piece.slice(0, Math.max(0, mostBytes + 1 - line.length));
		if (piece !== '') last = piece.slice(-1);
	};
	const keep = (): void => {
		bytes += Buffer.byteLength(line) + String(total + 1).length + 2;
		full = bytes > mostBytes;
		cut = full && lines.length === 0;
		if (cut) lines.push(line.slice(0, mostBytes));
		else if (!full) lines.push(line);
	};
	const end = (): void => {
		if (isWanted()) keep();
		if (last === '\r') windows += 1;
		total += 1;
		[line, last] = ['', ''];
	};
	const add = (text: string): void => {
		const pieces = text.split('\n');
		for (const [index, piece] of pieces.entries()) {
			take(piece);
			if (index < pieces.length - 1) end();
		}
	};
	const done = (): Shown => {
		if (last !== '') end();
		return { lines, cut, total, windows };
	};
	return { add, done };
}

/** A part of a Markdown text. */
export type Block =
	| { readonly kind: 'paragraph'; readonly text: string }
	| { readonly kind: 'heading'; readonly level: number; readonly text: string }
	| { readonly kind: 'code'; readonly text: string }
	| { readonly kind: 'quote'; readonly blocks: readonly Block[] }
	| { readonly kind: 'list'; readonly start?: number; readonly items: readonly (readonly Block[])[] }
	| { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] }
	| { readonly kind: 'rule' };

export interface Cell {
	readonly text: string;
	/** Whether the cell's column is aligned to the right. */
	readonly isNumeric: boolean;
}

/** A block, and the index of the line after the block. */
interface Taken {
	readonly block: Block;
	readonly next: number;
}

type Lines = readonly string[];

/** Lists and quotes that are nested deeper than this stay text, because a browser limits how deeply elements can be nested. */
const deepest = 6;

/**
 * Splits Markdown into blocks. It supports the part of GitHub's dialect that models write: raw HTML, footnotes and link definitions stay
 * text. It reads each line a limited number of times, because a hostile text must not keep the job busy.
 */
export function markdownBlocks(text: string): readonly Block[] {
	return blocksIn(text.replace(/\r\n?/g, '\n').split('\n'), 0);
}

function blocksIn(lines: Lines, depth: number): readonly Block[] {
	const blocks: Block[] = [];
	for (let at = 0; at < lines.length; ) {
		if (isBlank(lines[at])) {
			at += 1;
			continue;
		}
		const { block, next } = blockAt(lines, at, depth);
		blocks.push(block);
		at = next;
	}
	return blocks;
}

function blockAt(lines: Lines, at: number, depth: number): Taken {
	const nested = depth < deepest ? (quoteAt(lines, at, depth) ?? listAt(lines, at, depth)) : undefined;
	return (
		fenceAt(lines, at) ??
		headingAt(lines, at) ??
		nested ??
		(isRule(lines[at]) ? { block: { kind: 'rule' }, next: at + 1 } : undefined) ??
		tableAt(lines, at) ??
		indentedAt(lines, at) ??
		paragraphAt(lines, at)
	);
}

/** Returns whether this line ends the paragraph before it, because it begins another block. */
function startsBlock(lines: Lines, at: number): boolean {
	const line = lines[at] ?? '';
	const marker = markerOf(line);
	const isList = marker !== undefined && !marker.isEmpty && (marker.start ?? 1) === 1;
	const isOther = fenceOf(line) !== undefined || hashes.test(line) || quoteMark.test(line) || isRule(line);
	return isList || isOther || tableHead(lines, at) !== undefined;
}

const fenceStart = /^( {0,3})(?:(`{3,})[^`]*|(~{3,}).*)$/;
const fenceEnd = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

function fenceOf(line: string): { readonly indent: number; readonly mark: string } | undefined {
	const [, indent = '', ticks, tildes] = fenceStart.exec(line) ?? [];
	const mark = ticks ?? tildes;
	return mark === undefined ? undefined : { indent: indent.length, mark };
}

function fenceAt(lines: Lines, at: number): Taken | undefined {
	const fence = fenceOf(lines[at] ?? '');
	if (fence === undefined) return undefined;
	const end = firstFrom(lines, at + 1, (line) => (fenceEnd.exec(line)?.[1] ?? '').startsWith(fence.mark));
	const content = lines.slice(at + 1, end).map((line) => outdented(line, fence.indent));
	return { block: { kind: 'code', text: content.join('\n') }, next: end + 1 };
}

const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/;

function headingAt(lines: Lines, at: number): Taken | undefined {
	const line = lines[at] ?? '';
	const [found, { length: level } = ''] = hashes.exec(line) ?? [];
	if (found === undefined) return undefined;
	const text = line
		.slice(found.length)
		.trim()
		.replace(/(?:^|[ \t])#+$/, '')
		.trimEnd();
	return { block: { kind: 'heading', level, text }, next: at + 1 };
}

function isRule(line = ''): boolean {
	return indentOf(line) < 4 && /^(?:\*{3,}|-{3,}|_{3,})$/.test(line.replace(/[ \t]/g, ''));
}

const quoteMark = /^ {0,3}>/;

function quoteAt(lines: Lines, at: number, depth: number): Taken | undefined {
	const next = firstFrom(lines, at, (line) => !quoteMark.test(line));
	if (next === at) return undefined;
	const inside = lines.slice(at, next).map((line) => line.replace(/^ {0,3}> ?/, ''));
	return { block: { kind: 'quote', blocks: blocksIn(inside, depth + 1) }, next };
}

interface Marker {
	/** The character of the marker. An item with a different character begins a new list. */
	readonly sign: string;
	readonly start?: number;
	/** The number of columns by which the lines of the item are indented. */
	readonly width: number;
	readonly isEmpty: boolean;
}

function markerOf(line: string): Marker | undefined {
	const [, before = '', mark, blanks = ''] = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)/.exec(line) ?? [];
	if (mark === undefined || isRule(line)) return undefined;
	const isEmpty = before.length + mark.length + blanks.length === line.length;
	// More than four blanks begin code within the item.
	const width = before.length + mark.length + (isEmpty || blanks.length > 4 ? 1 : blanks.length);
	const sign = mark.slice(-1);
	return { sign, width, isEmpty, ...(mark.length === 1 ? {} : { start: Number.parseInt(mark, 10) }) };
}

function listAt(lines: Lines, at: number, depth: number): Taken | undefined {
	const first = markerOf(lines[at] ?? '');
	if (first === undefined) return undefined;
	const items: (readonly Block[])[] = [];
	let next = at;
	for (let marker: Marker | undefined = first; marker?.sign === first.sign; marker = markerOf(lines[next] ?? '')) {
		const end = itemEnd(lines, next, marker);
		const [line = '', ...others] = lines.slice(next, end);
		const { width } = marker;
		items.push(blocksIn([line.slice(width), ...others.map((other) => outdented(other, width))], depth + 1));
		next = end;
	}
	return { block: { kind: 'list', items, ...(first.start === undefined ? {} : { start: first.start }) }, next };
}

/**
 * Returns the index of the line after an item. The item includes lines with its indentation, and lines that continue its last paragraph.
 */
function itemEnd(lines: Lines, at: number, { width }: Marker): number {
	return firstFrom(lines, at + 1, (line, index) => {
		if (isBlank(line) || indentOf(line) >= width) return false;
		return isBlank(lines[index - 1]) || markerOf(line) !== undefined || startsBlock(lines, index);
	});
}

function tableHead(lines: Lines, at: number): readonly Cell[] | undefined {
	const [head = '', line = ''] = [lines[at], lines[at + 1]];
	if (!head.includes('|') || !line.includes('|') || !/^[ \t|:-]+$/.test(line)) return undefined;
	const [names, columns] = [cellsOf(head), cellsOf(line)];
	if (names.length !== columns.length || !columns.every((column) => /^:?-+:?$/.test(column))) return undefined;
	return names.map((text, index) => ({ text, isNumeric: /^-+:$/.test(columns[index] ?? '') }));
}

function tableAt(lines: Lines, at: number): Taken | undefined {
	const head = tableHead(lines, at);
	if (head === undefined) return undefined;
	const isAfter = (line: string, index: number) => isBlank(line) || (!line.includes('|') && startsBlock(lines, index));
	const next = firstFrom(lines, at + 2, isAfter);
	const rows = lines.slice(at + 2, next).map((line) =>
		cellsOf(line)
			.slice(0, head.length)
			.map((text, index) => ({ text, isNumeric: head[index]?.isNumeric === true })),
	);
	return { block: { kind: 'table', head, rows }, next };
}

function cellsOf(line: string): readonly string[] {
	const cells = line
		.trim()
		.replace(/^\|/, '')
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim().replaceAll('\\|', '|'));
	return cells.length > 1 && cells.at(-1) === '' ? cells.slice(0, -1) : cells;
}

function indentedAt(lines: Lines, at: number): Taken | undefined {
	if (indentOf(lines[at] ?? '') < 4) return undefined;
	const next = firstFrom(lines, at + 1, (line) => !isBlank(line) && indentOf(line) < 4);
	const content = lines.slice(at, next).map((line) => outdented(line, 4));
	return { block: { kind: 'code', text: content.join('\n').trimEnd() }, next };
}

const underline = /^ {0,3}(?:(=+)|-+)[ \t]*$/;

function paragraphAt(lines: Lines, at: number): Taken {
	const next = firstFrom(
		lines,
		at + 1,
		(line, index) => isBlank(line) || underline.test(line) || startsBlock(lines, index),
	);
	const text = paragraphText(lines.slice(at, next));
	const [found, isFirst] = underline.exec(lines[next] ?? '') ?? [];
	if (found === undefined) return { block: { kind: 'paragraph', text }, next };
	return { block: { kind: 'heading', level: isFirst === undefined ? 2 : 1, text }, next: next + 1 };
}

/** Returns the text of a paragraph. Line breaks are kept, as in a comment on GitHub. */
function paragraphText(lines: Lines): string {
	return lines
		.map((line) => line.trim())
		.join('\n')
		.replace(/\\\n/g, '\n');
}

/** Returns the index of the first line for which `holds` is true, beginning at `from`. Returns the number of lines if there is none. */
function firstFrom(lines: Lines, from: number, holds: (line: string, index: number) => boolean): number {
	let index = from;
	while (index < lines.length && !holds(lines[index] ?? '', index)) index += 1;
	return index;
}

function isBlank(line = ''): boolean {
	return /^[ \t]*$/.test(line);
}

/** Returns the indentation of a line in columns. A tab goes to the next multiple of four. */
function indentOf(line: string): number {
	const [blanks = ''] = /^[ \t]*/.exec(line) ?? [];
	return columns(blanks);
}

function columns(blanks: string): number {
	return [...blanks].reduce((column, blank) => (blank === '\t' ? column + 4 - (column % 4) : column + 1), 0);
}

/** Returns a line without the first `width` columns of its indentation. */
function outdented(line: string, width: number): string {
	const [blanks = ''] = /^[ \t]*/.exec(line) ?? [];
	for (let taken = 0; taken < blanks.length; taken += 1) {
		const column = columns(blanks.slice(0, taken));
		if (column >= width) return ' '.repeat(column - width) + line.slice(taken);
	}
	return ' '.repeat(Math.max(0, columns(blanks) - width)) + line.slice(blanks.length);
}

import { linesOf } from './text-file.ts';

const context = 2;
const mostShown = 12;
const mostLines = 20_000;
const longestShown = 300;

/**
 * Returns the lines of a text that are most similar to a wanted one, with line numbers and the difference. They help a model that
 * remembered the line wrongly.
 */
export function nearestLines(text: string, wanted: string): string {
	const lines = linesOf(text).slice(0, mostLines);
	const sought =
		linesOf(wanted)
			.find((line) => line.trim() !== '')
			?.trim() ?? '';
	const pairs = pairsOf(sought);
	const scores = lines.map((line) => likeness(line.trim(), sought, pairs));
	const best = scores.reduce((top, score, index) => (score > (scores[top] ?? 0) ? index : top), 0);
	const hint = differenceOf(text, wanted);
	if ((scores[best] ?? 0) < 0.4) {
		return hint === '' ? 'Nothing in the file looks like it; read the file again with file_read.' : hint.trim();
	}
	const start = Math.max(0, best - context);
	const end = Math.min(lines.length, best + Math.min(linesOf(wanted).length + context, mostShown));
	const shown = lines.slice(start, end).map((line, index) => `${start + index + 1}\t${clipped(line)}`);
	return `${hint}The nearest lines are:\n${shown.join('\n')}\nCopy them exactly, without the line numbers.`;
}

/** Frequent mistakes that make two texts differ. The model reads about the first one that explains the difference. */
const slips: readonly { readonly says: string; readonly undo: (text: string) => string }[] = [
	{ says: 'It is there, but with other line endings (CRLF and LF are mixed in the file).', undo: asLineFeeds },
	{ says: 'It is there, but `old_text` has the line numbers of file_read in it.', undo: withoutNumbers },
	{ says: 'It is there, but with other white space.', undo: (text) => text.replace(/\s+/g, ' ').trim() },
	{ says: 'It is there, but with other quotes or dashes.', undo: asPlain },
	{ says: 'It is there, but in other upper and lower case.', undo: (text) => text.toLowerCase() },
];

function differenceOf(text: string, wanted: string): string {
	if (wanted.trim() === '') return '`old_text` is only white space. ';
	const slip = slips.find(({ undo }) => undo(text).includes(undo(wanted)) || text.includes(undo(wanted)));
	return slip === undefined ? '' : `${slip.says} `;
}

function asLineFeeds(text: string): string {
	return text.replaceAll('\r\n', '\n');
}

function withoutNumbers(text: string): string {
	return text.replace(/^ *\d+\t/gm, '');
}

function asPlain(text: string): string {
	return text
		.replace(/[\u2018\u2019]/g, "'")
		.replace(/[\u201c\u201d]/g, '"')
		.replace(/[\u2010-\u2015]/g, '-')
		.replaceAll('\u00a0', ' ');
}

function clipped(line: string): string {
	return line.length > longestShown ? `${line.slice(0, longestShown)}[…]` : line;
}

/**
 * Returns the similarity of two lines (Dice's coefficient over pairs of characters): 1 for equal lines, and 0 if they have nothing in
 * common.
 */
function likeness(line: string, sought: string, pairs: ReadonlySet<string>): number {
	if (line === sought) return 1;
	const own = pairsOf(line.slice(0, 400));
	if (own.size === 0 || pairs.size === 0) return 0;
	let shared = 0;
	for (const pair of own) if (pairs.has(pair)) shared += 1;
	return (2 * shared) / (own.size + pairs.size);
}

function pairsOf(line: string): ReadonlySet<string> {
	const pairs = new Set<string>();
	for (let index = 0; index + 1 < line.length; index += 1) pairs.add(line.slice(index, index + 2));
	return pairs;
}

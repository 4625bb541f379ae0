import { linesOf } from './text-file.ts';

const context = 2;
const mostShown = 12;
const mostLines = 50_000;

/** The lines of a text that look most like a wanted one, numbered, for a model that misremembered them. */
export function nearestLines(text: string, wanted: string): string {
	const lines = linesOf(text).slice(0, mostLines);
	const sought =
		linesOf(wanted)
			.find((line) => line.trim() !== '')
			?.trim() ?? '';
	const pairs = pairsOf(sought);
	const scores = lines.map((line) => likeness(line.trim(), sought, pairs));
	const best = scores.reduce((top, score, index) => (score > (scores[top] ?? 0) ? index : top), 0);
	if ((scores[best] ?? 0) < 0.4) return 'Nothing in the file looks like it; read the file again with file_read.';
	const start = Math.max(0, best - context);
	const end = Math.min(lines.length, best + Math.min(linesOf(wanted).length + context, mostShown));
	const shown = lines.slice(start, end).map((line, index) => `${start + index + 1}\t${line}`);
	const spaced = text.replace(/\s+/g, ' ').includes(wanted.replace(/\s+/g, ' ').trim());
	const hint = spaced ? 'It is there, but with other white space. ' : '';
	return `${hint}The nearest lines are:\n${shown.join('\n')}\nCopy them exactly, without the line numbers.`;
}

/** Dice's coefficient over pairs of characters: 1 for the same line, 0 for lines that share nothing. */
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

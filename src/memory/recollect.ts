import type { Recollection } from '../core/index.ts';
import { blocksOf } from './blocks.ts';
import { feedbackDigest } from './feedback-digest.ts';
import { keptFile } from './kept-files.ts';
import type { SearchIndex } from './search-index.ts';

/** The most runs and notes that a search returns (Wolffish, The Agent Pipeline: cortex). */
const mostFound = 12;
/** The days whose runs are shown as history (Wolffish, The Agent Pipeline: hippocampus). */
const mostDays = 2;
/** The longest history of one day, in characters. The newest runs are kept. */
const longestDay = 6_000;
/** The longest text of one run or note, in characters. */
export const longestEntry = 2_000;

/** The files that can be searched: runs and notes of the agent. Decisions of people are shown as a digest. */
export function searched(files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
	return [...files].filter(([path]) => ['episodes', 'notes'].includes(keptFile(path)?.folder ?? ''));
}

/** The memory that a run with this task begins with. The same files, words and day give the same memory. */
export function recollect(
	files: ReadonlyMap<string, string>,
	{
		keywords,
		today,
		index,
	}: { readonly keywords: readonly string[]; readonly today: string; readonly index: SearchIndex },
): Recollection {
	const episodes = lastDays(files, today);
	const told = episodes.map(({ text }) => text).join('\n');
	const found = index
		.search(keywords.join(' '), mostFound)
		.map(({ path, text }) => ({ path, text: text.slice(0, longestEntry).toWellFormed() }))
		.filter(({ text }) => !told.includes(text));
	return { episodes, feedback: feedbackDigest(files, today), found };
}

/** Returns the history of the last days, newest first. */
function lastDays(files: ReadonlyMap<string, string>, today: string): Recollection['episodes'] {
	return [...files]
		.flatMap(([path, text]) => {
			const kept = keptFile(path);
			return kept?.folder === 'episodes' && kept.day <= today ? [{ day: kept.day, text: endOf(blocksOf(text)) }] : [];
		})
		.sort((a, b) => (a.day < b.day ? 1 : -1))
		.slice(0, mostDays);
}

/** The last whole blocks of a day that fit, in order. */
function endOf(blocks: readonly string[]): string {
	const kept: string[] = [];
	let left = longestDay;
	for (const block of blocks.toReversed()) {
		const text = block.slice(0, longestEntry).toWellFormed();
		left -= text.length;
		if (left < 0) break;
		kept.unshift(text);
	}
	return kept.join('\n\n');
}

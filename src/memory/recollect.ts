import type { Recollection } from '../core/index.ts';
import { blocksOf } from './blocks.ts';
import { feedbackDigest } from './feedback-digest.ts';
import { keptFile } from './kept-files.ts';
import type { SearchIndex } from './search-index.ts';

/** Runs and notes that are looked for (Wolffish, The Agent Pipeline: cortex). */
const mostFound = 12;
/** Days whose runs are told as history (Wolffish, The Agent Pipeline: hippocampus). */
const mostDays = 2;
/** Characters of one day's history; the newest runs of it count. */
const longestDay = 6_000;
/** Characters of one run or note. */
export const longestEntry = 2_000;

/** What can be looked for: runs and what the agent noted. What people decided is told as a digest. */
export function searched(files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
	return [...files].filter(([path]) => ['episodes', 'notes'].includes(keptFile(path)?.folder ?? ''));
}

/** What of the kept files a run of these words begins with. The same files, words and day give the same. */
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

/** Newest first. */
function lastDays(files: ReadonlyMap<string, string>, today: string): Recollection['episodes'] {
	return [...files]
		.flatMap(([path, text]) => {
			const kept = keptFile(path);
			return kept?.folder === 'episodes' && kept.day <= today ? [{ day: kept.day, text: endOf(blocksOf(text)) }] : [];
		})
		.sort((a, b) => (a.day < b.day ? 1 : -1))
		.slice(0, mostDays);
}

/** The last blocks of a day, whole, in their order. */
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

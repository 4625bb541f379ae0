import type { Remembrance } from '../core/index.ts';
import { markOf, withBlock } from './blocks.ts';
import { requireDay } from './day-file.ts';

/** The folders of the memory, with the most characters that one run may add to each. */
const folders = { episodes: 4_000, feedback: 16_000, notes: 4_000 } as const;
/** The most characters of one day's file. Later text of that day is not stored, because the file is already large enough. */
const longestFile = 1_000_000;

export type KeptFolder = keyof typeof folders;

/** The path of a day's file: `episodes/2026-11-22.md`. */
const keptPath = /^(episodes|feedback|notes)\/(\d{4}-\d{2}-\d{2})\.md$/;

/** The folder and day of a path that belongs to the memory. Other files on the branch are ignored. */
export function keptFile(path: string): { readonly folder: KeptFolder; readonly day: string } | undefined {
	const [, folder, day] = keptPath.exec(path) ?? [];
	return folder === undefined || day === undefined ? undefined : { folder: folder as KeptFolder, day };
}

/**
 * Returns the files that a new remembrance changes or adds, with their whole text. Returns no files if the remembrance is already there.
 * Existing text is not changed.
 */
export function withRemembrance(
	files: ReadonlyMap<string, string>,
	remembrance: Remembrance,
): ReadonlyMap<string, string> {
	const { day, episode, feedback, notes } = remembrance;
	requireDay(day);
	const mark = markOf(remembrance);
	const texts = { episodes: episode, feedback, notes };
	const changed = new Map<string, string>();
	for (const [folder, longest] of Object.entries(folders) as [KeptFolder, number][]) {
		const path = `${folder}/${day}.md`;
		const after = withBlock(files.get(path) ?? '', { day, text: shortened(texts[folder], longest), mark });
		if (after !== undefined && after.length <= longestFile) changed.set(path, after);
	}
	return changed;
}

/** Cuts a text to whole lines, so that no entry is cut in the middle. */
function shortened(text: string, longest: number): string {
	if (text.length <= longest) return text;
	const end = text.lastIndexOf('\n', longest);
	return `${text.slice(0, end === -1 ? longest : end).toWellFormed()}\n- … more was left out`;
}

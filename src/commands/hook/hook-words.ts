import { fileDiff } from '../../report/index.ts';
import { controlsPaths } from './frozen-controls.ts';
import type { FileChange } from './hook-files.ts';

/** What was done to a file, or would be done. */
export interface ChangedFile {
	readonly path: string;
	readonly state: string;
	/** Set if nothing was written. */
	readonly diff?: string;
}

/** Describes changes. For a trial, it adds the text that would be written. */
export function changedFiles(changes: readonly FileChange[], isTrial: boolean): readonly ChangedFile[] {
	const known = changes.filter(({ state, text }) => state !== 'same' || text !== undefined);
	return known.map((change) => ({
		path: change.base === undefined ? change.path : `${change.base.name}/${change.path}`,
		state: words[change.state],
		...(isTrial ? diffOf(change) : {}),
	}));
}

/** Describes the changes for people, with a line for each file. */
export function changeLines(files: readonly ChangedFile[]): readonly string[] {
	return files.flatMap(({ path, state, diff }) => [
		`${state.padEnd(9)} ${path}`,
		...(diff === undefined ? [] : [diff]),
	]);
}

/** Returns the difference of a file. The frozen rules are for programs, so none is shown for them. */
function diffOf({ path, text, before }: FileChange): { readonly diff?: string } {
	if (Object.values(controlsPaths).includes(path)) return {};
	const diff = fileDiff({ path, before: before?.text.toString(), after: text });
	return diff === undefined ? {} : { diff };
}

const words: Readonly<Record<FileChange['state'], string>> = {
	new: 'created',
	changed: 'changed',
	mode: 'repaired',
	same: 'unchanged',
	gone: 'removed',
};

import type { DeliveredFile } from '../core/index.ts';
import type { Added } from './delivered-content.ts';

/** GitHub shows 20,000 lines, 1 MB and 300 files of one pull request. It leaves out everything after that, in the order of the paths. */
const shown = { lines: 20_000, characters: 1_000_000, files: 300 } as const;

/** Returns the files that the pull request may not show: for each path, the reason. Threat: a change hides among many others. */
export function unshownFiles(
	all: readonly { readonly file: DeliveredFile; readonly added: Added | undefined }[],
): ReadonlyMap<string, string> {
	const unshown = new Map<string, string>();
	let [lines, characters, files] = [0, 0, 0];
	for (const { file, added } of [...all].sort((a, b) => (a.file.path < b.file.path ? -1 : 1))) {
		lines += added?.lines.length ?? 0;
		characters += added?.characters ?? 0;
		files += 1;
		const why =
			lines > shown.lines ? `${shown.lines} lines` : characters > shown.characters ? '1 MB' : `${shown.files} files`;
		const isAfter = lines > shown.lines || characters > shown.characters || files > shown.files;
		if (isAfter && file.after !== undefined) unshown.set(file.path, `after the first ${why} of the pull request`);
	}
	return unshown;
}

const mostDeleted = 20;
const fewestForMost = 5;

/** Returns a note for each deleted file if many files are deleted. Undefined otherwise. */
export function describeDeletions(files: readonly DeliveredFile[], tracked: number | undefined): string | undefined {
	const count = files.filter(({ after }) => after === undefined).length;
	if (tracked !== undefined && count >= fewestForMost && count * 2 > tracked) return `${count} of ${tracked} files`;
	return count > mostDeleted ? `${count} files` : undefined;
}

import { cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder for the files of runs, below the top of a person's checkout. */
const place = ['.countersign', 'runs'];
const ignore = '.gitignore';

/**
 * Copies a run's folder to the person's checkout and returns the new path. Returns the folder itself if it cannot be copied. It is a copy
 * because an agent may change files in a checkout (`--here`). Git ignores it. Threat: a link in the path would lead the copy elsewhere.
 */
export function publishAudit(folder: string, root: string, run: string): string {
	const parts = [...place, run].map((_, index, all) => join(root, ...all.slice(0, index + 1)));
	if (!existsSync(folder)) return folder;
	if (!parts.every(isPlainOrMissing)) return folder;
	// Writing through a link without a target would create a file at the target. A commit can contain such a link, and with `--here` a
	// command can make one.
	if (lstatSync(join(root, ...place, ignore), { throwIfNoEntry: false })?.isFile() === false) return folder;
	try {
		copy(folder, parts.at(-1) ?? root);
		return parts.at(-1) ?? folder;
	} catch (error) {
		// A full or read-only disk must not make the run fail.
		if (error instanceof Error && 'code' in error) return folder;
		throw error;
	}
}

/** Copies a folder in one step. A reader finds either the whole old copy or the whole new one. */
function copy(folder: string, target: string): void {
	const runs = dirname(target);
	mkdirSync(runs, { recursive: true });
	const ignored = join(runs, ignore);
	if (!existsSync(ignored)) writeFileSync(ignored, '*\n', { flag: 'wx' });
	const fresh = `${target}.part`;
	rmSync(fresh, { recursive: true, force: true });
	cpSync(folder, fresh, { recursive: true });
	rmSync(target, { recursive: true, force: true });
	renameSync(fresh, target);
}

function isPlainOrMissing(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
}

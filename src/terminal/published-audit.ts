import { cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where a person finds what a run left, below the top of their checkout. */
const place = ['.countersign', 'runs'];
const ignore = '.gitignore';

/**
 * Copies a run's folder to where its person looks for it, and tells where that is; the folder itself where no copy can be made. It is a copy,
 * because what lies in a checkout an agent may change (`--here`). Git ignores it. Threat: a link in its way would lead the copy elsewhere.
 */
export function publishAudit(folder: string, root: string, run: string): string {
	const parts = [...place, run].map((_, index, all) => join(root, ...all.slice(0, index + 1)));
	if (!existsSync(folder)) return folder;
	if (!parts.every(isPlainOrMissing)) return folder;
	// One that leads to nothing would make a file wherever it points: a commit can hold it, and with `--here` a command can make it.
	if (lstatSync(join(root, ...place, ignore), { throwIfNoEntry: false })?.isFile() === false) return folder;
	try {
		copy(folder, parts.at(-1) ?? root);
		return parts.at(-1) ?? folder;
	} catch (error) {
		// A disk that is full or read-only takes nothing from the run.
		if (error instanceof Error && 'code' in error) return folder;
		throw error;
	}
}

/** Whoever looks finds the old copy or the new one, whole. */
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

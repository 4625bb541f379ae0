import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type GitResult, git } from '../sandbox/index.ts';
import { splitNul } from './base-tree.ts';
import { mismatch } from './mismatch.ts';
import { statIfThere } from './stat-if-there.ts';
import { hasRealParents } from './tree-entry.ts';

/**
 * Removes what git ignores from a checkout. Threat: such files are not restored between two runs that share a checkout, so one run could
 * leave something there that the other one executes. @throws CountersignError `checkout-mismatch`
 */
export async function removeIgnored(root: string): Promise<void> {
	const clean = () => git(['clean', '-ffdXq'], { cwd: root });
	const cleaned = await clean();
	// A command may have closed a folder to keep what is in it.
	if (!cleaned.ok) openFolders(root);
	if (!cleaned.ok) require(await clean());
	await removeFoldersInPlace(root);
}

/**
 * Removes what git ignores, and the new files that are `unsaved`: the next process or run then finds what a fresh checkout holds.
 * @throws CountersignError `checkout-mismatch`
 */
export async function removeUnsaved(root: string, unsaved: (path: string) => boolean): Promise<void> {
	await removeIgnored(root);
	const added = await listNew(root);
	for (const path of added.filter(unsaved)) rmSync(join(root, path), { recursive: true, force: true });
}

/** New files that git does not ignore; a nested repository is one path. @throws CountersignError `checkout-mismatch` */
export async function listNew(root: string, paths?: readonly string[]): Promise<readonly string[]> {
	const listing = ['ls-files', '-z', '--others', '--exclude-standard'];
	return splitNul(require(await git(listing, { cwd: root, ...(paths && { paths }) })));
}

/** Git passes over a folder that took the place of a file, where all in it is ignored. */
async function removeFoldersInPlace(root: string): Promise<void> {
	const deleted = await git(['diff-files', '-z', '--name-only', '--diff-filter=D'], { cwd: root });
	for (const path of splitNul(require(deleted))) {
		// Threat: through a link on the way, the folder would be one outside the checkout.
		if (!hasRealParents(root, path) || statIfThere(join(root, path))?.isDirectory() !== true) continue;
		const travels = (await listNew(root, [path])).length > 0;
		if (!travels) rmSync(join(root, path), { recursive: true, force: true });
	}
}

/** Lets the owner into every folder: a command may have closed one. */
export function openFolders(folder: string): void {
	for (const entry of readdirSync(folder, { withFileTypes: true })) {
		if (!entry.isDirectory() || entry.name === '.git') continue;
		const path = join(folder, entry.name);
		if ((lstatSync(path).mode & 0o700) !== 0o700) chmodSync(path, 0o700);
		openFolders(path);
	}
}

function require(result: GitResult): Buffer {
	if (result.ok) return result.stdout;
	throw mismatch(
		`What an earlier run left in the checkout cannot be removed: ${result.message}.`,
		'Run the job again.',
	);
}

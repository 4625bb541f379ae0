import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type GitResult, git } from '../sandbox/index.ts';
import { splitNul } from './base-tree.ts';
import { mismatch } from './mismatch.ts';
import { statIfThere } from './stat-if-there.ts';
import { hasRealParents } from './tree-entry.ts';

/**
 * Removes files that git ignores from a checkout. Threat: nothing else removes ignored files between two runs that share a checkout. One
 * run could leave a program there that the other run executes. @throws CountersignError `checkout-mismatch`
 */
export async function removeIgnored(root: string): Promise<void> {
	const clean = () => git(['clean', '-ffdXq'], { cwd: root });
	const cleaned = await clean();
	// A command may have removed the permissions of a folder, so that its files stay.
	if (!cleaned.ok) openFolders(root);
	if (!cleaned.ok) require(await clean());
	await removeFoldersInPlace(root);
}

/**
 * Removes ignored files, and new files for which `unsaved` returns true. Then the next process or run finds the same files as in a fresh
 * checkout. @throws CountersignError `checkout-mismatch`
 */
export async function removeUnsaved(root: string, unsaved: (path: string) => boolean): Promise<void> {
	await removeIgnored(root);
	const added = await listNew(root);
	for (const path of added.filter(unsaved)) rmSync(join(root, path), { recursive: true, force: true });
}

/** Returns the new files that git does not ignore. A nested repository is one path. @throws CountersignError `checkout-mismatch` */
export async function listNew(root: string, paths?: readonly string[]): Promise<readonly string[]> {
	const listing = ['ls-files', '-z', '--others', '--exclude-standard'];
	return splitNul(require(await git(listing, { cwd: root, ...(paths && { paths }) })));
}

/** Removes folders that replaced a file. `git clean` skips such a folder if git ignores everything in it. */
async function removeFoldersInPlace(root: string): Promise<void> {
	const deleted = await git(['diff-files', '-z', '--name-only', '--diff-filter=D'], { cwd: root });
	for (const path of splitNul(require(deleted))) {
		// Threat: a link in the path would lead to a folder outside the checkout.
		if (!hasRealParents(root, path) || statIfThere(join(root, path))?.isDirectory() !== true) continue;
		const travels = (await listNew(root, [path])).length > 0;
		if (!travels) rmSync(join(root, path), { recursive: true, force: true });
	}
}

/** Gives the owner access to every folder, because a command may have removed it. */
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

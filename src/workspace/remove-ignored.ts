import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GitInput, type GitResult, git } from '../sandbox/index.ts';
import { splitNul } from './base-tree.ts';
import { mismatch } from './mismatch.ts';

/**
 * Removes what git ignores from a checkout. Threat: such files are not restored between two runs that share a checkout, so one run could
 * leave something there that the other one executes. @throws CountersignError `checkout-mismatch`
 */
export async function removeIgnored(root: string): Promise<void> {
	await clean(root, ['-ffdXq']);
}

/**
 * Removes every file that does not travel from a work tree that a run has for itself: what git ignores, and the new files that
 * `stays` names. The next process then finds what a fresh checkout holds. @throws CountersignError `checkout-mismatch`
 */
export async function removeUnsaved(root: string, stays: (path: string) => boolean): Promise<void> {
	await removeIgnored(root);
	const listing = await git(['ls-files', '-z', '--others', '--exclude-standard'], { cwd: root });
	const paths = splitNul(require(listing)).filter(stays);
	if (paths.length > 0) await clean(root, ['-ffdq'], { paths });
}

/** Cleans once more with all folders open where that fails: a command may have closed one to keep what is in it. */
async function clean(root: string, options: readonly string[], given: GitInput = {}): Promise<void> {
	const cleaned = await git(['clean', ...options], { cwd: root, ...given });
	if (cleaned.ok) return;
	openFolders(root);
	require(await git(['clean', ...options], { cwd: root, ...given }));
}

function openFolders(folder: string): void {
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

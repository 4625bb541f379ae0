import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '../core/index.ts';
import { type Git, type GitResult, ownGit, withRepository } from '../sandbox/index.ts';

const longestSeconds = 600;

/** Creates a linked work tree of the person's repository at a commit, unless it exists. No program of the git configuration runs. */
export async function openWorkTree(root: string, folder: string, sha: string): Promise<void> {
	if (existsSync(folder)) return;
	const git = ownGit(root);
	if (git === undefined) throw failed('the checkout does not exist any more');
	require(await added(git, folder, sha));
	try {
		await fill(folder, sha);
	} catch (thrown) {
		// A half-finished work tree would later look complete.
		await removeWorkTree(root, folder);
		throw thrown;
	}
}

/** Waits between attempts. Milliseconds. */
const waits = [20, 60, 180, 540, 1_600];

/** Git reads the entries of other work trees while it adds one. If another process has only half written its entry, git gives up. */
async function added(git: Git, folder: string, sha: string): Promise<GitResult> {
	const add = () => git(['worktree', 'add', '--quiet', '--force', '--detach', '--no-checkout', folder, sha]);
	let result = await add();
	for (const wait of waits) {
		if (result.ok) break;
		await sleep(wait);
		result = await add();
	}
	return result;
}

/** Removes the work tree with everything in it. */
export async function removeWorkTree(root: string, folder: string): Promise<void> {
	await ownGit(root)?.(['worktree', 'remove', '--force', '--force', folder]);
	rmSync(folder, { recursive: true, force: true });
}

/** Writes the files of the commit without any filter. The index is written with the work tree's own git directory. */
async function fill(folder: string, sha: string): Promise<void> {
	const git = ownGit(folder);
	if (git === undefined) throw failed('the work tree is missing');
	require(await git(['read-tree', sha]));
	const wallSeconds = longestSeconds;
	require(await withRepository(folder, (shadow) => shadow(['checkout-index', '--all', '--force'], { wallSeconds })));
}

function require(result: GitResult): void {
	if (!result.ok) throw failed(result.message);
}

function failed(why: string): CountersignError {
	return new CountersignError({
		code: 'checkout-mismatch',
		message: `A work tree for the run could not be created: ${why}.`,
		fix: 'Check `git worktree list` and the free disk space. Or use `--here` to work in the checkout itself.',
	});
}

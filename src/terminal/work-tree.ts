import { existsSync, rmSync } from 'node:fs';
import { CountersignError } from '../core/index.ts';
import { type GitResult, ownGit, withRepository } from '../sandbox/index.ts';

const longestSeconds = 600;

/** Makes a linked work tree of the person's repository at a commit, unless it is there. Nothing that git is configured with runs. */
export async function openWorkTree(root: string, folder: string, sha: string): Promise<void> {
	if (existsSync(folder)) return;
	const git = ownGit(root);
	if (git === undefined) throw failed('the checkout is gone');
	require(await git(['worktree', 'add', '--force', '--detach', '--no-checkout', folder, sha]));
	try {
		await fill(folder, sha);
	} catch (thrown) {
		// Half of it would be taken for all of it.
		await removeWorkTree(root, folder);
		throw thrown;
	}
}

/** Takes it away again, with all that is in it. */
export async function removeWorkTree(root: string, folder: string): Promise<void> {
	await ownGit(root)?.(['worktree', 'remove', '--force', '--force', folder]);
	rmSync(folder, { recursive: true, force: true });
}

/** The files as the commit has them, written where no filter is known; the index by the work tree's own git directory. */
async function fill(folder: string, sha: string): Promise<void> {
	const git = ownGit(folder);
	if (git === undefined) throw failed('the work tree is not there');
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
		message: `A work tree for the run could not be made: ${why}.`,
		fix: 'Look at `git worktree list` and at the free space; `--here` works in the checkout itself.',
	});
}

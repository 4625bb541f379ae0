import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The location of a work tree's repository. Only in a linked work tree are the two directories different. */
export interface RepositoryPlace {
	/** The directory with HEAD and index. */
	readonly gitDir: string;
	/** The directory with objects, refs and configuration. */
	readonly commonDir: string;
}

/** Finds the repository whose top directory is `root`. It never searches in parent folders. Undefined if there is no repository. */
export function locateRepository(root: string): RepositoryPlace | undefined {
	const dotGit = join(root, '.git');
	const stat = lstatSync(dotGit, { throwIfNoEntry: false });
	if (stat === undefined) return undefined;
	if (stat.isFile()) return locatePointed(dotGit);
	const target = statSync(dotGit, { throwIfNoEntry: false });
	if (target?.isDirectory() !== true) return undefined;
	const gitDir = realpathSync(dotGit);
	return { gitDir, commonDir: gitDir };
}

/**
 * Follows a `.git` file. Anybody may have written this file. So the repository that it names must name this file in return, or must be a
 * submodule's.
 */
function locatePointed(dotGit: string): RepositoryPlace | undefined {
	const pointer = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, 'utf8'))?.[1];
	if (pointer === undefined) return undefined;
	const gitDir = resolve(dirname(dotGit), pointer);
	if (statSync(gitDir, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
	const common = readIfThere(join(gitDir, 'commondir'));
	const back = readIfThere(join(gitDir, 'gitdir'));
	if (common === undefined) return isModule(gitDir, dotGit) ? { gitDir, commonDir: gitDir } : undefined;
	if (back === undefined || resolve(gitDir, back.trim()) !== dotGit) return undefined;
	return { gitDir, commonDir: resolve(gitDir, common.trim()) };
}

function isModule(gitDir: string, dotGit: string): boolean {
	const worktree = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/m.exec(readIfThere(join(gitDir, 'config')) ?? '')?.[1];
	return gitDir.includes('/.git/modules/') && worktree !== undefined && resolve(gitDir, worktree) === dirname(dotGit);
}

function readIfThere(path: string): string | undefined {
	return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path, 'utf8') : undefined;
}

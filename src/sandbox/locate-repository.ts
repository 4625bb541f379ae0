import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where a work tree's repository lies. The two differ in a linked work tree only. */
export interface RepositoryPlace {
	/** HEAD, index. */
	readonly gitDir: string;
	/** Objects, refs, configuration. */
	readonly commonDir: string;
}

/** Finds the repository whose top directory this is; never looks further up. Undefined when there is none. */
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

/** A `.git` file is somebody's claim: it is followed only where the repository points back at it, or is a submodule's. */
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

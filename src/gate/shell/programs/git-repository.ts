import { posix } from 'node:path';
import type { Facts } from '../../../core/index.ts';
import { locate } from '../../locate.ts';
import { nearFile } from '../declared.ts';
import { type Finding, opaque, type Scope } from '../program.ts';
import { reads } from '../roles.ts';
import { constant } from '../word.ts';

/**
 * Reports a repository, other than the one of the checkout, that git finds on its way up from here. Threat: git treats any folder with
 * `HEAD`, `objects` and `refs` as a repository, and runs programs that its `config` names. A commit can add such a folder.
 */
export function otherRepository(scope: Scope): readonly Finding[] {
	const folders = foldersUpToTop(scope);
	if (folders === undefined)
		return [
			...reads(constant('.'), scope),
			opaque('a repository outside of the checkout, whose own settings git runs'),
		];
	for (const folder of folders) {
		const own = ownGit(folder, scope);
		if (own === 'checkout') return [];
		if (own === 'other' || isBare(folder, scope))
			return [opaque(`a repository inside the checkout, whose own settings git runs: \`${folder}\``)];
	}
	return [];
}

/**
 * Returns the absolute folders from the current one up, without the top of the checkout. Returns undefined outside of the checkout, and an
 * empty list inside its `.git`.
 */
function foldersUpToTop({ facts, cwd }: Scope): readonly string[] | undefined {
	const place = cwd === undefined ? undefined : locate(facts, '.', cwd);
	if (place === undefined) return undefined;
	const here = posix.resolve(facts.root, place.path);
	const top = [facts.root, ...(facts.roots ?? [])].find((root) => here === root || here.startsWith(`${root}/`));
	if (top === undefined) return undefined;
	const steps = here === top ? [] : here.slice(top.length + 1).split('/');
	if (steps[0] === '.git') return [];
	return steps.map((_, i) => posix.join(top, ...steps.slice(0, steps.length - i)));
}

/** Returns whose repository the `.git` of a folder is. Submodules and worktrees have their own repository in the `.git` of the checkout. */
function ownGit(folder: string, { facts }: Scope): 'checkout' | 'other' | undefined {
	const has = (name: string) => isPresent(name, folder, facts);
	if (!has('.git') && (facts.isThere !== undefined || !has('.git/HEAD'))) return undefined;
	const text = nearFile({ facts, cwd: folder }, ['.git'])?.text ?? '';
	const target = /^gitdir: (.+?)\s*$/.exec(text)?.[1];
	const place = target === undefined ? undefined : locate(facts, target, folder);
	return place !== undefined && /^\.git\/(modules|worktrees)\/./.test(place.path) ? 'checkout' : 'other';
}

/**
 * Returns whether git treats a folder as a repository: it has `HEAD`, and also `objects` with `refs`, or a file that names another folder
 * with these two.
 */
function isBare(folder: string, { facts }: Scope): boolean {
	const has = (name: string) => isPresent(name, folder, facts);
	if (!has('HEAD')) return false;
	return facts.isThere === undefined || has('commondir') || (has('objects') && has('refs'));
}

/** Returns whether a folder has an entry of this name. Git also accepts files and links in place of folders, and files of any size. */
function isPresent(name: string, folder: string, facts: Facts): boolean {
	const path = `${folder}/${name}`;
	return (
		facts.realPath(path) !== path || (facts.isThere?.(path) ?? nearFile({ facts, cwd: folder }, [name]) !== undefined)
	);
}

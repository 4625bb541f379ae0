import { posix } from 'node:path';
import { locate } from '../../locate.ts';
import { nearFile } from '../declared.ts';
import { type Finding, opaque, type Scope } from '../program.ts';
import { reads } from '../roles.ts';
import { constant } from '../word.ts';

/**
 * Another repository than the checkout's, which git would find from here on its way up.
 * Threat: git takes any folder with `HEAD`, `objects` and `refs` for a repository and runs what its `config` names. A commit can bring one.
 */
export function otherRepository(scope: Scope): readonly Finding[] {
	const folders = foldersUpToTop(scope);
	// Outside, reading the folder is what is asked about.
	if (folders === undefined) return reads(constant('.'), scope);
	for (const folder of folders) {
		const own = ownGit(folder, scope);
		if (own === 'checkout') return [];
		if (own === 'other' || isBare(folder, scope))
			return [opaque(`a repository inside the checkout, whose own settings git runs: \`${folder}\``)];
	}
	return [];
}

/** Absolute folders from the current one up, without the top of the checkout; undefined outside of it, none inside its `.git`. */
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

/** Whose repository a `.git` in a folder is: submodules and worktrees have theirs in the `.git` of the checkout. */
function ownGit(folder: string, { facts }: Scope): 'checkout' | 'other' | undefined {
	const text = nearFile({ facts, cwd: folder }, ['.git'])?.text;
	if (text === undefined) {
		const isHere = facts.isDirectory?.(`${folder}/.git`) === true;
		return isHere || nearFile({ facts, cwd: folder }, ['.git/HEAD']) !== undefined ? 'other' : undefined;
	}
	const target = /^gitdir: (.+?)\s*$/.exec(text)?.[1];
	const place = target === undefined ? undefined : locate(facts, target, folder);
	return place !== undefined && /^\.git\/(modules|worktrees)\/./.test(place.path) ? 'checkout' : 'other';
}

/** What git looks for: `HEAD`, a file or a link, and `objects` with `refs`, or the name of the folder that has them. */
function isBare(folder: string, { facts }: Scope): boolean {
	const at: Scope = { facts, cwd: folder };
	const isOutside = !folder.startsWith(`${facts.root}/`);
	const head = `${folder}/HEAD`;
	if (!isOutside && nearFile(at, ['HEAD']) === undefined && facts.realPath(head) === head) return false;
	if (facts.isDirectory === undefined || nearFile(at, ['commondir']) !== undefined) return true;
	return facts.isDirectory(`${folder}/objects`) && facts.isDirectory(`${folder}/refs`);
}

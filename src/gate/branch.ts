import { type Effect, type Facts, hasTrait } from '../core/index.ts';
import type { Glob } from './glob.ts';
import type { Part, Subject } from './part.ts';

/** The branch that an effect changes: its name, or `unknown`. Undefined if the effect changes no branch. */
export type Branch = { readonly name: string } | 'unknown' | undefined;

/**
 * Returns the branch that an effect changes. For a push, it is the target. For local work, it is the checked-out branch, unless the call
 * may have switched to another branch.
 */
export function branchOf(effect: Effect, part: Part, subject: Subject, facts: Facts): Branch {
	if (!hasTrait(effect, 'about', 'branch')) return undefined;
	if (effect.kind === 'git.push') return pushedBranch(effect.ref);
	const isHere = staysOnBranch.has(effect.what) && subject.parts.every((other) => other === part || !mayMove(other));
	return isHere ? checkedOut(facts) : 'unknown';
}

/** Returns whether globs match a branch. An unknown branch matches a rule that restricts, and never a rule that allows. */
export function matchesBranch(globs: readonly Glob[], branch: Branch, allows: boolean): boolean {
	if (branch === undefined) return false;
	return branch === 'unknown' ? !allows : globs.some((glob) => glob.test(branch.name));
}

/** Kinds of local work, as effects name them, that happen on the checked-out branch and do not switch it. */
const staysOnBranch: ReadonlySet<string> = new Set([
	'stages',
	'unstages',
	'commit',
	'merge',
	'cherry-pick',
	'revert',
	'pull',
	'amends the last commit',
	'resets and drops changes',
	'moves the branch',
]);

function mayMove({ effects }: Part): boolean {
	return effects.some((effect) => {
		if (effect.kind === 'git.commit' || effect.kind === 'git.rewrite') return !staysOnBranch.has(effect.what);
		return hasTrait(effect, 'movesBranch', true);
	});
}

/**
 * Returns the branch that a ref in a push changes. `:main` deletes `main`. `*` and `tags` mean several refs, `HEAD` names no branch, and
 * the value of a wildcard or a variable is not known yet. For all of these, the result is `unknown`.
 */
function pushedBranch(ref: string): Branch {
	const name = ref.replace(/^:/, '').replace(/^refs\/heads\//, '');
	if (name === '' || name === 'tags' || name === 'HEAD' || name === '@' || /[*?[\]$`{}~^\\\s]/.test(name))
		return 'unknown';
	return name.startsWith('refs/') ? undefined : { name };
}

function checkedOut(facts: Facts): Branch {
	const name = /^ref: refs\/heads\/(.+)$/m.exec(facts.readText('.git/HEAD') ?? '')?.[1];
	return name === undefined ? 'unknown' : { name };
}

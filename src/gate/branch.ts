import type { Effect, Facts } from '../core/index.ts';
import type { Glob } from './glob.ts';
import type { Part, Subject } from './part.ts';

/** The branch that an effect changes: by its name; or one that cannot be told; undefined for what changes none. */
export type Branch = { readonly name: string } | 'unknown' | undefined;

/**
 * Which branch an effect is about: the one that is pushed to; for local work the one that is checked out, where nothing else in the
 * call could have switched it.
 */
export function branchOf(effect: Effect, part: Part, subject: Subject, facts: Facts): Branch {
	if (effect.kind === 'git.push') return pushedBranch(effect.ref);
	if (effect.kind !== 'git.commit' && effect.kind !== 'git.rewrite') return undefined;
	const isHere = staysOnBranch.has(effect.what) && subject.parts.every((other) => other === part || !mayMove(other));
	return isHere ? checkedOut(facts) : 'unknown';
}

/** Whether globs match a branch. One that cannot be told matches what restricts, and never what allows. */
export function matchesBranch(globs: readonly Glob[], branch: Branch, allows: boolean): boolean {
	if (branch === undefined) return false;
	return branch === 'unknown' ? !allows : globs.some((glob) => glob.test(branch.name));
}

/** Local work in the gate's words that is done on the branch that is checked out, and leaves it checked out. */
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
		return effect.kind === 'exec' || effect.kind === 'opaque' || effect.kind === 'config.write';
	});
}

/** `:main` drops `main`. `*` and `tags` are several refs, `HEAD` is detached, and what holds a wildcard or a variable is not known yet. */
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

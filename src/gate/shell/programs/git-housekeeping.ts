import { effect, type Finding, type Invocation, opaque } from '../program.ts';
import { mayHave, surelyHas } from './git-options.ts';

const rewrite = (what: string): Finding => effect({ kind: 'git.rewrite', what });

/** Judges `git gc`, `repack` and `pack-refs`, which usually only pack objects. Some options drop objects, or move them elsewhere. */
export function housekeeping(it: Invocation): readonly Finding[] {
	const usual = drops(it) ? rewrite('drops unreachable work') : effect({ kind: 'git.commit', what: 'housekeeping' });
	return [usual, ...movedAway(it)];
}

/** Judges `repack --filter`, which takes objects out of the repository, and an output folder whose name is shortened. */
function movedAway(it: Invocation): readonly Finding[] {
	const isCut = ['--expire-to', '--filter-to'].some((name) => mayHave(it, name) && !it.has(name));
	return [
		...(mayHave(it, '--filter') ? [rewrite('takes objects out of the repository')] : []),
		...(isCut ? [opaque('a folder that objects are moved to')] : []),
	];
}

/**
 * Returns whether the command drops objects to which nothing refers. Git usually keeps them for two weeks, so that people can find lost
 * work again. `repack -ad` also drops them.
 */
function drops(it: Invocation): boolean {
	const isDropping =
		mayHave(it, '--prune --unpack-unreachable') || it.options.some(({ name }) => /^--cruft-e/.test(name));
	const isPackedAnew =
		it.name === 'git repack' && it.has('-a') && it.has('-d') && !it.has('-A', '-k', '--keep-unreachable', '--cruft');
	return (isDropping && !surelyHas(it, '--no-prune')) || isPackedAnew;
}

import { hasNoGuard, reachesGuard } from '../../guard-files.ts';
import { effect, type Finding, type Invocation } from '../program.ts';
import { pathOf } from '../roles.ts';
import { isRefName, isToken, type Word } from '../word.ts';
import { pathspec } from './git-pathspec.ts';

/** What the hook installs here; where it is not there, there is no guard to lose. */
const guards = ['.countersign/hooks/safety-guard.sh', '.countersign/seen'];

const taken = (path: string): Finding => effect({ kind: 'delete', path, recursive: true });

/** Threat: git puts back or takes away what keeps an agent guarded. To the guard that is a deletion, whatever git calls it. */
export function losesGuard(words: readonly Word[], { scope }: Invocation): readonly Finding[] {
	return words
		.filter((word) => !isToken(word) && !isRefName(word))
		.flatMap((word) => {
			// A `*` of git stands for folders, too.
			const meant = pathspec(word, scope);
			const path = meant.text === '*' ? '.' : pathOf(meant, scope)?.replaceAll(/\*+/g, '**');
			const isMissed = path?.includes('*') === true && hasNoGuard(scope.facts);
			return path !== undefined && !isMissed && reachesGuard(path) ? [taken(path)] : [];
		});
}

/** A whole tree that is cleaned of what git ignores (`clean -x`) or does not know (`stash -u`), where a guard is among it. */
export function sweepsGuard(it: Invocation, flag: RegExp, path: string): readonly Finding[] {
	const hasGuard = guards.some((guard) => it.scope.facts.readText(guard) !== undefined);
	return hasGuard && it.words.some((word) => flag.test(word.text)) ? [taken(path)] : [];
}

/** What lies below the folder that a command without paths works on. */
export function hasNoPaths({ operands, scope }: Invocation): boolean {
	return operands.length === 0 || operands.some((word) => pathOf(word, scope) === '.');
}

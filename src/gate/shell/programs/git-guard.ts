import { hasNoGuard, reachesGuard } from '../../guard-files.ts';
import { effect, type Finding, type Invocation } from '../program.ts';
import { pathOf } from '../roles.ts';
import { isRefName, isToken, type Word } from '../word.ts';
import { pathspec } from './git-pathspec.ts';

/** Files that the hook installs in the checkout. Without them, there is no guard to lose. */
const guards = ['.countersign/hooks/safety-guard.sh', '.countersign/seen'];

const taken = (path: string): Finding => effect({ kind: 'delete', path, recursive: true });

/**
 * Reports commands of git that restore or remove files of the guard. Threat: without these files, the agent has no guard. So this is a
 * deletion, whatever git calls it.
 */
export function losesGuard(words: readonly Word[], { scope }: Invocation): readonly Finding[] {
	return words
		.filter((word) => !isToken(word) && !isRefName(word))
		.flatMap((word) => {
			// In git, `*` also matches slashes.
			const meant = pathspec(word, scope);
			const path = meant.text === '*' ? '.' : pathOf(meant, scope)?.replaceAll(/\*+/g, '**');
			const isMissed = path?.includes('*') === true && hasNoGuard(scope.facts);
			return path !== undefined && !isMissed && reachesGuard(path) ? [taken(path)] : [];
		});
}

/** Reports a command that removes all ignored files (`clean -x`) or all unknown files (`stash -u`), if a guard is among them. */
export function sweepsGuard(it: Invocation, flag: RegExp, path: string): readonly Finding[] {
	const hasGuard = guards.some((guard) => it.scope.facts.readText(guard) !== undefined);
	return hasGuard && it.words.some((word) => flag.test(word.text)) ? [taken(path)] : [];
}

/** Returns whether a command names no paths, or the whole checkout. */
export function hasNoPaths({ operands, scope }: Invocation): boolean {
	return operands.length === 0 || operands.some((word) => pathOf(word, scope) === '.');
}

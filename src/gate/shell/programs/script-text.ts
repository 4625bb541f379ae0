import type { Scope } from '../program.ts';
import { pathOf } from '../roles.ts';
import type { Word } from '../word.ts';

/** The text of a file of the checkout that a program takes its commands from; undefined where it cannot be known. */
export function scriptText(word: Word, scope: Scope): string | undefined {
	const path = pathOf(word, scope);
	return path === undefined || path.startsWith('/') || word.pattern ? undefined : scope.facts.readText(path);
}

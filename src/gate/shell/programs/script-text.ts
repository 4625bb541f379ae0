import type { Scope } from '../program.ts';
import { pathOf } from '../roles.ts';
import type { Word } from '../word.ts';

/** Returns the text of a file of the checkout from which a program reads commands. Returns undefined if the text is not known. */
export function scriptText(word: Word, scope: Scope): string | undefined {
	const path = pathOf(word, scope);
	return path === undefined || path.startsWith('/') || word.pattern ? undefined : scope.facts.readText(path);
}

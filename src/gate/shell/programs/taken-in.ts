import type { Finding, Invocation } from '../program.ts';
import { opaque } from '../program.ts';
import { pathOf, reads } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/**
 * Judges the files that are named inside the operands as reads. Names with variables are left out, because a program that only reads text
 * does not follow them. The named files are not searched in turn.
 */
export function namedInText(
	pattern: RegExp,
	it: Invocation,
	operands: readonly Word[] = it.operands,
): readonly Finding[] {
	return operands.flatMap((word) => {
		const path = word.pattern ? undefined : pathOf(word, it.scope);
		const text = path === undefined || path.startsWith('/') ? undefined : it.scope.facts.readText(path);
		if (text === undefined) return isUnread(path, it) ? [opaque('a file that may take in others')] : [];
		return [...text.matchAll(pattern)].flatMap((match) => {
			const name = match.slice(1).find((part) => part !== undefined) ?? '';
			return /[$`]/.test(name) ? [] : reads(constant(name.replace(/["']/g, '')), it.scope);
		});
	});
}

/** Returns whether a file of the checkout exists. If its text is unknown nevertheless, the file is too large to be read. */
function isUnread(path: string | undefined, { scope: { facts } }: Invocation): boolean {
	return path !== undefined && !path.startsWith('/') && facts.isThere?.(`${facts.root}/${path}`) === true;
}

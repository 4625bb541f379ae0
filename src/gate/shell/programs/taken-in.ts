import type { Finding, Invocation } from '../program.ts';
import { opaque } from '../program.ts';
import { pathOf, reads } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/**
 * Reading the files that the operands name inside of them. A name that is put together when it runs is followed by no reader of texts; a
 * credential is read with the first that names it.
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

/** A file of the checkout that is there, and too large to be read. */
function isUnread(path: string | undefined, { scope: { facts } }: Invocation): boolean {
	return path !== undefined && !path.startsWith('/') && facts.isThere?.(`${facts.root}/${path}`) === true;
}

import type { Finding, Invocation } from '../program.ts';
import { writes } from '../roles.ts';
import { constant } from '../word.ts';

/** Judges `tree -R`, which writes a page into each folder at the depth of `-L`. */
export function pagesBelow(it: Invocation): readonly Finding[] {
	if (!it.has('-R')) return [];
	const folders = it.operands.length === 0 ? [constant('.')] : it.operands;
	return folders.flatMap((word) =>
		writes({ ...word, ...constant(`${word.text}/00Tree.html`), known: word.known }, it.scope),
	);
}

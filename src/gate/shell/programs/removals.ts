import type { Finding, Invocation } from '../program.ts';
import { deletes } from '../roles.ts';
import { constant, type Word } from '../word.ts';

/** Represents the name of a new file, which no caller can choose. */
export const freshWord: Word = { ...constant('/tmp/tmp.XXXXXX'), pattern: true };

/** Judges `rm`. */
export function removed(it: Invocation): readonly Finding[] {
	const recursive = it.options.some(
		({ name }) => name === '-r' || name === '-R' || (name.length > 3 && '--recursive'.startsWith(name)),
	);
	const forced =
		recursive &&
		!it.operands.every(isFresh) &&
		it.options.some(({ name }) => name === '-f' || (name.length > 3 && '--force'.startsWith(name)));
	const found = it.operands.flatMap((word) => {
		const findings = deletes(word, it.scope, recursive);
		return isFresh(word) ? findings.map(asFresh) : findings;
	});
	return forced ? [...found, { find: 'trait', trait: 'forced-tree-delete' }] : found;
}

/**
 * Returns whether a word is exactly the output of `mktemp`. Threat: if `mktemp` fails, the output is empty. Then `"$D"` names nothing, but
 * `"$D/"` is the root folder.
 */
function isFresh(word: Word): boolean {
	return word.known && word.pattern && word.text === freshWord.text && word.many !== true;
}

function asFresh(finding: Finding): Finding {
	if (finding.find !== 'effect' || finding.effect.kind !== 'delete') return finding;
	return { ...finding, effect: { ...finding.effect, fresh: true } };
}

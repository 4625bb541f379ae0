import { changedNames, foldersOf, lastNames, withoutEnd } from '../pattern-parts.ts';
import type { Invocation } from '../program.ts';
import type { Word } from '../word.ts';

/** Returns the names that a script such as `sed 's|^|src/|'` makes from the names in its input. Returns undefined if they are not known. */
export function changedBySed(it: Invocation): readonly Word[] | undefined {
	const [script, ...files] = [...it.values('-e', '--expression'), ...it.operands];
	const isPlain = it.options.every(({ name }) => /^(-[erE]|--expression|--regexp-extended)$/.test(name));
	if (script?.known !== true || script.pattern || files.length > 0 || !isPlain) return undefined;
	const [, , from, to] = /^s([|,#@!:/])((?:(?!\1)[^\\]|\\.)*)\1((?:(?!\1)[^\\&])*)\1g?$/.exec(script.text) ?? [];
	if (from === undefined || to === undefined) return undefined;
	return changedNames(it.stdin?.names, (text) => changed(text, from, to));
}

function changed(text: string, from: string, to: string): string | undefined {
	if (to === '' && /^\^?\.\*\\?\/$/.test(from)) return lastNames(text);
	if (to === '' && /^\\?\/\[\^\\?\/\]\*\$$/.test(from)) return foldersOf(text);
	const plain = from.replace(/^\^|\$$/g, '').replace(/\\([./])/g, '$1');
	if (/[\\*+?()[\]{}|^$]/.test(plain)) return undefined;
	if (from.startsWith('^') && !from.endsWith('$'))
		return text.startsWith(plain) ? to + text.slice(plain.length) : undefined;
	const rest = from.endsWith('$') && plain !== '' ? withoutEnd(text, plain) : undefined;
	return rest === undefined ? undefined : rest + to;
}

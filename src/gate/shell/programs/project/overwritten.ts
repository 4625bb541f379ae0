import { isFolder } from '../../emptied.ts';
import type { Finding, Invocation } from '../../program.ts';
import { pathOf, readsBelow } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';
import { endings, rewrites } from './rewrites.ts';

/** Names of folders that contain what a compiler made. */
const built =
	/(^|[/._-])(dist|build|built|out|output|lib|es|es\d+|esm|cjs|mjs|umd|types|typings|public|www|static|bundles?|assets|te?mp|target|generated|gen|\.\w+)([/._-]|$)|^\//;
const script = /\.[cm]?[jt]sx?$/;

/**
 * Judges the folders into which a compiler writes a file for each of its sources. Threat: it replaces existing sources with the same names.
 */
export function overwritten(folders: readonly Word[], it: Invocation): readonly Finding[] {
	const sources = it.operands.map((word) => pathOf(word, it.scope) ?? '');
	const replaced = folders.filter((word) => {
		const path = word.known && !word.pattern ? pathOf(word, it.scope) : undefined;
		if (path === undefined || built.test(path)) return false;
		return path === '.' || sources.some((one) => `${one}/`.startsWith(`${path}/`)) || holdsScripts(path, it);
	});
	return replaced.length === 0 ? [] : rewrites(replaced, endings.scripts, it.scope);
}

function holdsScripts(path: string, { scope }: Invocation): boolean {
	const entries = isFolder(path, scope) ? scope.facts.entries?.(`${scope.facts.root}/${path}`) : undefined;
	return (
		entries?.some(({ name }) => script.test(name)) === true ||
		/(^|\/)(src|sources?|tests?|specs?|__tests__)$/.test(path)
	);
}

/** Judges a compiler that copies all other files of a folder, too. Hidden folders such as `.git` are copied as well. */
export function copiedWhole({ operands, scope }: Invocation): readonly Finding[] {
	return (operands.length === 0 ? [constant('.')] : operands).flatMap((word) => readsBelow(word, scope));
}

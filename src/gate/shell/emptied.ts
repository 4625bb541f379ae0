import type { Finding, Scope } from './program.ts';
import { deletes, outputs, pathOf } from './roles.ts';
import type { Word } from './word.ts';

/** Names of folders that only contain files which builds, tests and caches create again. */
const made =
	/^(?!.*(src|source|spec))[\w.-]*(?<![a-z])(coverage|cov|html-?cov|reports?|results?|out|output|outputs|dist|build|target|temp|tmp|artifacts?|caches?|site|book|screenshots|videos|nox|tox|nyc_output|envs?|venv)(?![a-z])[\w.-]*$/i;

/** Parent folders that only contain such folders. */
const wholly = /^(target|dist|coverage|node_modules|\.cache|\.nyc_output|tmp)\//;

/**
 * Returns the findings for a folder that a tool empties, usually before it writes there. Threat: this is a recursive delete of the folder.
 * Nothing is lost if the folder does not exist yet, is temporary, or is created by builds.
 */
export function empties(word: Word, scope: Scope): readonly Finding[] {
	return [...(losesNothing(word, scope) ? [] : deletes(word, scope, true)), ...outputs(word, scope)];
}

function losesNothing(word: Word, scope: Scope): boolean {
	const path = word.pattern ? undefined : pathOf(word, scope);
	if (path === undefined) return false;
	if (/^\/(var\/)?tmp\/[^/]/.test(path)) return true;
	const name = path.slice(path.lastIndexOf('/') + 1);
	const isFile = /[\w-]\.\w+$/.test(name) && !isFolder(path, scope);
	return (
		isFile || made.test(name) || wholly.test(path) || (!path.startsWith('/') && scope.facts.isThere?.(path) === false)
	);
}

/** Returns whether the path is an existing folder, inside or outside the checkout. */
export function isFolder(path: string, { facts }: Scope): boolean {
	return facts.isDirectory?.(path.startsWith('/') ? path : `${facts.root}/${path}`) === true;
}

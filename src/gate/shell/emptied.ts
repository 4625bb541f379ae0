import type { Finding, Scope } from './program.ts';
import { deletes, outputs, pathOf } from './roles.ts';
import type { Word } from './word.ts';

/** Folders by the last part of their names that only builds, tests and caches make: nothing in them is lost that is not made again. */
const made =
	/^(?!.*(src|source|spec))[\w.-]*(?<![a-z])(coverage|cov|html-?cov|reports?|results?|out|output|outputs|dist|build|target|temp|tmp|artifacts?|caches?|site|book|screenshots|videos|nox|tox|nyc_output|envs?|venv)(?![a-z])[\w.-]*$/i;

/** Folders below which nothing else lies. */
const wholly = /^(target|dist|coverage|node_modules|\.cache|\.nyc_output|tmp)\//;

/**
 * A folder that a tool empties before it writes there, or instead. Threat: it is a recursive delete of whatever folder it names. One that is
 * not there yet, that is temporary, or that only builds make, loses nothing.
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

/** Whether a folder of the checkout, or elsewhere, lies there. */
export function isFolder(path: string, { facts }: Scope): boolean {
	return facts.isDirectory?.(path.startsWith('/') ? path : `${facts.root}/${path}`) === true;
}

import { isCredential, mayNameCredential } from '../sensitive.ts';
import type { Scope } from './program.ts';
import { pathOf } from './roles.ts';
import { matchesComponent } from './shell-pattern.ts';
import { ignoreFilesBelow } from './there.ts';
import { unbraced } from './tool-patterns.ts';
import type { Word } from './word.ts';

/**
 * Returns whether ignore files of the checkout, or files that an option names, include hidden credentials in a search. Threat: a repository
 * commits `.ignore` with `!.env`, and then `rg .` shows a file that was never committed.
 */
export function revealsHidden({ facts, cwd }: Scope, named: readonly Word[] = []): boolean {
	const given = named.map((word) => pathOf(word, { facts, cwd }));
	const there = ignoreFilesBelow(facts);
	return (
		there === undefined || [...given, ...there].some((path) => path === undefined || mayReveal(facts.readText(path)))
	);
}

/** Returns whether the text of an ignore file includes hidden credentials again. A file that cannot be read may contain anything. */
function mayReveal(text: string | undefined): boolean {
	return text === undefined || text.split('\n').some((line) => line.startsWith('!') && mayGetHidden(line.slice(1)));
}

/**
 * Returns whether patterns in options also select hidden files. Threat: `rg -g '*'` also searches hidden and ignored files. A pattern that
 * begins with a plain folder (`src/**`) is accepted, although it also selects hidden files in that folder.
 */
export function choosesHidden(globs: readonly Word[]): boolean {
	const chosen = globs.filter(({ text }) => !text.startsWith('!'));
	return chosen.some(({ known, text }) => !known || (!/^\/?[\w-][\w.-]*\//.test(text) && mayGetHidden(text)));
}

/** Returns whether a pattern may match hidden credentials or git's own folder, which may contain a token. */
function mayGetHidden(pattern: string): boolean {
	const [path = '', ...others] = unbraced(pattern.replace(/\\(.)/g, '$1').trimEnd().toLowerCase().replace(/\/+$/, ''));
	if (others.length > 0) return [path, ...others].some(mayGetHidden);
	const parts = path.split('/');
	const last = parts.at(-1) ?? '';
	if (last === '') return false;
	if (parts.includes('.git') || matchesComponent(last, '.git')) return true;
	return isCredential(path) || isCredential(last) || mayNameCredential(last);
}

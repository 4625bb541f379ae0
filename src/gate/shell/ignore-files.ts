import { isCredential, mayNameCredential } from '../sensitive.ts';
import type { Scope } from './program.ts';
import { pathOf } from './roles.ts';
import { matchesComponent } from './shell-pattern.ts';
import { ignoreFilesBelow } from './there.ts';
import type { Word } from './word.ts';

/**
 * Whether files of the checkout, or those that an option names, take hidden credentials back into a search. Threat: a repository commits
 * `.ignore` with `!.env`, and `rg .` shows the file that nobody committed.
 */
export function revealsHidden({ facts, cwd }: Scope, named: readonly Word[] = []): boolean {
	const given = named.map((word) => pathOf(word, { facts, cwd }));
	const there = ignoreFilesBelow(facts);
	return (
		there === undefined || [...given, ...there].some((path) => path === undefined || mayReveal(facts.readText(path)))
	);
}

/** What cannot be read may hold anything. */
function mayReveal(text: string | undefined): boolean {
	return text === undefined || text.split('\n').some((line) => line.startsWith('!') && mayGetHidden(line.slice(1)));
}

/**
 * Whether options that choose files by patterns get hidden ones with them. Threat: what `rg -g '*'` chooses is searched although it is hidden
 * and ignored. Below a folder that is named, a search of hidden files is one of ordinary files.
 */
export function choosesHidden(globs: readonly Word[]): boolean {
	const chosen = globs.filter(({ text }) => !text.startsWith('!'));
	return chosen.some(({ known, text }) => !known || (!/^\/?[\w-][\w.-]*\//.test(text) && mayGetHidden(text)));
}

/** Whether a pattern of such a file or option gets hidden credentials, or git's own folder, where its token may be. */
function mayGetHidden(pattern: string): boolean {
	const [path = '', ...others] = unbraced(pattern.replace(/\\(.)/g, '$1').trimEnd().toLowerCase().replace(/\/+$/, ''));
	if (others.length > 0) return [path, ...others].some(mayGetHidden);
	const parts = path.split('/');
	const last = parts.at(-1) ?? '';
	if (last === '') return false;
	if (parts.includes('.git') || matchesComponent(last, '.git')) return true;
	return isCredential(path) || isCredential(last) || mayNameCredential(last);
}

const mostAlternatives = 100;

/** The patterns that braces stand for: `*.{ts,js}`. Of too many, any name. */
export function unbraced(pattern: string): readonly string[] {
	let found: readonly string[] = [pattern];
	while (found.length <= mostAlternatives) {
		const at = found.findIndex((one) => /\{[^{}]*\}/.test(one));
		const one = found[at];
		if (one === undefined) return found;
		const [group = '', inner = ''] = /\{([^{}]*)\}/.exec(one) ?? [];
		const parts = inner.split(',').map((part) => one.replace(group, () => part));
		found = [...found.slice(0, at), ...parts, ...found.slice(at + 1)];
	}
	return ['*'];
}

import { type Finding, type Invocation, opaque } from '../program.ts';
import { credentialsIn, reads } from '../roles.ts';
import { constant } from '../word.ts';

/** Judges `--batch`, which shows every object that the input names. */
export function batched(it: Invocation): readonly Finding[] {
	if (!it.options.some(({ name }) => /^--batch(-command)?$/.test(name))) return [];
	// `--batch` is a separate option, and not an abbreviation of `--batch-all-objects`.
	if (it.options.some(({ name }) => name.startsWith('--batch-a'))) return [opaque('every object of the repository')];
	const text = it.stdin?.text;
	if (text === undefined) return [opaque('which objects are shown cannot be known')];
	const paths = text
		.split('\n')
		.flatMap((line) => (line.includes(':') ? [constant(line.slice(line.lastIndexOf(':') + 1))] : []));
	return credentialsIn(paths, it.scope);
}

/** Judges the paths that git reads from its input. */
export function fedPaths({ stdin, scope }: Invocation): readonly Finding[] {
	const words = stdin?.names ?? stdin?.text?.split('\n').map(constant);
	return words === undefined
		? [opaque('which files are read cannot be known')]
		: words.filter(({ text }) => text !== '').flatMap((word) => reads(word, scope));
}

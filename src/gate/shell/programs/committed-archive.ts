import { linksBelow } from '../behind-links.ts';
import type { Invocation, Option } from '../program.ts';
import { pathOf } from '../roles.ts';
import { constant } from '../word.ts';

/**
 * Returns whether `git archive` packs the current commit under the names of its files. Git allows no `..` and no `.git` in them. Threat:
 * another commit may contain links that are not in the checkout.
 */
export function packsCommit({ options, operands, words }: Invocation): boolean {
	const [commit, ...paths] = operands;
	const isPlain = ({ name, value }: Option) =>
		/^(-v|--verbose)$/.test(name) || (name === '--format' && /^(tar|tar\.gz|tgz)$/.test(value?.text ?? ''));
	return (
		words.every(({ known }) => known) &&
		options.every(isPlain) &&
		commit?.text === 'HEAD' &&
		paths.every(({ text }) => /^[\w.]/.test(text))
	);
}

/**
 * Returns whether tar unpacks the files of the current commit into a temporary folder. Threat: `-P` follows names that lead out of the
 * folder, and a later command may follow an unpacked link. So no link of the checkout may lead out of it.
 */
export function unpacksCommit({ stdin, options: given, operands, values, scope }: Invocation): boolean {
	const [folder, ...others] = values('-C', '--directory');
	const [file] = values('-f', '--file');
	const path = folder && !folder.pattern ? pathOf(folder, scope) : undefined;
	return (
		stdin?.yields === 'archive' &&
		given.every(({ name }) => /^(-[xvzmfC]|--extract|--get|--verbose|--gzip|--touch|--file|--directory)$/.test(name)) &&
		(file === undefined || file.text === '-') &&
		operands.length + others.length === 0 &&
		path !== undefined &&
		/^\/(var\/)?tmp\/[^/]/.test(path) &&
		linksBelow(constant(scope.facts.root), scope).length === 0
	);
}

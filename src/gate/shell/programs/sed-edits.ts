import { shellText } from '../carried.ts';
import { type Finding, type Invocation, opaque } from '../program.ts';
import { reads, writes } from '../roles.ts';
import { unnamedValue } from '../unnamed.ts';
import { constant, holdsNames, patternWord, type Word, withNumbers } from '../word.ts';
import { scanSed, sedCommandLines } from './sed.ts';

/** Judges `sed`. */
export function sed(it: Invocation): readonly Finding[] {
	const given = it.values('-e', '--expression');
	const inPlace = it.options.some(({ name }) => name === '-i' || name === '--in-place');
	const operands = inPlace ? withoutEmpty(it.operands) : it.operands;
	const scripts = given.length > 0 || it.has('-f', '--file') ? given : operands.slice(0, 1);
	const paths = given.length > 0 || it.has('-f', '--file') ? operands : operands.slice(1);
	const files = paths.flatMap((word) => (inPlace ? writes(word, it.scope) : reads(word, it.scope)));
	return [
		...files,
		...backups(it, paths),
		...(it.has('-f', '--file') ? [opaque('a sed script in a file')] : []),
		...scripts.flatMap((word) => sedScript(word, it)),
	];
}

/**
 * Leaves out the empty word of `-i ''`. BSD sed reads it as "no backup". GNU sed reads it as an empty script, which changes nothing, or as
 * a file that does not exist.
 */
function withoutEmpty([first, ...others]: readonly Word[]): readonly Word[] {
	if (first === undefined) return [];
	return first.known && !first.pattern && first.text === '' ? others : [first, ...others];
}

/** Judges `-i.bak`, which keeps each old file under another name, and `-i'bak/*'`, which keeps it in another folder. */
function backups(it: Invocation, paths: readonly Word[]): readonly Finding[] {
	const beside = it.words.flatMap((word) => {
		const suffix = /^(?:-[nErsuz]*i|--in-place=)([^/*]+)$/.exec(word.text)?.[1];
		return suffix === undefined || !word.known
			? []
			: paths.flatMap((path) => (path.known ? writes(ended(path, suffix), it.scope) : []));
	});
	return [...beside, ...elsewhere(it)];
}

function ended(path: Word, suffix: string): Word {
	return { ...path, text: `${path.text}${suffix}`, prefix: `${path.prefix}${suffix}` };
}

function elsewhere(it: Invocation): readonly Finding[] {
	return it.words.flatMap((word) => {
		const suffix = /^(?:-[a-zA-Z]*i|--in-place=)(.*\/.*)$/.exec(word.text)?.[1];
		if (suffix === undefined) return [];
		const folder = { ...word, ...constant(suffix), known: word.known };
		const also = word.text.startsWith('--') ? unnamedValue('--in-place', folder, it) : [];
		return [...also, ...writes({ ...patternWord(suffix), known: word.known }, it.scope)];
	});
}

function sedScript(word: Word, it: Invocation): readonly Finding[] {
	const found = word.known && !holdsNames(word) ? scanSed(withNumbers(word)) : undefined;
	if (found === undefined)
		return [
			opaque('a sed script that may execute or write'),
			...(word.known ? sedCommandLines(word.text).map(shellText) : []),
		];
	return [
		...found.reads.flatMap((path) => reads(constant(path), it.scope)),
		...found.writes.flatMap((path) => writes(constant(path), it.scope)),
	];
}

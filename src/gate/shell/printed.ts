import { posix } from 'node:path';
import { hasUnnamedOption, inFull, noting } from './arguments.ts';
import type { Invocation, Row } from './program.ts';
import { isToken, type Stream, tokenWord, type Word } from './word.ts';

/** Returns the output of an invocation, as far as its row describes it. */
export function outputOf(row: Row, given: Invocation): Stream {
	const invocation = spelledOut(row, given);
	if (!tellsOutput(row) && invocation.stdin?.decoded !== true) return { fetched: false };
	const isSettled = invocation.words.every((word) => word.either !== true);
	const text = isSettled ? row.prints?.(invocation) : undefined;
	const isToken = row.printsToken?.(invocation) === true;
	const names = (isSettled ? row.lists?.(invocation) : undefined) ?? (isToken ? [tokenWord] : undefined);
	const separated = isSettled ? row.separates?.(invocation) : undefined;
	const yields = row.yields?.(invocation);
	const program = row.printsPath?.(invocation);
	const file = text === undefined && names === undefined ? row.showsFile?.(invocation) : undefined;
	const decoded = text === undefined && (invocation.stdin?.decoded === true || row.decodes?.(invocation) === true);
	return {
		fetched: false,
		...(text !== undefined && { text }),
		...(names && { names: names.map((name) => asListed(name, invocation)) }),
		...(separated && { separated }),
		...(yields && { yields }),
		...(program !== undefined && { program }),
		...(file !== undefined && { file }),
		...(decoded && { decoded }),
	};
}

/**
 * Marks a word as a list of files, which the shell splits into words. Numbers, dates, matches in a file and branch names are not lists of
 * files.
 */
function asListed(name: Word, { scope: { cwd } }: Invocation): Word {
	if (!name.pattern || isToken(name) || name.chosen === true) return name;
	const pattern = cwd === undefined ? name.text : posix.resolve(cwd, name.text);
	return { ...name, listed: 'split', from: name.from ?? { pattern, shown: name.text, hidden: true } };
}

/** Completes shortened options: `ls --almost` lists the same as `ls --almost-all`. */
function spelledOut(row: Row, it: Invocation): Invocation {
	if (row.lists === undefined || row.wholeOptions === true || !hasUnnamedOption(row, it)) return it;
	const asked = new Set<string>();
	row.lists(noting(it, asked));
	return inFull(row, it, asked) ?? it;
}

/** Returns whether a row describes the output of its program. Most rows do not. */
function tellsOutput({ prints, lists, printsToken, yields, printsPath, showsFile, decodes, separates }: Row): boolean {
	return [prints, lists, printsToken, yields, printsPath, showsFile, decodes, separates].some(
		(tells) => tells !== undefined,
	);
}

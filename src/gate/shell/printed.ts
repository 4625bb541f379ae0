import { posix } from 'node:path';
import type { Invocation, Row } from './program.ts';
import { isToken, type Stream, tokenWord, type Word } from './word.ts';

/** What an invocation prints, as far as its row can tell. */
export function outputOf(row: Row, invocation: Invocation): Stream {
	if (!tellsOutput(row) && invocation.stdin?.decoded !== true) return { fetched: false };
	const isSettled = invocation.words.every((word) => word.either !== true);
	const text = isSettled ? row.prints?.(invocation) : undefined;
	const isToken = row.printsToken?.(invocation) === true;
	const names = isSettled ? (row.lists?.(invocation) ?? (isToken ? [tokenWord] : undefined)) : undefined;
	const yields = row.yields?.(invocation);
	const program = row.printsPath?.(invocation);
	const file = text === undefined && names === undefined ? row.showsFile?.(invocation) : undefined;
	const decoded = text === undefined && (invocation.stdin?.decoded === true || row.decodes?.(invocation) === true);
	return {
		fetched: false,
		...(text !== undefined && { text }),
		...(names && { names: names.map((name) => asListed(name, invocation)) }),
		...(isToken && { isToken }),
		...(yields && { yields }),
		...(program !== undefined && { program }),
		...(file !== undefined && { file }),
		...(decoded && { decoded }),
	};
}

/** A list is split where it becomes words; a number or a date is not. */
function asListed(name: Word, { scope: { cwd } }: Invocation): Word {
	if (!name.pattern || isToken(name)) return name;
	const pattern = cwd === undefined ? name.text : posix.resolve(cwd, name.text);
	return { ...name, listed: 'split', from: name.from ?? { pattern, shown: name.text, hidden: true } };
}

/** Whether a row says anything of what its program prints: most do not. */
function tellsOutput({ prints, lists, printsToken, yields, printsPath, showsFile, decodes }: Row): boolean {
	return [prints, lists, printsToken, yields, printsPath, showsFile, decodes].some((tells) => tells !== undefined);
}

import type { Program } from './program.ts';
import type { Word } from './word.ts';

/** Finds a program's row for its arguments. */
export type ProgramTable = (name: string, words: readonly Word[]) => Program | undefined;

/** Rows that belong together; they are made when they are first needed, which for most of them is never. */
export type RowGroup = () => readonly Program[];

/**
 * A table of the rows of groups, which are read in their order until one knows the program. Of rows for one name the first that holds for the
 * arguments is taken.
 */
export function createTable(groups: readonly RowGroup[]): ProgramTable {
	const unread = [...groups];
	const rowsOf = new Map<string, Program[]>();
	const readNext = (): void => {
		for (const row of unread.shift()?.() ?? []) {
			for (const name of row.names) rowsOf.set(name, [...(rowsOf.get(name) ?? []), row]);
		}
	};
	return (name, words) => {
		for (;;) {
			const found = rowsOf.get(name)?.find(({ when }) => when === undefined || when(words));
			if (found !== undefined || unread.length === 0) return found;
			readNext();
		}
	};
}

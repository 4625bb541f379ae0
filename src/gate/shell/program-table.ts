import type { Program } from './program.ts';
import type { Word } from './word.ts';

/** Returns the row of a program for its arguments. */
export type ProgramTable = (name: string, words: readonly Word[]) => Program | undefined;

/** A group of related rows. It is created at first use; most groups are never used. */
export type RowGroup = () => readonly Program[];

/**
 * Creates a table from groups of rows. It reads the groups in order until one group has a row for the program. If several rows have the
 * same name, the first row that applies to the arguments is used.
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

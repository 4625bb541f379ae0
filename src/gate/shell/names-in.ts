import type { RowGroup } from './program-table.ts';

/** Returns a function that checks whether a group of rows contains a name. */
export function namesIn(room: RowGroup): (name: string) => boolean {
	let names: ReadonlySet<string> | undefined;
	return (name) => {
		names ??= new Set(room().flatMap((row) => row.names));
		return names.has(name);
	};
}

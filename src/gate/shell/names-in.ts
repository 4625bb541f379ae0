import type { RowGroup } from './program-table.ts';

/** Tells whether a room has a row of a name. */
export function namesIn(room: RowGroup): (name: string) => boolean {
	let names: ReadonlySet<string> | undefined;
	return (name) => {
		names ??= new Set(room().flatMap((row) => row.names));
		return names.has(name);
	};
}

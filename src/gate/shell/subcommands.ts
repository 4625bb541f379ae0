import type { Subcommand } from './program.ts';

const tables = new WeakMap<readonly Subcommand[], ReadonlyMap<string, Subcommand>>();

/** Returns the first row with this name. */
export function subcommandOf(rows: readonly Subcommand[], name: string): Subcommand | undefined {
	let table = tables.get(rows);
	if (table === undefined) {
		table = tableOf(rows);
		tables.set(rows, table);
	}
	return table.get(name);
}

function tableOf(rows: readonly Subcommand[]): ReadonlyMap<string, Subcommand> {
	const table = new Map<string, Subcommand>();
	for (const row of rows) for (const name of row.names) if (!table.has(name)) table.set(name, row);
	return table;
}

import type { Program } from '../program.ts';
import { createTable, type RowGroup } from '../program-table.ts';
import type { Word } from '../word.ts';
import { ansible } from './ansible.ts';
import { archives } from './archives.ts';
import { clouds } from './clouds.ts';
import { clusters } from './clusters.ts';
import { connections } from './connections.ts';
import { containers } from './containers.ts';
import { databases } from './databases.ts';
import { decoders } from './decoders.ts';
import { editors } from './editors.ts';
import { filters } from './filters.ts';
import { forge } from './forge.ts';
import { hosting } from './hosting.ts';
import { inputs } from './inputs.ts';
import { keys } from './keys.ts';
import { miners } from './miners.ts';
import { network } from './network.ts';
import { objectStores } from './object-stores.ts';
import { oneLiners } from './one-liners.ts';
import { packages } from './packages.ts';
import { parallels } from './parallel.ts';
import { otherProjectTools } from './project/index.ts';
import { remoteShells } from './remote-shells.ts';
import { runners } from './runners.ts';
import { system } from './system.ts';
import { tracers } from './tracers.ts';
import { transfers } from './transfers.ts';
import { windows } from './windows.ts';

const groups: readonly RowGroup[] = [
	decoders,
	archives,
	inputs,
	filters,
	parallels,
	runners,
	oneLiners,
	editors,
	databases,
	keys,
	network,
	connections,
	remoteShells,
	ansible,
	objectStores,
	tracers,
	transfers,
	forge,
	packages,
	...otherProjectTools,
	containers,
	clusters,
	clouds,
	hosting,
	system,
	windows,
	miners,
];

const table = createTable(groups);

/** Returns the rows of all programs that are not common. */
export function rarePrograms(): readonly Program[] {
	return groups.flatMap((room) => room());
}

/** Returns the row, for these arguments, of a program that is not common. */
export function rareProgram(name: string, words: readonly Word[]): Program | undefined {
	return table(name, words);
}

import type { Program } from './program.ts';
import { archives } from './programs/archives.ts';
import { clouds } from './programs/clouds.ts';
import { clusters } from './programs/clusters.ts';
import { connections } from './programs/connections.ts';
import { containers } from './programs/containers.ts';
import { databases } from './programs/databases.ts';
import { decoders } from './programs/decoders.ts';
import { editors } from './programs/editors.ts';
import { files } from './programs/files.ts';
import { find } from './programs/find.ts';
import { forge } from './programs/forge.ts';
import { git } from './programs/git.ts';
import { inputs } from './programs/inputs.ts';
import { interpreters } from './programs/interpreters.ts';
import { keys } from './programs/keys.ts';
import { modes } from './programs/modes.ts';
import { network } from './programs/network.ts';
import { nodePackages } from './programs/node-packages.ts';
import { oneLiners } from './programs/one-liners.ts';
import { packages } from './programs/packages.ts';
import { project } from './programs/project/index.ts';
import { quiet } from './programs/quiet.ts';
import { runners } from './programs/runners.ts';
import { searches } from './programs/searches.ts';
import { shells } from './programs/shells.ts';
import { system } from './programs/system.ts';
import { text } from './programs/text.ts';
import { transfers } from './programs/transfers.ts';
import { viewers } from './programs/viewers.ts';
import { wrappers } from './programs/wrappers.ts';
import type { Word } from './word.ts';

/** Everything that the gate knows of programs. A program that is not here is `exec`: it is asked about, never allowed. */
export const programs: readonly Program[] = [
	...quiet,
	...text,
	...searches,
	...decoders,
	...viewers,
	...files,
	...archives,
	...find,
	...shells,
	...wrappers,
	...inputs,
	...runners,
	...interpreters,
	...oneLiners,
	...editors,
	...databases,
	...git,
	...keys,
	...network,
	...connections,
	...transfers,
	...forge,
	...nodePackages,
	...packages,
	...project,
	...containers,
	...clusters,
	...clouds,
	...system,
];

const byName = new Map(programs.flatMap((program) => program.names.map((name) => [name, program] as const)));
const modesOf = Map.groupBy(
	modes.flatMap((mode) => mode.names.map((name) => ({ name, mode }))),
	({ name }) => name,
);

/** The names of all programs that the gate knows. */
export const knownNames: readonly string[] = [...byName.keys()];

const families =
	/^(mkfs|python|pip|nc|node|ruby|perl|php|lua|gcc|g\+\+|clang\+\+|clang-format|clang-tidy|clang)(?=[.\d-]+[\w.]*$|\.\w+$)/;

/** The row of a program for these arguments; families (`mkfs.ext4`, `python3.12`) share one. */
export function programOf(name: string, words: readonly Word[]): Program | undefined {
	const family = families.exec(name)?.[1];
	for (const key of family === undefined ? [name] : [name, family]) {
		const found = modesOf.get(key)?.find(({ mode }) => mode.when?.(words) === true)?.mode ?? byName.get(key);
		if (found !== undefined) return found;
	}
	return undefined;
}

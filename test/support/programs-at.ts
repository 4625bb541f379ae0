import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noToolchain, type Toolchain } from '../../src/core/index.ts';

/** A toolchain of these installations, whatever lies beside their programs. */
export function programsAt(...prefixes: readonly string[]): Toolchain {
	const path = prefixes.map((prefix) => (existsSync(join(prefix, 'bin')) ? join(prefix, 'bin') : prefix));
	return { ...noToolchain, mounts: prefixes, path };
}

/** The Node that runs the tests. */
export const ownNode: Toolchain = programsAt(dirname(dirname(process.execPath)));

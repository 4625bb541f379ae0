import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noToolchain, type Toolchain } from '../../src/core/index.ts';

/** Returns a toolchain of these installations, without looking at other files in them. */
export function programsAt(...prefixes: readonly string[]): Toolchain {
	const path = prefixes.map((prefix) => (existsSync(join(prefix, 'bin')) ? join(prefix, 'bin') : prefix));
	return { ...noToolchain, mounts: prefixes, path };
}

/** The Node that runs the tests. */
export const ownNode: Toolchain = programsAt(dirname(dirname(process.execPath)));

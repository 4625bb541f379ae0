import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './mount.ts';

/**
 * Makes the empty folders of submodules read-only. Threat: a command creates a repository in such a folder. A later `git status` outside
 * the sandbox would use the configuration of this repository, which can start programs. A submodule that is checked out has its own `.git`,
 * which is sealed.
 */
export function sealedMounts(submodules: readonly string[], workspace: string): readonly Mount[] {
	return submodules
		.map((path) => join(workspace, path))
		.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
		.filter((path) => lstatSync(join(path, '.git'), { throwIfNoEntry: false }) === undefined)
		.map((path): Mount => ({ kind: 'read-only', source: path, target: path }));
}

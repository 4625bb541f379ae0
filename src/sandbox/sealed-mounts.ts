import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from './mount.ts';

/**
 * Makes the empty folders of submodules read-only. Threat: git takes such a folder for a repository as soon as one is in it, and a later
 * `git status` outside obeys its configuration. One that is checked out has its own `.git`, which is sealed.
 */
export function sealedMounts(submodules: readonly string[], workspace: string): readonly Mount[] {
	return submodules
		.map((path) => join(workspace, path))
		.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
		.filter((path) => lstatSync(join(path, '.git'), { throwIfNoEntry: false }) === undefined)
		.map((path): Mount => ({ kind: 'read-only', source: path, target: path }));
}

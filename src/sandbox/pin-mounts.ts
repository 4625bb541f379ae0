import { relative, resolve } from 'node:path';
import type { Mount } from './mount.ts';
import { holds } from './system-mounts.ts';

/** How the workspace itself is shown. */
export interface ShownWorkspace {
	readonly kind: 'read-only' | 'read-write';
	readonly target: string;
}

/**
 * Mounts the folders above these mounts over themselves, up to the workspace. Threat: a folder that is renamed takes the mounts in it along,
 * and what they cover could be made anew under the old name. What is mounted cannot be renamed. They must come before the mounts
 * themselves, which they would cover.
 */
export function pinMounts(mounts: readonly Mount[], { kind, target: workspace }: ShownWorkspace): readonly Mount[] {
	const below = mounts.map(({ target }) => target).filter((target) => target !== workspace && holds(workspace, target));
	const folders = new Set(below.flatMap((target) => foldersAbove(relative(workspace, target))));
	return [...folders]
		.sort()
		.map((folder) => resolve(workspace, folder))
		.map((path): Mount => ({ kind, source: path, target: path }));
}

/** What lies in a git directory is covered with it. */
function foldersAbove(path: string): readonly string[] {
	const parts = path
		.replace(/(^|\/)\.git\/.*$/s, '$1.git')
		.split('/')
		.slice(0, -1);
	return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

import { relative, resolve } from 'node:path';
import type { Mount } from './mount.ts';
import { holds } from './system-mounts.ts';

/** How the workspace itself is mounted. */
export interface ShownWorkspace {
	readonly kind: 'read-only' | 'read-write';
	readonly target: string;
}

/**
 * Returns mounts for the folders between the workspace and each given mount. Each folder is mounted onto itself, because a mounted folder
 * cannot be renamed. Threat: a command could rename a folder with a given mount in it, and create other files under the old name. The
 * returned mounts must come before the given ones, or they would cover them.
 */
export function pinMounts(mounts: readonly Mount[], { kind, target: workspace }: ShownWorkspace): readonly Mount[] {
	const below = mounts.map(({ target }) => target).filter((target) => target !== workspace && holds(workspace, target));
	const folders = new Set(below.flatMap((target) => foldersAbove(relative(workspace, target))));
	return [...folders]
		.sort()
		.map((folder) => resolve(workspace, folder))
		.map((path): Mount => ({ kind, source: path, target: path }));
}

/** Returns the folders above a path. It leaves out folders inside a git directory, because these are already mounted. */
function foldersAbove(path: string): readonly string[] {
	const parts = path
		.replace(/(^|\/)\.git\/.*$/s, '$1.git')
		.split('/')
		.slice(0, -1);
	return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

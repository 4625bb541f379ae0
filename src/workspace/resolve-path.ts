import { readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';

import { statIfThere } from './stat-if-there.ts';

const mostLinks = 40;

/** Where a path leads, and the links (absolute paths) on the way. */
export interface FollowedPath {
	readonly real: string;
	readonly links: readonly string[];
	/** The status at the end of the path. Undefined if nothing is there, and for the root itself. */
	readonly status?: Stats | undefined;
}

/**
 * Returns the absolute path that a program would reach, without links. `root` must be real. It follows every link, even to a missing
 * target, and appends missing parts as written. Undefined if the result is not certain (a loop, a NUL byte, an unreadable directory, a link
 * below `/proc`).
 */
export function resolveRealPath(root: string, path: string): string | undefined {
	return followPath(root, path)?.real;
}

/** Like {@link resolveRealPath}, and also returns the links on the way. */
export function followPath(root: string, path: string): FollowedPath | undefined {
	if (path === root) return { real: root, links: [] };
	if (path.includes('\0')) return undefined;
	// The root is real, so a path that begins with it is followed from there.
	const below = isAbsolute(path) ? (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined) : path;
	const remaining = partsOf(below ?? path).reverse();
	const links: string[] = [];
	let real = below === undefined ? '/' : root;
	let status: Stats | undefined;
	for (let part = remaining.pop(); part !== undefined; part = remaining.pop()) {
		if (part === '..') {
			real = dirname(real);
			status = undefined;
			continue;
		}
		const next = real === '/' ? `/${part}` : `${real}/${part}`;
		const found = look(next);
		if (found === undefined || links.length > mostLinks) return undefined;
		const { target } = found;
		status = found.status;
		if (target === undefined || /^\/proc\/(thread-)?self$/.test(next)) {
			real = next;
			continue;
		}
		// Threat: `/proc/self/cwd` means another folder for the program that will use the path.
		if (/^\/proc\/.+\//.test(next)) return undefined;
		links.push(next);
		if (isAbsolute(target)) real = '/';
		remaining.push(...partsOf(target).reverse());
	}
	return { real, links, status };
}

/**
 * Returns the real path of a regular file below the root. Undefined if there is no such file, or if it is outside the root or larger than
 * the limit.
 */
export function regularFile(root: string, path: string, mostBytes: number): string | undefined {
	const followed = followPath(root, path);
	const isRegular = followed?.status?.isFile() === true && followed.status.size <= mostBytes;
	return isRegular && liesIn(root, followed.real) ? followed.real : undefined;
}

/** Returns whether an absolute path is the root or is below it, compared by components. */
export function liesIn(root: string, path: string): boolean {
	// Most paths contain no `..`, so this quick test is enough.
	if (path.startsWith(`${root}/`) && !path.includes('..')) return true;
	const way = relative(root, path);
	return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

/** Returns the path in the form of effects and manifests: relative inside the root (`.` for the root itself), and absolute outside. */
export function relativeTo(root: string, path: string): string {
	const absolute = resolve(root, path);
	return liesIn(root, absolute) ? relative(root, absolute) || '.' : absolute;
}

function partsOf(path: string): string[] {
	return path.split('/').filter((part) => part !== '' && part !== '.');
}

interface Look {
	readonly status: Stats | undefined;
	/** The text of a link. */
	readonly target?: string;
}

/**
 * Returns the status of a path and, if the path is a link, its target. It does not follow a link at the end. Undefined if the path cannot
 * be read.
 */
function look(path: string): Look | undefined {
	try {
		const status = statIfThere(path);
		return status?.isSymbolicLink() === true ? { status, target: readlinkSync(path) } : { status };
	} catch {
		return undefined;
	}
}

import { readlinkSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';

import { statIfThere } from './stat-if-there.ts';

const mostLinks = 40;

/** Where a path leads, and the links (absolute) that it goes through. */
export interface FollowedPath {
	readonly real: string;
	readonly links: readonly string[];
	/** The status of the end of the path; undefined when nothing is there, and for the root itself. */
	readonly status?: Stats | undefined;
}

/**
 * The absolute path, from a root that is real, that a program would reach: every link followed, also one that dangles; what does not exist is appended as
 * written. Undefined when it cannot be told (a loop, a NUL byte, a directory that may not be read, a link of a process).
 */
export function resolveRealPath(root: string, path: string): string | undefined {
	return followPath(root, path)?.real;
}

/** As {@link resolveRealPath}, with the links on the way. */
export function followPath(root: string, path: string): FollowedPath | undefined {
	if (path === root) return { real: root, links: [] };
	if (path.includes('\0')) return undefined;
	// The root is real, so what lies below it by its spelling is followed from there.
	const below = isAbsolute(path) ? (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined) : path;
	const left = partsOf(below ?? path).reverse();
	const links: string[] = [];
	let real = below === undefined ? '/' : root;
	let status: Stats | undefined;
	for (let part = left.pop(); part !== undefined; part = left.pop()) {
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
		// Threat: `/proc/self/cwd` is another folder for the program that will follow it.
		if (/^\/proc\/.+\//.test(next)) return undefined;
		links.push(next);
		if (isAbsolute(target)) real = '/';
		left.push(...partsOf(target).reverse());
	}
	return { real, links, status };
}

/** Where a regular file below the root really is; undefined where a path leads to none, leaves the root, or the file is larger. */
export function regularFile(root: string, path: string, mostBytes: number): string | undefined {
	const followed = followPath(root, path);
	const isRegular = followed?.status?.isFile() === true && followed.status.size <= mostBytes;
	return isRegular && liesIn(root, followed.real) ? followed.real : undefined;
}

/** Whether an absolute path is the root or lies below it, by components. */
export function liesIn(root: string, path: string): boolean {
	// Most paths are spelled so that no `..` has to be followed.
	if (path.startsWith(`${root}/`) && !path.includes('..')) return true;
	const way = relative(root, path);
	return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

/** The path as it stands in effects and manifests: relative to the root where it lies inside, `.` for the root itself. */
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

/** What a path is by itself, its last link not followed; undefined when that cannot be seen. */
function look(path: string): Look | undefined {
	try {
		const status = statIfThere(path);
		return status?.isSymbolicLink() === true ? { status, target: readlinkSync(path) } : { status };
	} catch {
		return undefined;
	}
}

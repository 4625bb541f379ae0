import { readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

import { statIfThere } from './stat-if-there.ts';

const mostLinks = 40;

/** Where a path leads, and the links (absolute) that it goes through. */
export interface FollowedPath {
	readonly real: string;
	readonly links: readonly string[];
}

/**
 * The absolute path, from a root that is real, that a program would reach: every link followed, also one that dangles; what does not exist is appended as
 * written. Undefined when it cannot be told (a loop, a NUL byte, a directory that may not be read).
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
	for (let part = left.pop(); part !== undefined; part = left.pop()) {
		const next = part === '..' ? dirname(real) : join(real, part);
		const target = part === '..' ? false : linkTarget(next);
		if (target === undefined || links.length > mostLinks) return undefined;
		if (target === false) {
			real = next;
			continue;
		}
		links.push(next);
		if (isAbsolute(target)) real = '/';
		left.push(...partsOf(target).reverse());
	}
	return { real, links };
}

/** Whether an absolute path is the root or lies below it, by components. */
export function liesIn(root: string, path: string): boolean {
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

/** The text of a link; false for what is no link or not there; undefined when that cannot be seen. */
function linkTarget(path: string): string | false | undefined {
	try {
		return statIfThere(path)?.isSymbolicLink() === true ? readlinkSync(path) : false;
	} catch {
		return undefined;
	}
}

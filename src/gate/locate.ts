import { posix } from 'node:path';
import type { Facts } from '../core/index.ts';

/** A path as effects name it: relative to the root if it is inside, otherwise absolute. */
export interface Place {
	readonly path: string;
	readonly inside: boolean;
}

/** The longest path that a program can open, in characters (Linux, PATH_MAX). */
export const longestPath = 4_096;

/**
 * Returns where a path really is. A tool may resolve `..` like the kernel (links first) or in the text, so both ways are tried. If one of
 * them leaves the root, the place outside is returned. Undefined if the place is unknown.
 */
export function locate(facts: Facts, path: string, cwd: string): Place | undefined {
	if (path.includes('\0') || path.length > longestPath) return undefined;
	const absolute = path.startsWith('/') ? path : `${cwd}/${path}`;
	const physical = resolvePhysically(facts, absolute);
	const textual = absolute.includes('..') ? facts.realPath(posix.normalize(absolute)) : physical;
	if (physical === undefined || textual === undefined) return undefined;
	const first = relativeTo(facts.root, physical);
	return first.inside ? relativeTo(facts.root, textual) : first;
}

/** Expands a leading `~` as a shell does. Undefined for the home of another user, which is not known. */
export function expandHome(facts: Facts, path: string): string | undefined {
	if (path === '~' || path.startsWith('~/')) return facts.home + path.slice(1);
	return path.startsWith('~') ? undefined : path;
}

/** Returns where the matches of a pattern are. The part before the first wildcard is resolved, and the rest stays unchanged. */
export function locatePattern(facts: Facts, pattern: string, cwd: string): Place | undefined {
	const components = pattern.split('/');
	const first = components.findIndex((component) => /[*?[{(]/.test(component));
	if (first < 0) return locate(facts, pattern, cwd);
	const rest = components.slice(first);
	if (rest.includes('..')) return undefined;
	const head = components.slice(0, first).join('/');
	const base = locate(facts, head === '' ? (pattern.startsWith('/') ? '/' : '.') : head, cwd);
	if (base === undefined) return undefined;
	const joined = base.path === '.' ? rest.join('/') : posix.join(base.path, ...rest);
	return { path: joined, inside: base.inside };
}

function relativeTo(root: string, given: string): Place {
	const real = given.length > 1 ? given.replace(/\/+$/, '') || '/' : given;
	if (real === root) return { path: '.', inside: true };
	const below = root.endsWith('/') ? root : `${root}/`;
	return real.startsWith(below) ? { path: real.slice(below.length), inside: true } : { path: real, inside: false };
}

/** Returns whether a path without `..` is already normalised, as most paths are. */
function isNormal(absolute: string): boolean {
	return !/\/\.?\/|\/\.$/.test(absolute);
}

function resolvePhysically(facts: Facts, absolute: string): string | undefined {
	if (!absolute.includes('..')) return facts.realPath(isNormal(absolute) ? absolute : posix.normalize(absolute));
	let done = '/';
	for (const component of absolute.split('/')) {
		if (component === '' || component === '.') continue;
		if (component !== '..') {
			done = posix.join(done, component);
			continue;
		}
		const real = facts.realPath(done);
		if (real === undefined) return undefined;
		done = posix.dirname(real);
	}
	return facts.realPath(done);
}

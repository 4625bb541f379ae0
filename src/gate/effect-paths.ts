import { type Effect, type Facts, hasTrait } from '../core/index.ts';
import type { Glob } from './glob.ts';
import { isGuardMissing } from './guard-files.ts';

type Home = Pick<Facts, 'home' | 'roots'>;
type Known = Home & Pick<Facts, 'root' | 'realPath' | 'isDirectory'>;

/** Returns the names of an effect's path. A path in the home also has the name `~/…`, because no policy knows the home of a runner. */
export function pathsOf(effect: Effect | undefined, { home, roots = [] }: Home): readonly string[] {
	if (effect === undefined || !hasTrait(effect, 'about', 'path')) return [];
	const path = 'path' in effect ? effect.path : effect.what;
	// The private home of a call is not the user's home.
	if ('scratch' in effect) return [path];
	// A path in an allowed directory is not treated as a path of the home.
	if (roots.some((root) => path === root || path.startsWith(`${root}/`))) return [path];
	if (path === '~' || path.startsWith('~/')) return [path, `${home}${path.slice(1)}`];
	if (path !== home && !path.startsWith(`${home}/`)) return [path];
	return [path, `~${path.slice(home.length)}`];
}

/**
 * Returns whether globs match the paths that an effect touches. A rule that allows must cover all of them. A rule that restricts matches if
 * the effect may touch one of them, for example by a wildcard, by a recursive deletion, or by a program that writes below a directory.
 */
export function matchesPaths(
	globs: readonly Glob[],
	effect: Effect | undefined,
	facts: Known,
	allows: boolean,
): boolean {
	if (effect === undefined) return false;
	const touches = (glob: Glob, path: string): boolean =>
		allows
			? covers(glob, path, effect)
			: reaches(glob, path, effect) && !(wildcard.test(path) && isGuardMissing(glob.source, facts));
	return pathsOf(effect, facts).some((path) => globs.some((glob) => touches(glob, path)));
}

const wildcard = /[*?[{(]/;

function covers(glob: Glob, path: string, effect: Effect): boolean {
	const isRecursive = effect.kind === 'delete' && effect.recursive;
	if (!wildcard.test(path)) return isRecursive ? glob.coversTree(path) : glob.test(path);
	if (glob.source === path && !isRecursive) return true;
	const components = path.split('/');
	const fixed = components
		.slice(
			0,
			components.findIndex((component) => wildcard.test(component)),
		)
		.join('/');
	return glob.coversTree(fixed === '' && !path.startsWith('/') ? '.' : fixed);
}

function reaches(glob: Glob, path: string, effect: Effect): boolean {
	if (glob.test(path) || (wildcard.test(path) && glob.meets(path))) return true;
	const below = path === '.' ? '**' : path === '/' ? '/**' : `${path}/**`;
	if (effect.kind === 'delete' && effect.recursive) return glob.meets(below);
	// Reading a directory often only lists it, so a rule about the files in it does not match.
	if (effect.kind === 'read' || effect.kind === 'secret.read') return false;
	return path === '.' ? glob.meets('**') : glob.isBelow(path);
}

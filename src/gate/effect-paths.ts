import type { Effect, Facts } from '../core/index.ts';
import type { Glob } from './glob.ts';
import { isGuardMissing } from './guard-files.ts';

type Home = Pick<Facts, 'home' | 'roots'>;
type Known = Home & Pick<Facts, 'root' | 'realPath' | 'isDirectory'>;

/** The names of the path that an effect is about: below the home as `~/…`, too, because no policy knows a runner's home. */
export function pathsOf(effect: Effect | undefined, { home, roots = [] }: Home): readonly string[] {
	if (effect === undefined) return [];
	const path = 'path' in effect ? effect.path : effect.kind === 'secret.read' ? effect.what : undefined;
	if (path === undefined) return [];
	// A home that belongs to the call alone is nobody's.
	if ('scratch' in effect) return [path];
	// What lies in a directory that was allowed is no place of the home any more.
	if (roots.some((root) => path === root || path.startsWith(`${root}/`))) return [path];
	if (path === '~' || path.startsWith('~/')) return [path, `${home}${path.slice(1)}`];
	if (path !== home && !path.startsWith(`${home}/`)) return [path];
	return [path, `~${path.slice(home.length)}`];
}

/**
 * Whether globs match what an effect touches. A rule that allows must cover all of it; a rule that restricts speaks as soon as it
 * could be touched: by a wildcard of the command, a deletion with all below, a program that writes below a directory.
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
	// Reading a directory is as often listing it, so a rule about what lies in it does not speak then.
	if (effect.kind === 'read' || effect.kind === 'secret.read') return false;
	return path === '.' ? glob.meets('**') : glob.isBelow(path);
}

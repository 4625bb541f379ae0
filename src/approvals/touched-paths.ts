import { type Effect, forgeWrites, hasTrait } from '../core/index.ts';

/** The files of the checkout, and which of them this run changed. */
export interface CheckoutPaths {
	readonly tracked: readonly string[];
	readonly changed: readonly string[];
}

/**
 * Returns the paths of the checkout that a call may change, according to its effects. For a folder, these are all paths below it. For a
 * wildcard, these are all paths that it may match. For a delivery, these are all paths that the run changed.
 */
export function touchedPaths(effects: readonly Effect[], { tracked, changed }: CheckoutPaths): readonly string[] {
	const known = [...tracked, ...changed];
	const paths = effects.flatMap((effect) => {
		if (effect.kind === 'forge.write') return forgeWrites[effect.what].delivers ? changed : [];
		if (!hasTrait(effect, 'does', 'writes', 'deletes') || /^[/~]/.test(effect.path)) return [];
		const { path } = effect;
		return [...(path === '.' ? [] : [path]), ...known.filter((one) => one.startsWith(prefixBelow(path)))];
	});
	return [...new Set(paths)];
}

/** Returns the beginning that is the same for all paths below a path, or for all paths that its wildcards may match. */
function prefixBelow(path: string): string {
	if (path === '.') return '';
	const wildcard = path.search(/[*?[{(]/);
	return wildcard === -1 ? `${path}/` : path.slice(0, path.lastIndexOf('/', wildcard) + 1);
}

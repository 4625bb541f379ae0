import type { Effect, ForgeWrite } from '../core/index.ts';

const changing: readonly Effect['kind'][] = ['write', 'delete', 'config.write'];
const delivering: readonly ForgeWrite[] = ['draft-pull-request', 'pull-request-commit'];

/** What the checkout holds, and what of it this run changed. */
export interface Tree {
	readonly tracked: readonly string[];
	readonly changed: readonly string[];
}

/**
 * The paths of the checkout that a call changes, as far as its effects tell: with all below a folder and all that a wildcard may mean. A
 * delivery changes what the run changed.
 */
export function touchedPaths(effects: readonly Effect[], { tracked, changed }: Tree): readonly string[] {
	const known = [...tracked, ...changed];
	const paths = effects.flatMap((effect) => {
		if (effect.kind === 'forge.write') return delivering.includes(effect.what) ? changed : [];
		if (!changing.includes(effect.kind) || !('path' in effect) || /^[/~]/.test(effect.path)) return [];
		const { path } = effect;
		return [...(path === '.' ? [] : [path]), ...known.filter((one) => one.startsWith(above(path)))];
	});
	return [...new Set(paths)];
}

/** What every path begins with that lies below a path, or that its wildcards may mean. */
function above(path: string): string {
	if (path === '.') return '';
	const wildcard = path.search(/[*?[{(]/);
	return wildcard === -1 ? `${path}/` : path.slice(0, path.lastIndexOf('/', wildcard) + 1);
}

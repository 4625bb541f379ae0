import type { Effect } from '../../core/index.ts';

const changing: ReadonlySet<Effect['kind']> = new Set([
	...(['write', 'delete', 'config.write', 'exec', 'exec.project', 'exec.tool', 'opaque', 'git.rewrite'] as const),
]);

/** Returns whether a call with these effects may change files of the checkout, including files that no effect names. */
export function mayChangeFiles(effects: readonly Effect[]): boolean {
	return effects.some(({ kind }) => changing.has(kind));
}

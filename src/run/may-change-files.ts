import type { Effect } from '../core/index.ts';

const changing: ReadonlySet<Effect['kind']> = new Set([
	...(['write', 'delete', 'config.write', 'exec', 'exec.project', 'exec.tool', 'opaque', 'git.rewrite'] as const),
]);

/** Whether a call of these effects may change files of the checkout, named by an effect or not. */
export function mayChangeFiles(effects: readonly Effect[]): boolean {
	return effects.some(({ kind }) => changing.has(kind));
}

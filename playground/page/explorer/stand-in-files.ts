import type { Effect } from '../../../src/core/index.ts';
import type { BenchFile } from '../bench/question.ts';

/**
 * Returns files that replace those from which a call ran scripts. The record says only in which file a script was declared. So the
 * replacement declares a script of the same name that only runs tests.
 */
export function standInFiles(effects: readonly Effect[]): readonly BenchFile[] {
	const files = new Map<string, Record<string, string>>();
	for (const effect of effects) {
		if (effect.kind !== 'exec.project' || !/(^|\/)package\.json$/.test(effect.definedIn)) continue;
		const name = /^(?:npm|pnpm|yarn|bun)(?: run(?:-script)?)? ([\w:.-]+)/.exec(effect.script)?.[1];
		if (name !== undefined) files.set(effect.definedIn, { ...files.get(effect.definedIn), [name]: 'node --test' });
	}
	return [...files].map(([path, scripts]) => ({ path, text: JSON.stringify({ scripts }) }));
}

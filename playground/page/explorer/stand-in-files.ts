import type { Effect } from '../../../src/core/index.ts';
import type { BenchFile } from '../bench/question.ts';

/**
 * Returns files in place of those that a call ran. The record tells only that a script was declared, and where. So the file declares a
 * script of the same name that only runs tests.
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

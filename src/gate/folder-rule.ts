import type { EffectKind } from '../core/index.ts';
import { compileGlob } from './glob.ts';
import type { Rule } from './rule.ts';

/**
 * Returns a rule that allows effects in one folder, given by its absolute, real path. Undefined if the path could be read as a pattern.
 */
export function folderRule(name: string, effects: readonly EffectKind[], folder: string): Rule | undefined {
	if (/[*?[\]{}!]/.test(folder)) return undefined;
	const glob = compileGlob(`${folder}/**`, 'path');
	if (typeof glob === 'string') return undefined;
	return {
		name,
		effects: new Set(effects),
		paths: [glob],
		tools: undefined,
		commandPatterns: undefined,
		pathPatterns: undefined,
		effectPatterns: undefined,
		branches: undefined,
		hosts: undefined,
		minRisk: undefined,
		approvers: undefined,
		expires: undefined,
		contained: undefined,
		decision: 'allow',
		reason: name,
		risk: 'low',
		line: 0,
	};
}

import type { Effect } from '../../core/index.ts';
import type { Part } from '../part.ts';
import { patternMatcher } from './shell-pattern.ts';

/** Adds the effect on git's own folder if a pattern may match that folder: `rm -rf .gi?` deletes `.git`. */
export function nameGit(parts: readonly Part[]): readonly Part[] {
	return parts.map((part) => {
		if (!part.effects.some(isOfPattern)) return part;
		const found = part.effects.flatMap(inGit);
		return found.length === 0 ? part : { ...part, effects: [...part.effects, ...found] };
	});
}

type Change = Extract<Effect, { kind: 'delete' | 'write' | 'config.write' }>;

function isOfPattern(effect: Effect): effect is Change {
	const isChange = effect.kind === 'delete' || effect.kind === 'write' || effect.kind === 'config.write';
	return isChange && /[*?[(]/.test(effect.path);
}

function inGit(effect: Effect): readonly Effect[] {
	if (!isOfPattern(effect)) return [];
	const components = effect.path.split('/');
	const at = components.findIndex((component) => mayBeGit(component, components[0] === '**'));
	return at < 0 ? [] : [{ ...effect, path: components.with(at, '.git').join('/') }];
}

/**
 * Returns whether a component of a pattern may match `.git`. A shell's wildcard does not match a leading dot. A wildcard of `find` does
 * (`isFound`).
 */
function mayBeGit(component: string, isFound: boolean): boolean {
	if (!/[*?[(]/.test(component) || /^\*+$/.test(component)) return false;
	if (!component.startsWith('.') && !/^[?*+@!]\(/.test(component) && !isFound) return false;
	// The text in the parentheses of a pattern may be anything.
	const matches = patternMatcher(component.replace(/[?*+@!]\([^)]*\)/g, '*'));
	return matches === undefined || matches('.git');
}

import { manifestOf } from '../../declared.ts';
import { type Finding, type Invocation, opaque } from '../../program.ts';
import { shapeOf } from '../../setting-values.ts';
import type { Word } from '../../word.ts';

/**
 * Judges a variable of the environment that recipes may use, in the ways of shells, make, just and Task. Threat: for the recipe
 * `$(RUN) pytest`, `RUN=printenv make test` chooses the program.
 */
export function usedIn(texts: readonly string[], name: string, value: Word | undefined): readonly Finding[] {
	if (isHarmless(name, value)) return [];
	const used = new RegExp(`(\\$\\$?[({]?|\\{\\{[^}]*\\.|\\benv(_var(_or_default)?)?\\(\\s*["'])${name}\\b`);
	return texts.some((text) => used.test(text)) ? [opaque(`what the recipes do with \`${name}\``)] : [];
}

/** Judges a variable that scripts of the manifest may use. */
export function usedByScripts(name: string, value: Word | undefined, { scope }: Invocation): readonly Finding[] {
	return usedIn(Object.values(manifestOf(scope)?.scripts ?? {}), name, value);
}

/** Returns whether a value is harmless: no program can have such a name, or the table of settings describes the variable. */
function isHarmless(name: string, value: Word | undefined): boolean {
	const isNumber = value?.known === true && /^(v?\d[\w.-]*|true|false|yes|no|on|off|)$/.test(value.text);
	return isNumber || shapeOf(name) !== undefined;
}

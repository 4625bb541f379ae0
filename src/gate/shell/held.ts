import type { Run } from './analysis.ts';
import { isSecretName, type State, wordsHeld } from './state.ts';
import { unknown, type Word } from './word.ts';

/** What arithmetic finds under a name: the words that it holds, nothing that is known (undefined), or that nothing has set it. */
export type Held = readonly Word[] | undefined | 'unset';

/**
 * Texts that the shell keeps under names of its own. Threat: others choose them, as what `=~` matched, the last argument of a command, or
 * the value of an option, and arithmetic runs what stands in a subscript of them.
 */
const ownTexts =
	/^(_|OPTARG|FUNCNAME|BASH_(REMATCH|ARGV0?|COMMAND|SOURCE|EXECUTION_STRING)|COMP_(WORDS|LINE)|READLINE_LINE)$/;

/** What a name, the number of a positional parameter, or `@` for all of them holds. */
export function heldBy(name: string, { state }: Run): Held {
	if (/^(\d+|[@*])$/.test(name)) return positionalHeld(name, state);
	if (state.variables.has(name)) return wordsHeld(state, name);
	return ownTexts.test(name) ? undefined : 'unset';
}

/** `$1`, `$@`: where they cannot be told apart, any of those that they may be. */
function positionalHeld(name: string, { positional, formerly }: State): Held {
	if (positional === undefined) return formerly.length === 0 ? 'unset' : formerly;
	const isAll = /^[@*]$/.test(name) || positional.some((word) => word.many === true);
	if (isAll) return positional.length === 0 ? 'unset' : positional;
	const word = positional[Number(name) - 1];
	return word === undefined ? 'unset' : [word];
}

/** A counter may be called `PASS`: what is assigned here is known better than by its name. */
export function secretsIn(name: string, value: Held): readonly string[] {
	if (value === 'unset' || value === undefined) return isSecretName(name) ? [name] : [];
	return value.flatMap((word) => word.secrets);
}

/** The words of a value; of one that is not known, one that is not. */
export function wordsOfHeld(name: string, value: Exclude<Held, 'unset'>): readonly Word[] {
	return value ?? [unknown(name)];
}

/** The names whose values a text that is computed looks up, and the positional parameters among them. */
export function lookedUp(text: string): readonly string[] {
	const found = text.matchAll(/(?:^|[^\w])\$?\{?([A-Za-z_]\w*)|\$(?:([1-9@*])|\{([1-9]\d*|[@*]))/g);
	return [...found].map(([, name, one, braced]) => name ?? one ?? braced ?? '');
}

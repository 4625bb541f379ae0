import type { Run } from './analysis.ts';
import { isSecretName, type State, wordsHeld } from './state.ts';
import { unknown, type Word } from './word.ts';

/** The value that arithmetic finds under a name: words, an unknown value (`undefined`), or no value (`unset`). */
export type Held = readonly Word[] | undefined | 'unset';

/**
 * Variables that the shell itself sets to a text. Threat: other people can choose this text, for example a match of `=~`, the last argument
 * of a command, or an option's value. Arithmetic runs a command in its subscript.
 */
const ownTexts =
	/^(_|OPTARG|FUNCNAME|BASH_(REMATCH|ARGV0?|COMMAND|SOURCE|EXECUTION_STRING)|COMP_(WORDS|LINE)|READLINE_LINE)$/;

/** Returns the value of a variable, of a positional parameter, or of all of them (`@`). */
export function heldBy(name: string, { state }: Run): Held {
	if (/^(\d+|[@*])$/.test(name)) return positionalHeld(name, state);
	if (state.variables.has(name)) return wordsHeld(state, name);
	return ownTexts.test(name) ? undefined : 'unset';
}

/** `$1`, `$@`: if the exact value is unknown, returns all possible values. */
function positionalHeld(name: string, { positional, formerly }: State): Held {
	if (positional === undefined) return formerly.length === 0 ? 'unset' : formerly;
	const isAll = /^[@*]$/.test(name) || positional.some((word) => word.many === true);
	if (isAll) return positional.length === 0 ? 'unset' : positional;
	const word = positional[Number(name) - 1];
	return word === undefined ? 'unset' : [word];
}

/** Returns the secrets in a value. If the value is known, the name does not matter, because a counter may be called `PASS`. */
export function secretsIn(name: string, value: Held): readonly string[] {
	if (value === 'unset' || value === undefined) return isSecretName(name) ? [name] : [];
	return value.flatMap((word) => word.secrets);
}

/** Returns the words of a value; one unknown word for an unknown value. */
export function wordsOfHeld(name: string, value: Exclude<Held, 'unset'>): readonly Word[] {
	return value ?? [unknown(name)];
}

/** Returns the names of variables and positional parameters that an arithmetic text reads. */
export function lookedUp(text: string): readonly string[] {
	const found = text.matchAll(/(?:^|[^\w])\$?\{?([A-Za-z_]\w*)|\$(?:([1-9@*])|\{([1-9]\d*|[@*]))/g);
	return [...found].map(([, name, one, braced]) => name ?? one ?? braced ?? '');
}

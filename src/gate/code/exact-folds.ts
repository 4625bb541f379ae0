import { filled } from './folds.ts';
import type { Call, Fold } from './language.ts';
import type { Value } from './value.ts';

/** How many arguments a fold takes. */
type Count = number | readonly [least: number, most: number];

/**
 * Returns a fold that gets exactly the arguments that it declares, and no named ones. Threat: `'.env'.split('n', 1)` is something else than
 * `'.env'.split('n')`.
 */
export function counted(count: Count, fold: Fold): Fold {
	const [least, most] = typeof count === 'number' ? [count, count] : count;
	return (call) => {
		const { length } = call.args;
		return call.named.size > 0 || length < least || length > most ? undefined : fold(call);
	};
}

/** Returns such a fold for ASCII only. Threat: of other characters, languages have other bytes, blanks and capital letters. */
export function exact(count: Count, fold: Fold): Fold {
	return counted(count, (call) => {
		const found = inputs(call).every(isPrintable) ? fold(call) : undefined;
		return found !== undefined && isAscii(found) ? found : undefined;
	});
}

/** Returns the same folds under several names. */
export function foldsOf(names: string, fold: Fold): Record<string, Fold> {
	return Object.fromEntries(names.split(' ').map((name) => [name, fold]));
}

/** Computes `sprintf('%s %d', x, 1)`. Each value must be of the kind that the format shows. */
export const formatted: Fold = ({ args: [format, ...values] }) => {
	const places = [...(format?.text ?? '').matchAll(/%[sd]/g)].map(([place]) => place);
	const isShown = places.every((place, i) => place === '%s' || values[i]?.isNumber === true);
	return isShown ? filled(format, /%[sd]/, values) : undefined;
};

function inputs({ self, args }: Call): readonly Value[] {
	return self === undefined ? args : [self, ...args];
}

function isPrintable({ text = '', items = [] }: Value): boolean {
	return /^[ -~]*$/.test(text) && items.every(isPrintable);
}

function isAscii({ text = '', items = [] }: Value): boolean {
	return Buffer.byteLength(text) === text.length && items.every(isAscii);
}

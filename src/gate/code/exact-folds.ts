import { filled } from './folds.ts';
import type { Call, Fold, Language } from './language.ts';
import type { Value } from './value.ts';

/** How many arguments a fold takes. */
type Count = number | readonly [least: number, most: number];

/**
 * Returns a fold that computes only calls with this number of arguments, and without named arguments. Threat: `'.env'.split('n', 1)` is
 * something else than `'.env'.split('n')`.
 */
export function counted(count: Count, fold: Fold): Fold {
	const [least, most] = typeof count === 'number' ? [count, count] : count;
	return (call) => {
		const { length } = call.args;
		return call.named.size > 0 || length < least || length > most ? undefined : fold(call);
	};
}

const printable = /^[ -~]*$/;

/**
 * Like {@link exactNumbers}, but computes no call with a number. Threat: languages differ in the bytes, blanks and capital letters of
 * characters outside ASCII. A number may mean the character with this number, as in `"".concat(46)`.
 */
export function exact(count: Count, fold: Fold, characters = printable): Fold {
	const taken = exactNumbers(count, fold, characters);
	return (call) => (inputs(call).some(holdsNumber) ? undefined : taken(call));
}

/** Like {@link counted}, but computes only calls with numbers, and with texts of these characters. The default is printable ASCII. */
export function exactNumbers(count: Count, fold: Fold, characters = printable): Fold {
	return counted(count, (call) => {
		const found = inputs(call).every((value) => holdsOnly(value, characters)) ? fold(call) : undefined;
		return found !== undefined && holdsOnly(found, ascii) ? found : undefined;
	});
}

function holdsNumber({ isNumber, items = [] }: Value): boolean {
	return isNumber === true || items.some(holdsNumber);
}

/** Returns a table whose folds are all made by {@link exactNumbers}. */
export function exactTable(count: Count, table: Language['folds'], characters = printable): Language['folds'] {
	return Object.fromEntries(Object.entries(table).map(([name, fold]) => [name, exactNumbers(count, fold, characters)]));
}

/** Returns the same fold under several names. */
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

const ascii = /^[\0-\x7f]*$/;

/** Returns whether a value and its items are written with these characters. */
export function holdsOnly({ text = '', items = [] }: Value, characters: RegExp): boolean {
	return characters.test(text) && items.every((item) => holdsOnly(item, characters));
}

import type { Language } from './language.ts';
import type { Token } from './tokens.ts';
import { marksOf, text, type Value } from './value.ts';

/** Computes `text[1:3]` of Python. */
export function slice(value: Value, source: readonly Token[]): Value | undefined {
	const [, from = '', to] = /^(-?\d*):(-?\d*)$/.exec(source.map((token) => token.text).join('')) ?? [];
	if (to === undefined || value.text === undefined || value.isNumber || value.isBytes) return undefined;
	const characters = [...value.text].slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to));
	return { ...text(characters.join('')), ...marksOf([value]) };
}

/** Returns an item of a list. Only a number is its place, because languages differ in what other keys mean. */
export function itemAt(
	{ items }: Value,
	{ text: digits, isNumber }: Value,
	{ name, countsFromEnd }: Language,
): Value | undefined {
	const at = isNumber ? Number(digits) - (name === 'lua' ? 1 : 0) : Number.NaN;
	const item = at >= 0 || (at < 0 && countsFromEnd) ? items?.at(at) : undefined;
	return item?.many === true ? undefined : item;
}

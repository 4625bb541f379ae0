import type { Token } from './tokens.ts';
import { marksOf, text, type Value } from './value.ts';

/** Computes `text[1:3]` of Python. */
export function slice(value: Value, source: readonly Token[]): Value | undefined {
	const [, from = '', to] = /^(-?\d*):(-?\d*)$/.exec(source.map((token) => token.text).join('')) ?? [];
	if (to === undefined || value.text === undefined || value.isNumber || value.isBytes) return undefined;
	const characters = [...value.text].slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to));
	return { ...text(characters.join('')), ...marksOf([value]) };
}

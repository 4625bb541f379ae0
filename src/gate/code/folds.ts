import { character } from './escapes.ts';
import type { ArgumentFold, Call, Fold } from './language.ts';
import { numeric, text, type Value } from './value.ts';

/** Functions that are computed if all their inputs are constant. Several languages have them. */

/** Computes a string from the text of the first argument. */
export function ofFirst(compute: (input: string) => string | undefined): ArgumentFold {
	return ({ args }) => computed(args[0]?.text, compute);
}

/** Computes a string from the text of the value that the method is called on. */
export function ofSelf(compute: (input: string) => string | undefined): Fold {
	return ({ self }) => (self?.items === undefined ? computed(self?.text, compute) : undefined);
}

function computed(input: string | undefined, compute: (input: string) => string | undefined): Value | undefined {
	const output = input === undefined ? undefined : compute(input);
	return output === undefined ? undefined : text(output);
}

/** Decodes base64. If it contains characters that some decoders skip, it is not decoded. */
export function base64(input: string): string | undefined {
	return /^[A-Za-z0-9+/]*={0,2}\s*$/.test(input) ? whole(Buffer.from(input, 'base64')) : undefined;
}

/** Returns bytes as text. Undefined if they are not text. */
function whole(bytes: Buffer): string | undefined {
	const decoded = bytes.toString('utf8');
	return decoded.includes('\uFFFD') ? undefined : decoded;
}

export function hex(input: string): string | undefined {
	return /^([\da-f]{2})*$/i.test(input) ? whole(Buffer.from(input, 'hex')) : undefined;
}

export function rot13(input: string): string {
	return input.replace(/[a-z]/gi, (letter) => {
		const base = letter <= 'Z' ? 65 : 97;
		return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
	});
}

/** Decodes `%41` as a character. Undefined if the result is not certain. */
export function percent(input: string): string | undefined {
	const isPlain = !/%(?![\da-f]{2})|%[89a-f]/i.test(input);
	return isPlain
		? input.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
		: undefined;
}

/** Decodes by the name of an encoding. */
export function decode(input: string, encoding: string): string | undefined {
	switch (encoding.toLowerCase().replace(/[_-]/g, '')) {
		case 'base64':
		case 'base64codec':
			return base64(input);
		case 'hex':
		case 'hexcodec':
			return hex(input);
		case 'rot13':
			return rot13(input);
		case 'utf8':
			return input;
		// These encodings keep only some bits of other characters.
		case 'ascii':
		case 'latin1':
		case 'binary':
			return isAscii(input) ? input : undefined;
		default:
			return undefined;
	}
}

export function isAscii(input: string): boolean {
	return Buffer.byteLength(input) === input.length;
}

export const reversed = (input: string): string => [...input].reverse().join('');

/** Returns the characters with these numbers: `chr(114)`, `String.fromCharCode(114, 109)`, `bytes([114, 109])`. */
export const characters: ArgumentFold = ({ args }) => {
	const codes = args
		.flatMap((value) => value.items ?? [value])
		.map((value) => (value.isNumber ? Number(value.text) : -1));
	const found = codes.map(character);
	return codes.length > 0 && found.every((one) => one !== undefined) ? text(found.join('')) : undefined;
};

/** Returns bytes as text. Undefined if a byte is outside ASCII, because such a byte is not a character by itself. */
export const ascii: ArgumentFold = (call) => {
	const made = characters(call);
	return made?.text !== undefined && isAscii(made.text) ? made : undefined;
};

/** Joins the items of a list with a separator. */
export function joined(list: Value | undefined, by: Value | undefined): Value | undefined {
	const between = by === undefined ? '' : by.text;
	const texts = list?.items?.map((item) => item.text);
	if (between === undefined || texts === undefined || texts.some((one) => one === undefined)) return undefined;
	return text(texts.join(between));
}

export function split(input: Value | undefined, by: Value | undefined): Value | undefined {
	// In some languages, a single blank splits at each series of blanks.
	if (by?.text === ' ' && /^ | {2}| $/.test(input?.text ?? '')) return undefined;
	if (input?.text === undefined || input.text.length > 10_000 || (by !== undefined && by.text === undefined))
		return undefined;
	return { items: (by === undefined ? input.text.trim().split(/\s+/) : input.text.split(by.text ?? '')).map(text) };
}

/** Replaces every occurrence of a string with another string. */
export const replaced = ({ self, args: [from, to, limit] }: Pick<Call, 'self' | 'args'>): Value | undefined => {
	if (self?.text === undefined || !from?.text || to?.text === undefined || limit !== undefined) return undefined;
	return /[\\$]/.test(to.text) ? undefined : text(self.text.replaceAll(from.text, to.text));
};

/** Computes `'%s -rf %s' % ('rm', '/')` and `'{} -rf {}'.format('rm', '/')`. Each placeholder gets the next value. */
export function filled(format: Value | undefined, places: RegExp, values: readonly Value[]): Value | undefined {
	if (
		format?.text === undefined ||
		format.isNumber ||
		values.some((value) => value.text === undefined || value.isBytes)
	)
		return undefined;
	const parts = format.text.split(places);
	if (parts.length !== values.length + 1 || /[%{}]/.test(parts.join(''))) return undefined;
	return text(parts.map((part, i) => part + (values[i]?.text ?? '')).join(''));
}

export const reversedSelf: Fold = ({ self }) =>
	self?.items !== undefined ? { items: [...self.items].reverse() } : ofSelf(reversed)({ self } as Call);

/** Computes `map(chr, list)`: the characters of a list. */
export function mapped(list: Value | undefined, by: Value | undefined, names: ReadonlySet<string>): Value | undefined {
	if (list?.items === undefined || !names.has(by?.name ?? '')) return undefined;
	const items = list.items.map((item) => ({ text: item.isNumber ? character(Number(item.text)) : undefined }));
	return items.every((item): item is { text: string } => item.text !== undefined) ? { items } : undefined;
}

/** Reads the number in a string. */
export const asNumber: Fold = ({ args: [input, base] }) => {
	const radix = base?.isNumber ? Number(base.text) : 10;
	const value = input?.text === undefined || radix < 2 || radix > 36 ? Number.NaN : parseInt(input.text, radix);
	return Number.isNaN(value) ? undefined : numeric(value);
};

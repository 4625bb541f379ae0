import { drop } from './consume.ts';
import type { Language } from './language.ts';
import { isScalar } from './perl-scalars.ts';
import type { Reader } from './reader.ts';
import type { Token } from './tokens.ts';
import { mixed, type Value } from './value.ts';

/** The items between two brackets, while they are read. */
export interface Gathered {
	readonly items: Value[];
	readonly named: Map<string, Value>;
	/** The brackets contain a list, and not statements or a table. */
	readonly isList: boolean;
	commas: number;
	/** The position of the first item after the last comma. */
	first: number;
	/** The last key after the last comma. */
	key: string | undefined;
	/** Something was read after the last comma. */
	isBegun: boolean;
}

export function gather(close: string | undefined, { name }: Language): Gathered {
	const isList = close === ')' || close === ']' || (close === '}' && name === 'lua');
	return { items: [], named: new Map(), isList, commas: 0, first: 0, key: undefined, isBegun: false };
}

/** Records a token that separates two elements. Languages differ on whether two commas in a row have an empty element between them. */
export function separate(list: Gathered, { text }: Token, { name }: Language): void {
	const isComma = text === ',' || (text === '=>' && name !== 'php') || (text === ';' && name === 'lua');
	if (text === ',' || text === '=>') list.commas++;
	if (!isComma) return;
	if (list.isList && !list.isBegun) list.items.push({ many: true });
	list.first = list.items.length;
	list.key = undefined;
	list.isBegun = false;
}

export function addNamed(list: Gathered, key: string, value: Value): void {
	list.named.set(key, value);
	list.key = key;
	list.isBegun = true;
}

/**
 * Adds values that were read as one element from a position. Threat: without a comma before it, a value belongs to the previous element,
 * such as the body of `function () {}` and the value of `(int) 1`. As a separate item, it would move the items after it.
 */
export function add(list: Gathered, values: readonly Value[], from: number, reader: Reader): void {
	const { language } = reader.reading;
	if (!list.isList || !list.isBegun) list.items.push(...values);
	else {
		const before = list.items.splice(list.first);
		const parts = [...before, ...values];
		for (const part of parts) drop(part, reader.reading);
		const isMany = before.length !== 1 || values.length !== 1 || parts.some(({ many }) => many === true);
		if (list.key === undefined) list.items.push({ ...mixed(parts), many: isMany });
		else list.named.set(list.key, mixed(parts));
	}
	list.isBegun = true;
	const last = list.items.at(-1);
	if (language.name !== 'perl' || !list.isList || last === undefined || values.length === 0) return;
	if (!isScalar(last, reader.tokens.slice(from, reader.at)))
		list.items[list.items.length - 1] = { ...last, many: true };
}

/** Returns the items. After an item that may become any number of values, the positions of the other items are unknown. */
export function placed(items: readonly Value[]): readonly Value[] {
	const first = items.findIndex(({ many }) => many === true);
	return first < 0 ? items : items.map((item, i) => (i > first ? { ...item, unsure: true } : item));
}

/**
 * Returns whether the positions of the items are unknown. In a Ruby or Lua block, which ends with the word `end`, a comma may not separate
 * items.
 */
export function isLoose({ isList, items, named }: Gathered, source: readonly Token[], { name }: Language): boolean {
	if (!isList) return false;
	if (name === 'perl' && named.size > 0) return true;
	if (items.length < 2) return false;
	return items.some(({ many }) => many === true) || (/^(ruby|lua)$/.test(name) && hasBlock(source));
}

function hasBlock(source: readonly Token[]): boolean {
	return source.some(({ kind, text }) => kind === 'word' && text === 'end');
}

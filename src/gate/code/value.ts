import { constant, unknown, type Word } from '../shell/word.ts';

/** What an expression is, as far as it can be computed without running anything. */
export interface Value {
	/** The constant text, or a number as it is written. */
	readonly text?: string;
	readonly isNumber?: boolean;
	/** What a text that is not constant certainly begins with. */
	readonly prefix?: string;
	readonly items?: readonly Value[];
	/** Of an object, a dictionary, or named arguments. */
	readonly entries?: ReadonlyMap<string, Value>;
	/** What it refers to: a function (`os.system`), a module, an instance (`pathlib.Path()`), a method of any value (`.join`). */
	readonly name?: string;
	/** What a method was taken from. */
	readonly self?: Value;
	/** Came from another machine. */
	readonly fetched?: boolean;
	/** The result of a decoding that was not computed. */
	readonly decoded?: boolean;
	/** Bytes, which print otherwise than text. */
	readonly isBytes?: boolean;
	/** What a loop's variable is, one after the other. */
	readonly options?: readonly Value[];
	/** It is one of the files that this pattern names. */
	readonly among?: string;
	/** What each of its items is, where they are not known one by one. */
	readonly each?: Value;
	/** One of several that it may be. */
	readonly unsure?: boolean;
	/** It has just been given a name. */
	readonly isAssigned?: boolean;
	/** A module of the project's own, or what it has or gives: what it does with a text is not known, and it is not known to run one. */
	readonly isOwn?: boolean;
	/** Taken from an object by a key that is not known: it may be anything that the object has. */
	readonly dynamic?: boolean;
}

/** The longest text that is computed. */
export const maxText = 100_000;

export const text = (value: string): Value => (value.length > maxText ? {} : { text: value });
export const numeric = (value: number): Value =>
	Number.isSafeInteger(value) ? { text: String(value), isNumber: true } : {};
export const refer = (name: string): Value => ({ name });

type Marks = Pick<Value, 'fetched' | 'decoded' | 'unsure' | 'isBytes'>;

/** Where the parts of a value come from. */
export function marksOf(values: readonly Value[]): Marks {
	const all = values.flatMap((value) => [value, ...(value.items ?? []), ...(value.entries?.values() ?? [])]);
	return {
		...(all.some((value) => value.fetched) && { fetched: true }),
		...(all.some((value) => value.decoded) && { decoded: true }),
		...(all.some((value) => value.unsure) && { unsure: true }),
		...(all.some((value) => value.isBytes) && { isBytes: true }),
	};
}

/** What names one file after the other by a pattern that ends in the ending of a name: any other may name every file. */
export function filesOf(pattern: Value, name?: string): Value {
	const isEnding = /[*?][\w*?.-]*\.[a-z]\w*$/i.test(pattern.text ?? '');
	return isEnding ? { each: { among: pattern.text ?? '', ...(name !== undefined && { name }) } } : {};
}

/** What is computed from values in a way that is not followed. */
export function mixed(values: readonly Value[]): Value {
	return marksOf(values);
}

/** The pattern that texts and names of files make together; undefined where there is another value among them, or no name. */
export function joinedNames(values: readonly Value[], between = ''): string | undefined {
	const parts = values.map(({ text: own, among, unsure }) => (unsure === true ? undefined : (own ?? among)));
	const isNamed = values.some(({ among }) => among !== undefined);
	return isNamed && parts.every((part) => part !== undefined) ? parts.join(between) : undefined;
}

/** Two texts, one behind the other. */
export function concat(left: Value, right: Value, isSum: boolean): Value {
	const marks = marksOf([left, right]);
	if (left.items !== undefined && right.items !== undefined)
		return { items: [...left.items, ...right.items], ...marks };
	if (left.each !== undefined && right.each !== undefined)
		return { ...marks, each: { options: [left.each, right.each].flatMap((each) => each.options ?? [each]) } };
	const glued = joinedNames([left, right]);
	const begun = left.text ?? left.prefix;
	if (glued !== undefined) return { ...marks, among: glued, ...(begun !== undefined && { prefix: begun }) };
	if (left.text === undefined) return { ...marks, ...(left.prefix !== undefined && { prefix: left.prefix }) };
	if (isSum && left.isNumber && right.isNumber) return { ...numeric(Number(left.text) + Number(right.text)), ...marks };
	if (right.text === undefined) return { ...marks, prefix: left.text + (right.prefix ?? '') };
	return { ...text(left.text + right.text), ...marks };
}

/** A text several times. */
export function repeat(left: Value, right: Value): Value {
	const marks = marksOf([left, right]);
	const [body, times] = left.isNumber ? [right, left] : [left, right];
	const count = times.isNumber ? Number(times.text) : Number.NaN;
	if (body.isNumber && times.isNumber) return { ...numeric(Number(left.text) * Number(right.text)), ...marks };
	if (body.text === undefined || !Number.isInteger(count) || count < 0 || body.text.length * count > maxText)
		return marks;
	return { ...text(body.text.repeat(count)), ...marks };
}

/** A value as a word of a command. */
export function wordOf(value: Value, source = 'a computed value'): Word {
	const fetched = value.fetched === true;
	if (value.text !== undefined) return { ...constant(value.text), fetched };
	const prefix = value.prefix ?? '';
	return { ...unknown(`${prefix}…`), text: prefix === '' ? source : `${prefix}…`, prefix, fetched };
}

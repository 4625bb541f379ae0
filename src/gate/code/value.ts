import { constant, unknown, type Word } from '../shell/word.ts';

/** The value of an expression, as far as it can be computed without running anything. */
export interface Value {
	/** The constant string, or a number as written. */
	readonly text?: string;
	readonly isNumber?: boolean;
	/** The certain beginning of a string that is not constant. */
	readonly prefix?: string;
	readonly items?: readonly Value[];
	/** The items are a Python tuple, which the operator `%` treats as several values. */
	readonly isTuple?: true;
	/** The entries of an object, of a dictionary, or of named arguments. */
	readonly entries?: ReadonlyMap<string, Value>;
	/**
	 * The object that the value refers to: a function (`os.system`), a module, an instance (`pathlib.Path()`), a method of any value
	 * (`.join`).
	 */
	readonly name?: string;
	/** The value that a method was taken from. */
	readonly self?: Value;
	/** The value came from another machine. */
	readonly fetched?: boolean;
	/** The result of a decoding that was not computed. */
	readonly decoded?: boolean;
	/** Bytes, which are printed in a different way from text. */
	readonly isBytes?: boolean;
	/** The values of a loop's variable, in turn. */
	readonly options?: readonly Value[];
	/** The value is one of the files that this pattern names. */
	readonly among?: string;
	/** The wildcards of that pattern also match a dot at the beginning of a name. */
	readonly matchesDots?: boolean;
	/** The value of each item, if the items are not known one by one. */
	readonly each?: Value;
	/** The value is one of several possible values. */
	readonly unsure?: boolean;
	/** The value may become any number of values, such as the spread of an unknown list. */
	readonly many?: boolean;
	/** The value was just assigned to a name. */
	readonly isAssigned?: boolean;
	/** A module of the project itself, or its members and results. Its effects are unknown, but it is not known to run its input. */
	readonly isOwn?: boolean;
	/** The value was taken from an object by an unknown key, so it may be any member of the object. */
	readonly dynamic?: boolean;
}

/** The maximum length of a computed string. */
export const maxText = 100_000;

export const text = (value: string): Value => (value.length > maxText ? {} : { text: value });
export const numeric = (value: number): Value =>
	Number.isSafeInteger(value) ? { text: String(value), isNumber: true } : {};
export const refer = (name: string): Value => ({ name });

type Marks = Pick<Value, 'fetched' | 'decoded' | 'unsure' | 'isBytes' | 'matchesDots'>;

/** Returns the marks that values have, or that their parts have, such as `fetched` and `unsure`. */
export function marksOf(values: readonly Value[]): Marks {
	const all = values.flatMap((value) => [value, ...(value.items ?? []), ...(value.entries?.values() ?? [])]);
	return {
		...(all.some((value) => value.fetched) && { fetched: true }),
		...(all.some((value) => value.decoded) && { decoded: true }),
		...(all.some((value) => value.unsure) && { unsure: true }),
		...(all.some((value) => value.isBytes) && { isBytes: true }),
		...(all.some((value) => value.matchesDots) && { matchesDots: true }),
	};
}

/** Returns the named entries together with the entries of other values. If two entries have the same name, the value is unknown. */
export function withEntries(others: readonly Value[], named: ReadonlyMap<string, Value>): Pick<Value, 'entries'> {
	const entries = new Map(others.flatMap((other) => [...(other.entries ?? [])]));
	for (const [name, value] of named) entries.set(name, entries.has(name) ? {} : value);
	return entries.size > 0 ? { entries } : {};
}

/** Returns a list of the files of a pattern, if it ends with a file ending. Any other pattern may name every file. */
export function filesOf(pattern: Value, name?: string): Value {
	const isEnding = /[*?][\w*?.-]*\.[a-z]\w*$/i.test(pattern.text ?? '');
	return isEnding ? { each: { among: pattern.text ?? '', ...(name !== undefined && { name }) } } : {};
}

/** Returns the result of a computation that the gate does not follow: an unknown value with the marks of its inputs. */
export function mixed(values: readonly Value[]): Value {
	return marksOf(values);
}

/** Returns a list of the files of a pattern whose wildcards also match a dot at the beginning of a name. */
export function dottedFilesOf(pattern: Value, name?: string): Value {
	const { each } = filesOf(pattern, name);
	return each === undefined ? {} : { each: { ...each, matchesDots: true } };
}

/** The maximum number of a pattern's parts that may begin with a dot. */
const mostDotted = 6;

/**
 * Returns the patterns of the shell that match the same files. Undefined if there are too many. With `isOfSources`, the `*` of `*.py` does
 * not match a dot at the beginning of a name.
 */
export function withDots(among: string, isOfSources: boolean): readonly string[] | undefined {
	const components = among.split('/');
	const isWild = (one: string) => /^[*?[](?!\*)/.test(one) && !(isOfSources && /^\*\.\w+$/.test(one));
	const wild = components.flatMap((one, i) => (isWild(one) ? [i] : []));
	if (wild.length > mostDotted) return undefined;
	const choices = Array.from({ length: 2 ** wild.length }, (_, choice) =>
		components.map((one, i) => {
			const at = wild.indexOf(i);
			return at >= 0 && (choice >> at) % 2 === 1 ? one.replace(/^(\?|\[[^\]]*\])?/, '.') : one;
		}),
	);
	return choices.map((one) => one.join('/'));
}

/** Returns the pattern that strings and file names form together. Undefined if there is another value among them, or no file name. */
export function joinedNames(values: readonly Value[], between = ''): string | undefined {
	const parts = values.map(({ text: own, among, unsure }) => (unsure === true ? undefined : (own ?? among)));
	const isNamed = values.some(({ among }) => among !== undefined);
	return isNamed && parts.every((part) => part !== undefined) ? parts.join(between) : undefined;
}

/** Joins two lists, as `+` does in some languages. Undefined if there is another value. */
export function concatLists(left: Value, right: Value): Value | undefined {
	const marks = marksOf([left, right]);
	if (left.items !== undefined && right.items !== undefined)
		return { items: [...left.items, ...right.items], ...marks };
	if (left.each !== undefined && right.each !== undefined)
		return { ...marks, each: { options: [left.each, right.each].flatMap((each) => each.options ?? [each]) } };
	return undefined;
}

/** Joins two strings. With `isSum`, adds two numbers. */
export function concat(left: Value, right: Value, isSum: boolean): Value {
	const marks = marksOf([left, right]);
	const glued = joinedNames([left, right]);
	const begun = left.text ?? left.prefix;
	if (glued !== undefined) return { ...marks, among: glued, ...(begun !== undefined && { prefix: begun }) };
	if (left.text === undefined) return { ...marks, ...(left.prefix !== undefined && { prefix: left.prefix }) };
	if (isSum && left.isNumber && right.isNumber) return { ...numeric(Number(left.text) + Number(right.text)), ...marks };
	if (right.text === undefined) return { ...marks, prefix: left.text + (right.prefix ?? '') };
	return { ...text(left.text + right.text), ...marks };
}

/** Repeats a string, or multiplies two numbers. Perl's `x` repeats the digits of a number, and this is not computed. */
export function repeat(left: Value, right: Value, operator: string): Value {
	const marks = marksOf([left, right]);
	if (operator !== '*' && left.isNumber) return marks;
	const [body, times] = left.isNumber ? [right, left] : [left, right];
	const count = times.isNumber ? Number(times.text) : Number.NaN;
	if (body.isNumber && times.isNumber) return { ...numeric(Number(left.text) * Number(right.text)), ...marks };
	if (body.text === undefined || !Number.isInteger(count) || count < 0 || body.text.length * count > maxText)
		return marks;
	return { ...text(body.text.repeat(count)), ...marks };
}

/** Returns a value as a word of a command. */
export function wordOf(value: Value, source = 'a computed value'): Word {
	const fetched = value.fetched === true;
	if (value.text !== undefined) return { ...constant(value.text), fetched };
	const prefix = value.prefix ?? '';
	return { ...unknown(`${prefix}…`), text: prefix === '' ? source : `${prefix}…`, prefix, fetched };
}

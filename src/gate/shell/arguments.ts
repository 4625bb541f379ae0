import type { Invocation, Option, Role, Row, Scope } from './program.ts';
import { constant, type Stream, unknown, type Word } from './word.ts';

/** The options and operands of an argument list. */
export interface Arguments {
	readonly options: readonly Option[];
	readonly operands: readonly Word[];
	/** An unknown word may be an option. */
	readonly uncertain: boolean;
	/** An unknown word without quotes may become several words. */
	readonly further?: Further;
}

/**
 * Which further words a command may get. `any`: options or operands. `operands`: only operands. `alike`: only operands similar to the known
 * ones.
 */
export type Further = 'any' | 'operands' | 'alike';

type Roles = Readonly<Record<string, Role>>;

/** Separates options and operands as getopt does, with clusters, attached values and `--`. */
export function readArguments(words: readonly Word[], roles: Roles, stopsAtOperand: boolean): Arguments {
	const options: Option[] = [];
	const operands: Word[] = [];
	let uncertain = false;
	let own = words.length;
	for (let i = 0; i < words.length; i++) {
		const word = words[i];
		if (word === undefined) break;
		if (word.either === true) uncertain = true;
		if (word.known && word.text === '--') {
			operands.push(...words.slice(i + 1));
			own = i;
			break;
		}
		if (!word.prefix.startsWith('-') || word.text === '-') {
			if (!word.known && word.prefix === '') uncertain = true;
			if (!stopsAtOperand) {
				operands.push(word);
				continue;
			}
			operands.push(...words.slice(i));
			own = i + 1;
			break;
		}
		const read = word.prefix.startsWith('--') ? readLong(word) : readCluster(word, roles);
		if (!word.known && !read.some((option) => option.value !== undefined)) uncertain = true;
		// `-$X` is the operand `-` if `$X` is empty.
		if (!word.known && word.prefix === '-') operands.push(word);
		const last = read.at(-1);
		if (last !== undefined && last.value === undefined && takesValue(last.name, roles)) {
			const value = words[i + 1];
			i++;
			if (mayBeOption(value, last.name, roles)) uncertain = true;
			options.push(...read.slice(0, -1), { name: last.name, ...(value && { value }) });
		} else options.push(...read);
	}
	const behind = own < words.length && stopsAtOperand ? [] : words.slice(own);
	const further = furtherOf(words.slice(0, own), behind, operands);
	return { options, operands, uncertain, ...(further && { further }) };
}

/**
 * Returns which words an unknown word may add, by the words before and after `--`. Threat: `sort -S $(cat f)` with the text
 * `1 -o /root/.bashrc` in `f`. The shell splits the text into three words, so it adds an option.
 */
function furtherOf(own: readonly Word[], behind: readonly Word[], operands: readonly Word[]): Further | undefined {
	if (own.some((word) => word.open === true)) return 'any';
	const matches = [...own, ...behind].filter((word) => word.many === true && word.chosen === true);
	if (behind.some((word) => word.open === true) || matches.some((word) => !operands.includes(word))) return 'operands';
	return matches.length > 0 ? 'alike' : undefined;
}

/** Returns whether a value may be an option: it looks like one, and the program may take no value at this place. */
function mayBeOption(value: Word | undefined, name: string, roles: Roles): boolean {
	if (value?.known !== true || !/^-[^\d\s]\S*$/.test(value.text) || value.text === '--') return false;
	const searches = Object.hasOwn(roles, '-A') && Object.hasOwn(roles, '-B');
	return !(searches && /^(-e|--regexp)$/.test(name));
}

function takesValue(name: string, roles: Roles): boolean {
	return Object.hasOwn(roles, name) && roles[name] !== 'flag';
}

/** Returns the names that a shortened long option may mean. getopt and argparse accept such options. */
export function cutFrom(given: string, names: readonly string[]): readonly string[] {
	if (!/^--[\w-]/.test(given) || names.includes(given)) return [];
	return names.filter((name) => name.startsWith(given));
}

/** Returns a long option. A shortened name stays unchanged. The gate judges it, and also the possible full names from `inFull`. */
function readLong(word: Word): Option[] {
	const equals = word.prefix.indexOf('=');
	return equals < 0 ? [{ name: word.prefix }] : [{ name: word.prefix.slice(0, equals), value: rest(word, equals + 1) }];
}

/** Returns whether the words contain a long option that the row does not list. This is rare. */
export function hasUnnamedOption(row: Row, { words }: Invocation): boolean {
	const roles = optionRoles(row);
	return words.some((word) => word.prefix.startsWith('--') && !Object.hasOwn(roles, longName(word)));
}

/** Returns the same invocation, but it also records in `asked` the options that the row looks up. */
export function noting(it: Invocation, asked: Set<string>): Invocation {
	const note = (names: readonly string[]): void => {
		for (const name of names) asked.add(name);
	};
	return {
		...it,
		has: (...names) => {
			note(names);
			return it.has(...names);
		},
		values: (...names) => {
			note(names);
			return it.values(...names);
		},
	};
}

/**
 * Returns the invocation with each shortened long option replaced by all possible full names; undefined if there is none. The names come
 * from the row, and from the options that its code looked up. Threat: such an option takes the next word as its value, so the inner command
 * begins one word later: `env --uns X rm`.
 */
export function inFull(row: Row, it: Invocation, asked: ReadonlySet<string>): Invocation | undefined {
	const roles = optionRoles(row);
	if (!hasUnnamedOption(row, it)) return undefined;
	const names = [...new Set([...Object.keys(roles), ...asked])];
	const own = optionWords(row, it);
	const long = own.flatMap((word, i): Option[] => {
		const name = longName(word);
		const isAttached = word.prefix[name.length] === '=';
		const value = isAttached ? rest(word, name.length + 1) : own[i + 1];
		const takes = (full: string): boolean => isAttached || takesValue(full, roles);
		return cutFrom(name, names).map((full) => ({ name: full, ...(value && takes(full) && { value }) }));
	});
	if (long.length === 0) return undefined;
	const words = it.words.map((word, i) => (i < own.length ? spelledOut(word, roles) : word));
	const read = readArguments(words, roles, stopsAtOperand(row));
	const { name, scope, stdin } = it;
	const options = [...read.options, ...it.options, ...long];
	const full = invocationOf(name, words, { ...read, options }, { scope, stdin });
	const isSpelledOut = words.some((word, i) => word !== it.words[i]);
	return isSpelledOut ? (inFull(row, full, asked) ?? full) : full;
}

function longName({ prefix }: Word): string {
	return /^--[\w.-]+/.exec(prefix)?.[0] ?? '';
}

/** Replaces a shortened option that takes the next word by its full name. */
function spelledOut(word: Word, roles: Roles): Word {
	const name = longName(word);
	const full = cutFrom(name, Object.keys(roles)).find((one) => roles[one] !== 'flag') ?? name;
	if (name === '' || full === name) return word;
	const text = `${full}${word.prefix.slice(name.length)}`;
	return word.known
		? { ...word, ...constant(text) }
		: { ...word, text: `${full}${word.text.slice(name.length)}`, prefix: text };
}

/** Returns whether options end at the first operand, because a command or subcommand begins there. */
export function stopsAtOperand(row: Row | undefined): boolean {
	return row?.wraps === true || row?.subcommands !== undefined;
}

/** Returns the words before `--`, and before the inner command. Includes the first word of that command, because it may be a value. */
function optionWords(row: Row, { words, operands }: Invocation): readonly Word[] {
	const own = stopsAtOperand(row) ? words.slice(0, words.length - operands.length + 1) : words;
	const end = own.findIndex((word) => word.known && word.text === '--');
	return end < 0 ? own : own.slice(0, end);
}

function readCluster(word: Word, roles: Roles): Option[] {
	// Look up long names with a single dash (`-exec`, `-target`) as whole words first.
	if (Object.hasOwn(roles, word.prefix) || word.prefix.length === 2) {
		const attached = word.known ? [] : [{ name: word.prefix, value: unknown(word.text.slice(word.prefix.length)) }];
		return attached.length > 0 && Object.hasOwn(roles, word.prefix) ? attached : [{ name: word.prefix }];
	}
	const equals = word.prefix.indexOf('=');
	if (equals > 2 && Object.hasOwn(roles, word.prefix.slice(0, equals))) {
		return [{ name: word.prefix.slice(0, equals), value: rest(word, equals + 1) }];
	}
	const found: Option[] = [];
	for (let i = 1; i < word.prefix.length; i++) {
		// After a dot or a slash, the text is part of a value and contains no option letters.
		if (i > 1 && /[./~:=]/.test(word.prefix[i] ?? '')) break;
		const name = `-${word.prefix[i]}`;
		if (!takesValue(name, roles)) {
			found.push({ name });
		} else {
			const more = i + 1 < word.prefix.length || !word.known;
			found.push(more ? { name, value: rest(word, i + 1) } : { name });
			break;
		}
	}
	return found;
}

function rest(word: Word, from: number): Word {
	return word.known
		? { ...word, ...constant(word.text.slice(from)) }
		: { ...word, text: word.text.slice(from), prefix: word.prefix.slice(from) };
}

/** Creates the invocation that the functions of the table get. */
export function invocationOf(
	name: string,
	words: readonly Word[],
	read: Arguments,
	around: { readonly scope: Scope; readonly stdin: Stream | undefined },
): Invocation {
	const { options, operands } = read;
	const { scope, stdin } = around;
	return {
		name,
		words,
		options,
		operands,
		scope,
		stdin,
		has: options.length === 0 ? hasNone : (...names) => options.some((option) => names.includes(option.name)),
		values: options.length === 0 ? noValues : (...names) => valuesOf(options, names),
	};
}

const none: readonly Word[] = [];
const hasNone = (): boolean => false;
const noValues = (): readonly Word[] => none;

function valuesOf(options: readonly Option[], names: readonly string[]): readonly Word[] {
	return options.flatMap(({ name, value }) => (value !== undefined && names.includes(name) ? [value] : []));
}

/** Returns the roles of a row's options. */
export function optionRoles(row: Row): Roles {
	return row.options ?? {};
}

import { optionRoles } from './arguments.ts';
import { type Finding, type Invocation, opaque, type Role, type Row, type Scope } from './program.ts';
import { isAddressOption } from './programs/listens.ts';
import { pathOf } from './roles.ts';
import { mayStart } from './started-words.ts';
import { constant, isNumberWord, type Word } from './word.ts';

/** The options that a table lists. */
export interface Listed {
	readonly options: Readonly<Record<string, Role>>;
	/** Whole words that only select a variant, if there are too many for a table: `-Wall`, `-O2`. */
	readonly harmless?: RegExp;
}

/**
 * Returns doubts about options that the row does not list, for the project's own tools and for rows with `onlyListed`. Threat: tools get
 * new options that name code, a file or a host, and a list of dangerous options would always be incomplete. So only a listed option may
 * have a value.
 */
export function unlistedFindings(row: Row, it: Invocation, found: readonly Finding[]): readonly Finding[] {
	const listed = { options: optionRoles(row), ...(row.harmless && { harmless: row.harmless }) };
	const spelled = row.freeSpelling === true ? freelySpelled(it, listed) : [];
	if (row.judgesOptions === true || !(row.onlyListed === true || runsOwnTool(found))) return spelled;
	return [...spelled, ...unlisted(ownWords(row, it, found), listed, it.scope)];
}

/** Returns doubts about options that are not spelled as in the table. Threat: `+vcs`, `-vcs` and `--VCS` all mean `--vcs`. */
function freelySpelled({ words }: Invocation, { options }: Listed): readonly Finding[] {
	const end = words.findIndex(({ text }) => text === '--');
	const isListed = (name: string) => Object.hasOwn(options, name);
	return words.slice(0, end < 0 ? words.length : end).flatMap((word) => {
		const [name = ''] = /^(--?|\+)[A-Za-z][^=]*/.exec(word.prefix) ?? [];
		const isUsual = name === '' || isListed(name) || /^--[^A-Z]*$/.test(name) || isCluster(word.prefix, options);
		return isUsual ? [] : [opaque(`what \`${word.text.slice(0, 120)}\` stands for`)];
	});
}

/** Returns whether a word with one dash is a series of known letters. The last letter may have a value. */
function isCluster(text: string, options: Listed['options']): boolean {
	const letters = [...(/^-([A-Za-z1]+)/.exec(text)?.[1] ?? '')];
	const valued = letters.findIndex((letter) => !['flag', undefined].includes(options[`-${letter}`]));
	const own = valued < 0 ? letters : letters.slice(0, valued);
	return (
		letters.length > 0 &&
		own.every((letter) => options[`-${letter}`] === 'flag') &&
		(valued >= 0 || !text.includes('='))
	);
}

/** Returns whether a call runs one of the project's own tools. */
export function runsOwnTool(found: readonly Finding[]): boolean {
	return found.some((finding) => finding.find === 'effect' && finding.effect.kind === 'exec.project');
}

/** Returns the words that belong to this command and not to an inner command. */
function ownWords(
	{ wraps, handsOn, subcommands }: Row,
	{ words, operands }: Invocation,
	found: readonly Finding[],
): readonly Word[] {
	if (wraps === true || subcommands !== undefined) return words.slice(0, words.length - operands.length);
	const end = words.findIndex(({ text }) => text === '--');
	const last = words.at(-1);
	const isHanded = found.some((finding) => finding.find === 'command' && finding.words.at(-1) === last);
	return end >= 0 && (isHanded || handsOn === true) ? words.slice(0, end) : words;
}

/** Returns doubts about unlisted options that have or may have a value. */
export function unlisted(words: readonly Word[], listed: Listed, scope: Scope): readonly Finding[] {
	return words.flatMap((word, i) => {
		if (!word.prefix.startsWith('-') || /^-+\d*$/.test(word.text) || isValue(words[i - 1], word, listed)) return [];
		const brings = word.prefix.startsWith('--') ? bringsLong(word, listed) : bringsShort(word, listed, scope);
		const next = words[i + 1];
		const isDoubtful =
			brings === 'next' ? next !== undefined && (tellsAnything(next, scope) || mayStart(word.text, next)) : brings;
		return isDoubtful ? [opaque(`what \`${word.text.slice(0, 120)}\` does`)] : [];
	});
}

/** Returns whether a word is the value of the option before it. A word with blanks is such a value. */
function isValue(before: Word | undefined, { text }: Word, { options }: Listed): boolean {
	const role = before === undefined || !Object.hasOwn(options, before.text) ? undefined : options[before.text];
	return role !== undefined && role !== 'flag' && /\s/.test(text);
}

/** Threat: a switch without a value may send the results to another machine, or download code. */
export const sends =
	/^--(?!(no|skip|dont|without)-|.*-quiet$)([\w-]+-)?(publish|upload|download|push|send|share|shepherd|submit|install|cloud)(-[\w-]+)?$/i;

/** Whether an option has a value that its row does not know. `next`: the next word may be the value. */
type Brought = boolean | 'next';

function bringsLong({ text, known, pattern }: Word, { options, harmless }: Listed): Brought {
	const [, name = '', value] = /^(--[^=:,]*)(?:[=:,](.*))?$/s.exec(text) ?? [];
	if (known && harmless?.test(text) === true) return false;
	const isFlag = options[name] === 'flag' && value !== undefined;
	// Many flags accept a word: `--sourcemap=inline`.
	if (Object.hasOwn(options, name) && !(isFlag && !/^[\w-]+$/.test(value))) return false;
	// Other code judges debuggers and server addresses.
	if (isAddressOption(name)) return false;
	if (!known) return true;
	if (sends.test(name)) return true;
	if (value !== undefined) return !isPlain(value) && !isNumberWord({ text: value, pattern });
	return Object.hasOwn(options, name.replace(/^--no-/, '--')) ? false : 'next';
}

/**
 * Judges a word with one dash: a name, a name with a value, or several letters. One of the letters may take the rest of the word as its
 * value.
 */
function bringsShort(word: Word, { options, harmless }: Listed, scope: Scope): Brought {
	const { text, known } = word;
	if (known && harmless?.test(text) === true) return false;
	const [, whole = ''] = /^(-[^=:,]*)/s.exec(text) ?? [];
	if (Object.hasOwn(options, whole) && !(options[whole] === 'flag' && whole !== text)) return false;
	for (let i = 1; i < text.length; i++) {
		// In `-j4`, the number is the value of a flag that the row knows.
		if ((i > 1 && /^\d+$/.test(text.slice(i))) || isNumberWord({ text: text.slice(i), pattern: word.pattern }))
			return false;
		const role = Object.hasOwn(options, `-${text[i]}`) ? options[`-${text[i]}`] : undefined;
		if (role === undefined) return bringsRest(word, text.slice(i + 1), scope);
		// If the row has long names with one dash, a word that begins with a known letter may be another name.
		if (role !== 'flag') return isOtherName(word, i, options) ? bringsRest(word, text.slice(i + 1), scope) : false;
	}
	return !known;
}

function isOtherName({ text }: Word, at: number, options: Listed['options']): boolean {
	if (at > 1) return /^-[A-Za-z]{3,}$/.test(text);
	const hasLongNames = Object.keys(options).some((name) => /^-[a-z][\w-]{3,}$/i.test(name) && !/^-(\w)\1+$/.test(name));
	return hasLongNames && /^-[a-z][A-Za-z][\w-]+([=:].*)?$/.test(text);
}

/** Judges the text after an unlisted letter: more letters, a number, or a value. */
function bringsRest({ known }: Word, rest: string, scope: Scope): Brought {
	if (!known) return true;
	if (isPlain(rest.replace(/^=/, ''))) return rest === '' ? 'next' : false;
	const isName = isThere(constant(rest), scope) || (rest.length > 2 && mayStart('', constant(rest)));
	return /^[A-Za-z][\w-]*$/.test(rest) && !isName ? 'next' : true;
}

/** Returns whether a value is a number, a percentage, or a state such as on and off. */
export function isPlain(value: string): boolean {
	return /^(\d+(\.\d+)?(%|ms|s|m|k|kb|mb|gb)?|true|false|yes|no|on|off|auto|always|never|none)?$/i.test(value);
}

/** Returns whether a word is a branch, a tag or a commit, and has no further meaning for a shell or git. */
export function isRef({ text, known }: Word): boolean {
	return known && /^\w[\w./@{}~^-]*$/.test(text);
}

/** Returns whether a word is a path, an address or code, and not a simple choice. A plain word may be the name of an existing file. */
export function tellsAnything(word: Word, scope: Scope): boolean {
	const { text, known, pattern } = word;
	if (isNumberWord(word)) return false;
	if (!known || pattern) return true;
	if (text.startsWith('-')) return false;
	return /^[.~@]|[\\/]|[\w-]\.[a-z]\w*$|^[\w.-]+:\d+$|[\s(){}$`;|&<>]/i.test(text) || isThere(word, scope);
}

/** Returns whether a word names an existing file or folder, or a path that the gate does not know. */
export function isThere(word: Word, scope: Scope): boolean {
	const path = pathOf(word, scope);
	if (path === undefined) return true;
	const { facts } = scope;
	const absolute = path.startsWith('/') ? path : `${facts.root}/${path}`;
	return facts.isThere?.(absolute) ?? (facts.isDirectory?.(absolute) === true || facts.readText(path) !== undefined);
}

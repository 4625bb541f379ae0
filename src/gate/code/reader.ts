import type { Finding } from '../shell/program.ts';
import type { Word } from '../shell/word.ts';
import type { Language, Places, Use } from './language.ts';
import type { Token } from './tokens.ts';
import type { Value } from './value.ts';

/** The effects of the code as a whole, in addition to the effects of single calls. Some effects are dangerous only together. */
export interface Signs {
	network: boolean;
	socket: boolean;
	/** The code starts a shell that reads commands from its input. */
	shell: boolean;
	/** The code executes a command line or other code that is completely unknown. */
	runsUnknown: boolean;
	/** The code deletes a path that is unknown, or of which only the beginning is known. */
	deletesUnknown: boolean;
}

/** The state while one piece of code is read. Code inside it shares the state, unless it has its own names. */
export interface CodeReading {
	readonly language: Language;
	readonly places: Places;
	/** The base of relative paths, after the code changed its directory. */
	directory: Value | undefined;
	readonly names: Map<string, Value>;
	/** How often the code sets each name. A name that is set once is constant. */
	readonly declared: Map<string, number>;
	/** The methods that the code defines, and the attributes that it sets. */
	readonly ownMethods: Set<string>;
	/** All values of the code are data, or objects of its own classes. */
	isInert: boolean;
	/** All words of the code. */
	readonly words: Set<string>;
	/** Attributes and own methods that the code uses on values. The gate has no row for them and accepted them. */
	readonly opened: Set<string>;
	/** Names that the code gives to modules and to functions with effects: `run = os.system`. */
	readonly lent: Set<string>;
	/** Names that the code sets, but uses at an earlier position. The use may be in a function that runs after the name was set. */
	readonly early: Set<string>;
	/** The code changes lists or strings in place. */
	mutates: boolean;
	readonly findings: Finding[];
	/** Constant strings of the code, including computed ones. */
	readonly spelled: Set<string>;
	/** Constant strings that are already judged as command lines. */
	readonly judged: Set<string>;
	/** The output, with one entry for each call that prints. An entry is undefined if it is not constant. */
	readonly printed: (string | undefined)[];
	/** The places whose files the code lists. */
	readonly listed: Word[];
	/** Secret environment variables that the code reads from an object or a function whose name contains `env`: `process.env`, `getenv`. */
	readonly variables: Set<string>;
	/** Parts of a database that unknown calls destroy. */
	readonly sent: Set<string>;
	/** The arguments that the code gets. */
	args: readonly Value[];
	/** The code runs once for each line of its input files. */
	isLoop: boolean;
	/** Why the code is not completely known. */
	readonly doubts: string[];
	/** Something is unknown apart from the effects of the project's own functions. */
	isStrange: boolean;
	readonly signs: Signs;
	readonly budget: { elements: number; codes: number };
	/** Modules that the code imports. */
	readonly modules: Set<string>;
	/** Reads code inside the code. */
	readonly readCode: (text: string) => void;
	/** Reads code inside the code that has its own names. */
	readonly readApart: (text: string) => void;
	readonly use: (use: UseOf) => void;
}

export interface UseOf {
	readonly use: Use;
	readonly value: Value;
	readonly cwd?: Value | undefined;
}

/** The content between two brackets, or the whole code. */
export interface Group {
	readonly items: readonly Value[];
	readonly named: ReadonlyMap<string, Value>;
	readonly commas: number;
	readonly source: readonly Token[];
	/** The positions of the items are not known. */
	readonly isLoose?: boolean;
}

/** The key in `named` for `**options`, if the entries of `options` are unknown. */
export const spreadName = '**';

/** The functions that read the parts of a value. Values contain expressions, and these contain values. */
export interface Parse {
	readonly element: (reader: Reader) => Value;
	readonly group: (reader: Reader, close: string | undefined) => Group;
	/** Reads an element, or the items of a list that is spread in its place. */
	readonly spread: (reader: Reader) => readonly Value[];
	readonly key: (reader: Reader, close: string | undefined) => string | undefined;
	readonly primary: (reader: Reader) => Value;
	/** Reads a value without the operators after it. */
	readonly unary: (reader: Reader) => Value;
}

/** A position in the tokens. */
export interface Reader {
	readonly parse: Parse;
	readonly reading: CodeReading;
	readonly tokens: readonly Token[];
	at: number;
	depth: number;
	/** Inside parentheses or brackets, where a statement cannot end. */
	isNested: boolean;
}

/** Records why the code is not completely known. */
export function doubt(reading: CodeReading, why: string, isOfProject = false): void {
	if (!isOfProject) reading.isStrange = true;
	if (reading.doubts.length < 20) reading.doubts.push(why.slice(0, 80));
}

/** Names of functions that probably run the text that they get. */
const runs =
	/run|exec|system|shell|(?:^|[._])sh$|call|popen|spawn|eval|query|sql|invoke|launch|sudo|ssh|send|start|(?:^|[._])do(?:_|$)/i;

/** Records that a function is unknown. A function of the project is a smaller threat, unless its name suggests that it runs its input. */
export function doubtCall(reading: CodeReading, { name = '', isOwn }: Value): void {
	doubt(reading, `${name}()`, isOwn === true && !runs.test(name));
}

export function peek(reader: Reader, ahead = 0): Token | undefined {
	return reader.tokens[reader.at + ahead];
}

export function isMark(token: Token | undefined, text: string): boolean {
	return token?.kind === 'mark' && token.text === text;
}

export function isKeyword(token: Token | undefined, language: Language): boolean {
	return token?.kind === 'word' && language.keywords.has(token.text);
}

/** Returns whether a token separates statements, arguments or elements. */
export function isSeparator(token: Token, { name }: Language): boolean {
	if (token.kind === 'end') return true;
	if (token.kind !== 'mark') return false;
	if (token.text === ',' || token.text === ';') return true;
	if (token.text === ':') return name === 'python';
	return token.text === '=>' && (name === 'perl' || name === 'php' || name === 'ruby');
}

export function skipEnds(reader: Reader): void {
	while (peek(reader)?.kind === 'end') reader.at++;
}

/**
 * Skips `|a, b|` after the start of a block of Ruby. Threat: the default value of a parameter is code, `|a, b = system("ls")|`. So only
 * names are skipped.
 */
export function skipBlockParameters(reader: Reader): void {
	const { language } = reader.reading;
	if (language.name !== 'ruby') return;
	if (isMark(peek(reader), '||')) reader.at++;
	if (!isMark(peek(reader), '|')) return;
	reader.at++;
	for (let token = peek(reader); token !== undefined && !isMark(token, '|'); token = peek(reader)) {
		const isName = token.kind === 'word' && !language.keywords.has(token.text);
		if (!isName && !/^(,|;|\*|\*\*|&|\(|\))$/.test(token.text)) {
			doubt(reader.reading, 'the parameters of a block');
			return;
		}
		reader.at++;
	}
	reader.at++;
}

export function isClosing(token: Token): boolean {
	return token.kind === 'mark' && /^[)\]}]$/.test(token.text);
}

const assignments = new Set('= := += -= *= /= %= **= .= ||= &&= ??= |= &= ^= <<= >>= >>>= //='.split(' '));

export function isAssignment(token: Token | undefined): boolean {
	return token?.kind === 'mark' && assignments.has(token.text);
}

const maxSpelled = 1_000;

/** Records a constant string, or a list of strings as one line. Code that cannot be read may run it. */
export function noteSpelled({ text, items }: Value, { spelled }: CodeReading): void {
	if (spelled.size > maxSpelled) return;
	if (text !== undefined && text.length > 2 && text.length < 10_000) spelled.add(text);
	if (items === undefined || items.length < 2 || items.length > 50) return;
	const words = items.flatMap((item) => item.items ?? [item]).map((item) => item.text);
	if (words.every((word) => word !== undefined)) spelled.add(words.join(' ').slice(0, 10_000));
}

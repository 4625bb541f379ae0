import type { Finding } from '../shell/program.ts';
import type { Word } from '../shell/word.ts';
import type { Language, Places, Use } from './language.ts';
import type { Token } from './tokens.ts';
import type { Value } from './value.ts';

/** What the whole code shows, beside single effects. */
export interface Signs {
	network: boolean;
	socket: boolean;
	/** A shell is started that reads what it is told from its input. */
	shell: boolean;
	/** A command line, or code, of which nothing is known is executed. */
	runsUnknown: boolean;
	/** A path of which nothing, or only the beginning, is known is deleted. */
	deletesUnknown: boolean;
}

/** What is known while one code is read; shared by the codes inside it. */
export interface Ground {
	readonly language: Language;
	readonly places: Places;
	/** Where relative paths begin, once the code has gone elsewhere. */
	directory: Value | undefined;
	readonly names: Map<string, Value>;
	/** How often the code sets each name: what is set once is constant. */
	readonly declared: Map<string, number>;
	/** The methods that the code defines, and the attributes to which it gives a value. */
	readonly ownMethods: Set<string>;
	/** All words of the code. */
	readonly words: Set<string>;
	/** Attributes of values that it reads by any name, and names that it gives to modules and to functions that act. */
	readonly opened: Set<string>;
	readonly lent: Set<string>;
	/** Names that the code sets, and used before it did as it is written: a function may run later than it stands. */
	readonly early: Set<string>;
	/** Lists, or texts, are changed in their place. */
	mutates: boolean;
	readonly findings: Finding[];
	/** Constant texts of the code, computed ones among them. */
	readonly spelled: Set<string>;
	/** Those of them that are judged as command lines anyway. */
	readonly judged: Set<string>;
	/** What it prints, one call after the other; undefined where that is not constant. */
	readonly printed: (string | undefined)[];
	/** The places whose files it names one after the other. */
	readonly listed: Word[];
	/** Secret variables that its words read from something that is called as an environment is. */
	readonly variables: Set<string>;
	/** What calls that are not known destroy in a database. */
	readonly sent: Set<string>;
	/** The arguments that it gets. */
	args: readonly Value[];
	/** It runs over the lines of the files that it gets. */
	isLoop: boolean;
	/** Why the code is not known whole. */
	readonly doubts: string[];
	/** Something of it is not known beside what functions of the project's own do. */
	isStrange: boolean;
	readonly signs: Signs;
	readonly budget: { elements: number; codes: number };
	/** Files that an import would run. */
	readonly modules: Set<string>;
	/** Reads code inside the code. */
	readonly readCode: (text: string) => void;
	/** The same where it has names of its own. */
	readonly readApart: (text: string) => void;
	readonly use: (use: UseOf) => void;
}

export interface UseOf {
	readonly use: Use;
	readonly value: Value;
	readonly cwd?: Value | undefined;
}

/** What stands between two brackets, or a whole text of code. */
export interface Group {
	readonly items: readonly Value[];
	readonly named: ReadonlyMap<string, Value>;
	readonly commas: number;
	readonly source: readonly Token[];
}

/** Stands among the named values for those of an object that is not known. */
export const spreadName = '**';

/** How what is inside a value is read: values hold expressions that hold values. */
export interface Parse {
	readonly element: (reader: Reader) => Value;
	readonly group: (reader: Reader, close: string | undefined) => Group;
	/** An element, or what a list in its place holds. */
	readonly spread: (reader: Reader) => readonly Value[];
	readonly key: (reader: Reader, close: string | undefined) => string | undefined;
	readonly primary: (reader: Reader) => Value;
}

/** A place in the tokens. */
export interface Reader {
	readonly parse: Parse;
	readonly ground: Ground;
	readonly tokens: readonly Token[];
	at: number;
	depth: number;
	/** Within parentheses or brackets a statement cannot end. */
	isNested: boolean;
}

/** Notes why the code cannot be told whole. */
export function doubt(ground: Ground, why: string, isOfProject = false): void {
	if (!isOfProject) ground.isStrange = true;
	if (ground.doubts.length < 20) ground.doubts.push(why.slice(0, 80));
}

/** Names of functions that are likely to run what they get. */
const runs =
	/run|exec|system|shell|(?:^|[._])sh$|call|popen|spawn|eval|query|sql|invoke|launch|sudo|ssh|send|start|(?:^|[._])do(?:_|$)/i;

/** Notes that a function is not known; one of the project's own that does not say that it runs what it gets is less of a threat. */
export function doubtCall(ground: Ground, { name = '', isOwn }: Value): void {
	doubt(ground, `${name}()`, isOwn === true && !runs.test(name));
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

/** What separates statements, arguments and elements. */
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

/** `|a, b|` behind the opening of a block. */
export function skipBlockParameters(reader: Reader): Value {
	if (isMark(peek(reader), '||')) reader.at++;
	else {
		reader.at++;
		while (peek(reader) !== undefined && !isMark(peek(reader), '|')) reader.at++;
		reader.at++;
	}
	return {};
}

export function isClosing(token: Token): boolean {
	return token.kind === 'mark' && /^[)\]}]$/.test(token.text);
}

const assignments = new Set('= := += -= *= /= %= **= .= ||= &&= ??= |= &= ^= <<= >>= >>>= //='.split(' '));

export function isAssignment(token: Token | undefined): boolean {
	return token?.kind === 'mark' && assignments.has(token.text);
}

const maxSpelled = 1_000;

/** Notes a constant text, or a list of them as one line: code that cannot be read may do what it spells. */
export function noteSpelled({ text, items }: Value, { spelled }: Ground): void {
	if (spelled.size > maxSpelled) return;
	if (text !== undefined && text.length > 2 && text.length < 10_000) spelled.add(text);
	if (items === undefined || items.length < 2 || items.length > 50) return;
	const words = items.flatMap((item) => item.items ?? [item]).map((item) => item.text);
	if (words.every((word) => word !== undefined)) spelled.add(words.join(' ').slice(0, 10_000));
}

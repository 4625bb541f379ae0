import type { Word } from '../shell/word.ts';
import type { Grammar, Token } from './tokens.ts';
import type { Value } from './value.ts';

/** The languages whose inline code is read. */
export type LanguageName = 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'lua' | 'awk';

/** Facts that are known before the code is read. */
export interface CodeStart {
	/** Why the process may run more than this code. */
	readonly doubt?: string;
	/** Names that get a value while the code runs. */
	readonly sets?: readonly string[];
	/** The arguments of the command line after the code. */
	readonly args?: readonly Word[];
	/** The code comes from a file or a stream, where a comment may declare its encoding. */
	readonly isFed?: boolean;
	/** The code runs once for each line of its input files. */
	readonly isLoop?: boolean;
	/** The folder of the file with the code. Modules in it are loaded before those of the library. */
	readonly folder?: string;
	/** The code is a file of the project. Only its certain effects are reported, and not commands that its strings spell. */
	readonly isFile?: boolean;
}

/** How a function uses an argument. */
export type Use =
	| 'data'
	/** A command line. */
	| 'shell'
	/** A list with a program and its arguments. A string is a program without arguments. */
	| 'argv'
	/** A program. All arguments that follow are its arguments. If there are none, some languages read the program as a command line. */
	| 'words'
	| 'read'
	/** A folder that is copied or linked with everything below it. */
	| 'read-tree'
	/** A directory, or a pattern, whose files are listed. */
	| 'list'
	| 'write'
	| 'delete'
	| 'delete-tree'
	| 'url'
	| 'host'
	/** A host for a connection without a protocol. A shell may be attached to it. */
	| 'socket'
	/** The name of an environment variable. Without a name, it means all variables. */
	| 'variable'
	/** Code of the same language. */
	| 'code'
	/** Code of the same language with its own names. */
	| 'code-apart'
	/** A file whose code is executed. */
	| 'script'
	| 'directory';

const allUses: readonly Use[] = [
	'data',
	'shell',
	'argv',
	'words',
	'read',
	'read-tree',
	'list',
	'write',
	'delete',
	'delete-tree',
	'url',
	'host',
	'socket',
	'variable',
	'code',
	'code-apart',
	'script',
	'directory',
];

/** Returns whether a word of a row is a use. */
export function isUse(word: string): word is Use {
	return allUses.some((use) => use === word);
}

/** The folders that code can name without writing their paths. */
export interface Places {
	readonly home: string;
	readonly root: string;
	/** An absolute path. Undefined if it is unknown. */
	readonly cwd: string | undefined;
}

/** The data about a call, for the function of a row. */
export interface Call {
	readonly name: string;
	readonly self: Value | undefined;
	readonly args: readonly Value[];
	readonly named: ReadonlyMap<string, Value>;
	/** The arguments as written. */
	readonly source: readonly Token[];
	readonly places: Places;
	/** Returns whether the code itself defines a function of that name, and nothing else with that name. */
	readonly defines?: (name: string) => boolean;
	/** Returns whether the code contains this word. */
	readonly mentions?: (word: string) => boolean;
}

/** The effects and the result of a call. */
export interface Done {
	readonly uses?: readonly (readonly [Use, Value])[];
	readonly gives?: Value;
	/** The call runs a function that it got. */
	readonly calls?: { readonly callee: Value; readonly args: readonly Value[] };
	/** Why the effects are unknown. Such a doubt makes the code opaque. */
	readonly doubt?: string;
	/** The working directory of the process that the call starts. */
	readonly cwd?: Value;
	/** The environment of the process that the call starts. */
	readonly environment?: Value;
	/** The arguments become the content of a file that is judged elsewhere. */
	readonly isContent?: boolean;
	/** The result contains the arguments. They are judged where the result is used. */
	readonly isHandedOn?: boolean;
}

/**
 * The effects of a function. If the row is a string, it lists the uses of the arguments in order. `self:` before a use means the value that
 * a method is called on. `...` after the last use applies it to all arguments that follow. `-> x` describes the result: `fetched`,
 * `decoded`, or `Name()`, which keeps the text of the first argument. If a string cannot describe the effects, the row is a function.
 */
export type Row = string | ((call: Call) => Done);

/** Computes the result of a call if all its inputs are constant. */
export type Fold = (call: Call) => Value | undefined;

/** A {@link Fold} that uses only the arguments, so that other folds can call it. */
export type ArgumentFold = (call: Pick<Call, 'args'>) => Value | undefined;

/** A language: its grammar, and the meaning of its names. A new function needs only a new row. */
export interface Language {
	readonly name: LanguageName;
	readonly grammar: Grammar;
	/** Words that build statements and have no effect. */
	readonly keywords: ReadonlySet<string>;
	readonly rows: Readonly<Record<string, Row>>;
	/** Names that compute, print, or are constant. A name with `.*` at the end means all names below it. */
	readonly pure: ReadonlySet<string>;
	/** Methods and attributes that are harmless on any value. */
	readonly methods: ReadonlySet<string>;
	readonly folds: Readonly<Record<string, Fold>>;
	/** Names and members whose value is computed without a call. */
	readonly constants?: Readonly<Record<string, Fold>>;
	/** Functions that print: the text between two values, and the text after the last value. */
	readonly prints?: Readonly<Record<string, readonly [between: string, end: string]>>;
	/** Functions that turn numbers into characters. */
	readonly decoders: ReadonlySet<string>;
	/** Global names that the gate must not treat as local names, because no row describes their effects. */
	readonly refused: ReadonlySet<string>;
	/** Returns the name for a key in a table of names. Code that looks up names stays opaque. */
	readonly lookup?: (table: string, key: string) => string | undefined;
	/** The likely effects of refused names, and of methods of any value. Code with such a name is opaque too. */
	readonly hidden?: Readonly<Record<string, Row>>;
	/** Words that are dangerous everywhere, as a name or in a string. */
	readonly banned?: RegExp;
	/** Names of objects that contain all global names. */
	readonly roots?: ReadonlySet<string>;
	/** Functions that read only the names in a table. They may read the environment, because the names of its variables are not secret. */
	readonly listsNames?: ReadonlySet<string>;
	/** `in` looks only at the names in a table. */
	readonly inNames?: boolean;
	/** The list of the arguments that the code gets, and the number of words before them. */
	readonly argumentList?: { readonly name: string; readonly before: number };
	/** Functions that describe the object with a given name. They neither call the object nor show its value. */
	readonly takesNames?: ReadonlySet<string>;
	/** Names of the whole environment. */
	readonly environments: ReadonlySet<string>;
	/** Operators between an object and its member. */
	readonly members: ReadonlySet<string>;
	readonly concat: string;
	/** The operator `concat` also joins lists. */
	readonly joinsLists?: boolean;
	/** A negative index counts from the end of a list. */
	readonly countsFromEnd?: boolean;
	readonly repeat?: string;
	/** Operators that do more than compute, wherever they are. */
	readonly doubtful: ReadonlySet<string>;
	/** Operators that may begin an expression. */
	readonly prefixes: ReadonlySet<string>;
	/** Lists of folders from which modules are loaded. */
	readonly obeyed?: ReadonlySet<string>;
	/**
	 * Code is certain only if it calls nothing but names. The result of a call may be the type of an open file, and calling this type opens a
	 * file.
	 */
	readonly callsNames?: boolean;
	/** Which functions take arguments without parentheses: all, none, or those whose only argument is a string or a table. */
	readonly bare: 'all' | 'none' | 'text';
	/** Which neighbouring values form one string without an operator between them. */
	readonly juxtaposes?: 'texts' | 'all';
	/** `a, b = b, a` assigns several names. */
	readonly hasTuples?: boolean;
	/** Among values in parentheses with commas between them, the last one is the result. */
	readonly hasCommaOperator?: boolean;
	/** Keywords that end the arguments of a call without parentheses. */
	readonly modifiers?: ReadonlySet<string>;
	/** Words that do not change the value after them. */
	readonly transparent: ReadonlySet<string>;
	/** Attributes of data may have any name. Only calls must be known. */
	readonly hasOpenProperties?: boolean;
	/** Attributes that the gate accepts only if the code itself sets them in a table. */
	readonly guarded?: ReadonlySet<string>;
	/** Returns whether an attribute of data may have this name. If left out, `hasOpenProperties` decides. */
	readonly opens?: (attribute: string) => boolean;
	/** Methods that do something with a path. If code passes such a method on, the method may get any path. */
	readonly pathMethods?: ReadonlySet<string>;
	/** Returns whether a method of `pathMethods` is harmless because of the object that it was taken from. */
	readonly isHarmlessMethod?: (value: Value) => boolean;
	/** Methods of values that act. If the code has its own method with such a name, a call may still mean the library's method. */
	readonly acting?: ReadonlySet<string>;
	/** Returns whether all values of the code are data, or objects of its own classes. Then an own method may have an acting name. */
	readonly isInert?: (tokens: readonly Token[]) => boolean;
	/** Returns only the tokens that matter for the effects. */
	readonly prepare?: (tokens: readonly Token[]) => readonly Token[];
	/** A bare word that is not called is a variable. */
	readonly hasFreeNames?: boolean;
	/** The names of functions are not case-sensitive. */
	readonly isCaseless?: boolean;
	/** Variables that the language itself sets or obeys. If one is not known to the gate, the code is not certain. */
	readonly specials?: RegExp;
	/** Special variables that code may set. */
	readonly settable?: ReadonlySet<string>;
	/** Functions and operators that change a list or a string in place. If code contains one, no list or string in it is certain. */
	readonly mutators: ReadonlySet<string>;
	/** Returns whether code changes a list in place by an assignment that contains none of the `mutators`. */
	readonly changes?: (tokens: readonly Token[], language: Language) => boolean;
	/** The form of the names of further `mutators`. */
	readonly mutatorForm?: RegExp;
	readonly hasMutableTexts?: boolean;
	/** A call of a string calls the function with this name. So if a call does not use a plain name, the code is not certain. */
	readonly hasTextCalls?: boolean;
	/** A method without arguments is called without parentheses. */
	readonly callsByName?: boolean;
	/** Returns the effects of an operator that reads, writes or runs. They depend on the tokens before it. */
	readonly redirect?: (redirect: Redirect) => readonly (readonly [Use, Value])[] | undefined;
	/** Returns a construct in the code that the gate does not read. It looks at the code as written. */
	readonly outside?: (tokens: readonly Token[], keywords: ReadonlySet<string>) => string | undefined;
	/** Applies further rules of the language. Returns why the code is not certain. */
	readonly check?: (tokens: readonly Token[], isLoop: boolean) => string | undefined;
	/** Returns the code in an input that also contains other text. */
	readonly embedded?: (fed: string) => string;
	/** Bare words that name open files. */
	readonly freeWords?: RegExp;
	/** Operators before a list that replace the list by its items. */
	readonly spreads?: ReadonlySet<string>;
	/** Statements that begin with a word and have their own reader. */
	readonly statements?: Readonly<Record<string, Statement>>;
	/** Returns the names of the files that an import may run in place of the module. */
	readonly shadows?: (module: string) => readonly string[];
	/** Modules that the library's modules load. */
	readonly library?: readonly string[];
}

/** An operator between two values. */
export interface Redirect {
	readonly operator: string;
	readonly left: Value;
	readonly right: Value;
	/** The tokens of the statement before the operator. Undefined if the statement begins too far away. */
	readonly before: readonly Token[] | undefined;
	/** The token after the operator. */
	readonly next: Token | undefined;
	readonly isNested: boolean;
}

/** Reads a statement from its first word. Returns undefined for another kind of statement. */
export type Statement = (tokens: readonly Token[], at: number) => Read | undefined;

export interface Read {
	readonly end: number;
	readonly binds?: readonly (readonly [string, Value])[];
	readonly modules?: readonly string[];
	readonly doubt?: string;
	/** The only doubt is an unknown module of the project itself. */
	readonly isOwn?: boolean;
}

/** Returns the words of a list, which are separated by blanks or line breaks. */
export function names(list: string): ReadonlySet<string> {
	return new Set(list.split(/\s+/).filter((name) => name !== ''));
}

/** Returns several names under one prefix: `under('os.path', 'join exists')`. */
export function under(prefix: string, list: string): readonly string[] {
	return [...names(list)].map((name) => `${prefix}.${name}`);
}

/** Returns the same row for several names. */
export function alike(list: string, row: Row): Record<string, Row> {
	return Object.fromEntries([...names(list)].map((name) => [name, row]));
}

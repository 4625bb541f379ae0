import type { Word } from '../shell/word.ts';
import type { Grammar, Token } from './tokens.ts';
import type { Value } from './value.ts';

/** The languages whose inline code is read. */
export type LanguageName = 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'lua' | 'awk';

/** What is known before code begins. */
export interface CodeStart {
	/** Why the code is not all that runs. */
	readonly doubt?: string;
	/** Names that get a value while it runs. */
	readonly sets?: readonly string[];
	/** The words behind it. */
	readonly args?: readonly Word[];
	/** Read from a file or a stream, where a comment may say how the rest is encoded. */
	readonly isFed?: boolean;
	/** It runs over the lines of the files that it gets. */
	readonly isLoop?: boolean;
	/** The folder of the file in which it stands: modules there come before the library's own. */
	readonly folder?: string;
	/** A file of the project: only what it certainly does counts, not what its texts spell. */
	readonly isFile?: boolean;
}

/** What an argument means to the function that gets it. */
export type Use =
	| 'data'
	/** A command line. */
	| 'shell'
	/** A list of a program and its arguments; a text is a program alone. */
	| 'argv'
	/** With all that follow, a program and its arguments; alone, a command line where the language has it so. */
	| 'words'
	| 'read'
	/** A folder that is copied or linked with all that lies below it. */
	| 'read-tree'
	/** A directory, or a pattern, whose files are named one after the other. */
	| 'list'
	| 'write'
	| 'delete'
	| 'delete-tree'
	| 'url'
	| 'host'
	/** A host that is connected to without a protocol: a shell may hang on it. */
	| 'socket'
	/** The name of a variable of the environment; without one, all of them. */
	| 'variable'
	/** Code of the same language. */
	| 'code'
	/** The same, with names of its own. */
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

/** Whether a word of a row is a use. */
export function isUse(word: string): word is Use {
	return allUses.some((use) => use === word);
}

/** The places that code can name without being told where they are. */
export interface Places {
	readonly home: string;
	readonly root: string;
	/** Absolute; undefined when it cannot be known. */
	readonly cwd: string | undefined;
}

/** A call, as a row's function sees it. */
export interface Call {
	readonly name: string;
	readonly self: Value | undefined;
	readonly args: readonly Value[];
	readonly named: ReadonlyMap<string, Value>;
	/** What the arguments were written as. */
	readonly source: readonly Token[];
	readonly places: Places;
	/** Whether the code itself defines a function of that name, and nothing else. */
	readonly defines?: (name: string) => boolean;
	/** Whether the code has this word anywhere. */
	readonly mentions?: (word: string) => boolean;
}

/** What a call does, and what it gives. */
export interface Done {
	readonly uses?: readonly (readonly [Use, Value])[];
	readonly gives?: Value;
	/** It calls what it got. */
	readonly calls?: { readonly callee: Value; readonly args: readonly Value[] };
	/** Why it cannot be told what it does. */
	readonly doubt?: string;
	/** Options that say where and with what environment it runs. */
	readonly cwd?: Value;
	/** The environment that the process gets. */
	readonly environment?: Value;
	/** What it gets goes into a file that is judged elsewhere. */
	readonly isContent?: boolean;
	/** It gives what it got, which is judged where that is used. */
	readonly isHandedOn?: boolean;
}

/**
 * What a function does: the uses of its arguments in order, `self:` before the use of what a method is called on,
 * `...` behind the last use when it goes for all that follow, and `-> x` for what it gives (`fetched`, `decoded`, `Name()`,
 * which keeps the first argument's text); or a function for what this cannot say.
 */
export type Row = string | ((call: Call) => Done);

/** A function that is computed when all that it needs is constant. */
export type Fold = (call: Call) => Value | undefined;

/** A {@link Fold} that looks at arguments alone, so that another one can ask it. */
export type ArgumentFold = (call: Pick<Call, 'args'>) => Value | undefined;

/** One language: its grammar, and what its names mean. Adding a function is adding a row. */
export interface Language {
	readonly name: LanguageName;
	readonly grammar: Grammar;
	/** Words that build sentences and do nothing of their own. */
	readonly keywords: ReadonlySet<string>;
	readonly rows: Readonly<Record<string, Row>>;
	/** Names that compute, print, or are constant. A name that ends in `.*` stands for all below it. */
	readonly pure: ReadonlySet<string>;
	/** Methods and attributes that are harmless on any value. */
	readonly methods: ReadonlySet<string>;
	readonly folds: Readonly<Record<string, Fold>>;
	/** Names and members that are computed without being called. */
	readonly constants?: Readonly<Record<string, Fold>>;
	/** Functions that print to the output: what stands between two values, and behind the last. */
	readonly prints?: Readonly<Record<string, readonly [between: string, end: string]>>;
	/** Functions that make characters of numbers. */
	readonly decoders: ReadonlySet<string>;
	/** Global names that must not be taken for local ones: they do what no row describes. */
	readonly refused: ReadonlySet<string>;
	/** The name that a key gives in a table of names; code that looks names up stays opaque. */
	readonly lookup?: (table: string, key: string) => string | undefined;
	/** What refused names, and methods of any value, are likely to do: code with them stays opaque beside that. */
	readonly hidden?: Readonly<Record<string, Row>>;
	/** Words that are dangerous wherever they stand, as a name or as a text. */
	readonly banned?: RegExp;
	/** Names of what holds all global names. */
	readonly roots?: ReadonlySet<string>;
	/** Functions that take nothing but the names out of a table: those of variables are no secret. */
	readonly listsNames?: ReadonlySet<string>;
	/** `in` looks at the names of a table alone. */
	readonly inNames?: boolean;
	/** The list of the arguments that code gets, and how many words stand in it before these. */
	readonly argumentList?: { readonly name: string; readonly before: number };
	/** Functions that tell of what a name stands for: none of it is called, and no value of it is shown. */
	readonly takesNames?: ReadonlySet<string>;
	/** Names of the environment as a whole. */
	readonly environments: ReadonlySet<string>;
	/** Marks between an object and its member. */
	readonly members: ReadonlySet<string>;
	readonly concat: string;
	readonly repeat?: string;
	/** Marks that mean more than computing wherever they stand, and marks that may begin an expression. */
	readonly doubtful: ReadonlySet<string>;
	readonly prefixes: ReadonlySet<string>;
	/** Lists that say from where modules are loaded. */
	readonly obeyed?: ReadonlySet<string>;
	/** What a call gives is not called, unless the code itself declares it: a type may be that of an open file. */
	readonly callsNames?: boolean;
	/** Which functions take arguments without parentheses: all, none, or those with a text. */
	readonly bare: 'all' | 'none' | 'text';
	/** Which neighbours are one text without a mark between them. */
	readonly juxtaposes?: 'texts' | 'all';
	/** `a, b = b, a` assigns several names. */
	readonly hasTuples?: boolean;
	/** Of values in parentheses with commas between them, the last is the value. */
	readonly hasCommaOperator?: boolean;
	/** Keywords that end the arguments of a call without parentheses. */
	readonly modifiers?: ReadonlySet<string>;
	/** Words before a value that leave it what it is. */
	readonly transparent: ReadonlySet<string>;
	/** Attributes of data are read by any name; only calls must be known. */
	readonly hasOpenProperties?: boolean;
	/** The same, for all but some names. */
	readonly opens?: (attribute: string) => boolean;
	/** Methods of values that do something with a path: as a value of its own one may get any. */
	readonly pathMethods?: ReadonlySet<string>;
	/** Those of them that do no harm there, by what they were taken from. */
	readonly isHarmlessMethod?: (value: Value) => boolean;
	/** Methods of values that act, so that a method of the code's own with that name may be one of these. */
	readonly acting?: ReadonlySet<string>;
	/** Tokens as they are read: without marks that say nothing of what runs. */
	readonly prepare?: (tokens: readonly Token[]) => readonly Token[];
	/** A bare word that is not called is a variable. */
	readonly hasFreeNames?: boolean;
	/** Function names mean the same in any case. */
	readonly isCaseless?: boolean;
	/** Variables that the language itself sets or obeys: they must be known. */
	readonly specials?: RegExp;
	/** Those of them that code may set. */
	readonly settable?: ReadonlySet<string>;
	/** What changes a list or a text in its place: where it stands, none of them is certain. */
	readonly mutators: ReadonlySet<string>;
	readonly hasMutableTexts?: boolean;
	/** A text may be called as the function of that name: only words are known to be functions. */
	readonly hasTextCalls?: boolean;
	/** A method without arguments is called by its name alone. */
	readonly callsByName?: boolean;
	/** Operators that read, write or run, by what stands before them. */
	readonly redirect?: (redirect: Redirect) => readonly (readonly [Use, Value])[] | undefined;
	/** What of the code as it is written lies outside of the part of the language that is read: tells what. */
	readonly outside?: (tokens: readonly Token[], keywords: ReadonlySet<string>) => string | undefined;
	/** What the rest of the language forbids to be sure of: tells the reason. */
	readonly check?: (tokens: readonly Token[], isLoop: boolean) => string | undefined;
	/** The code in a text that is fed, where it stands between other text. */
	readonly embedded?: (fed: string) => string;
	/** Bare words that are names of open files. */
	readonly freeWords?: RegExp;
	/** Marks before a list that put its items in its place. */
	readonly spreads?: ReadonlySet<string>;
	/** Statements that begin with a word and are read in a way of their own. */
	readonly statements?: Readonly<Record<string, Statement>>;
	/** Names of the files that an import may run in place of the module. */
	readonly shadows?: (module: string) => readonly string[];
	/** Modules that those of the library load themselves. */
	readonly library?: readonly string[];
}

/** An operator between two values. */
export interface Redirect {
	readonly operator: string;
	readonly left: Value;
	readonly right: Value;
	/** The tokens of the statement before the operator, and the one behind it. */
	readonly before: readonly Token[];
	readonly next: Token | undefined;
	readonly isNested: boolean;
}

/** Reads a statement from its first word on; undefined when it is none of its kind. */
export type Statement = (tokens: readonly Token[], at: number) => Read | undefined;

export interface Read {
	readonly end: number;
	readonly binds?: readonly (readonly [string, Value])[];
	readonly modules?: readonly string[];
	readonly doubt?: string;
	/** The doubt is only that a module of the project's own is not known. */
	readonly isOwn?: boolean;
}

/** Words of a table, one blank or line between them. */
export function names(list: string): ReadonlySet<string> {
	return new Set(list.split(/\s+/).filter((name) => name !== ''));
}

/** Several names under one prefix: `under('os.path', 'join exists')`. */
export function under(prefix: string, list: string): readonly string[] {
	return [...names(list)].map((name) => `${prefix}.${name}`);
}

/** Rows that are alike. */
export function alike(list: string, row: Row): Record<string, Row> {
	return Object.fromEntries([...names(list)].map((name) => [name, row]));
}

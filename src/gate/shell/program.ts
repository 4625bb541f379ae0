import { type Effect, type Facts, wholeEnvironment } from '../../core/index.ts';
import type { CodeStart, LanguageName } from '../code/language.ts';
import type { DeclaredLine, Trait } from '../part.ts';
import type { State } from './state.ts';
import type { Stream, Word } from './word.ts';
import type { Yield } from './yields.ts';

/** What an argument means to the program that gets it. */
export type Role =
	/** Only text. */
	| 'data'
	/** No value follows it. */
	| 'flag'
	/** A variable's name, or arithmetic: the subscript in it is evaluated. */
	| 'name'
	| 'read'
	/** It tells the file's size, kind or digest, and shows nothing of what it holds. */
	| 'measure'
	| 'write'
	/** A file or folder that it makes, perhaps behind a word for its form: `json:report.json`. */
	| 'output'
	/** A folder that it empties: a recursive delete, unless only builds make it. */
	| 'empties'
	| 'delete'
	| 'delete-tree'
	/** A command line of its own. */
	| 'shell'
	/** With all that follows, a command of its own. */
	| 'command'
	/** A program in another language that the gate does not read. */
	| 'code'
	/** A program in another language. */
	| `code:${LanguageName}`
	/** A file whose content is executed. */
	| 'script'
	/** A file that names files or addresses, which it then works on. */
	| 'list'
	| 'url';

/** What one invocation would do, beside what its roles say. Commands and command lines in it are judged in their turn. */
export type Finding =
	| { readonly find: 'effect'; readonly effect: Effect }
	| { readonly find: 'command'; readonly words: readonly Word[] }
	| {
			readonly find: 'shell';
			readonly source: Word;
			readonly positional?: readonly Word[];
			/** Its `$0`. */
			readonly zero?: Word;
			readonly here?: boolean;
			readonly later?: boolean;
			/** Prints each command before it runs, with what its words hold. */
			readonly traces?: boolean;
			/** A text that may never run: only what would be grave of it counts, beside the doubt. */
			readonly guessed?: boolean;
	  }
	/** Runs code of another language; without one, of a language that is not read. */
	| { readonly find: 'code'; readonly language?: LanguageName; readonly source: Word; readonly start?: CodeStart }
	/** Runs what it is fed as a command line. */
	| {
			readonly find: 'feed';
			/** As for a shell's command line. */
			readonly traces?: boolean;
	  }
	| { readonly find: 'executes'; readonly path: string; readonly script?: Script }
	/** A script, or a rule of a makefile, that the project declares: what is grave in its text, or in its commands, counts. */
	| {
			readonly find: 'declared';
			readonly line: DeclaredLine;
			readonly cwd: string;
			readonly commands?: readonly string[];
	  }
	/** Makes a link, or a copy: absolute paths. */
	| { readonly find: 'link'; readonly at: string; readonly to: string; readonly isCopy?: boolean }
	| { readonly find: 'trait'; readonly trait: Trait };

/** How the text of a file is read that is executed. */
export interface Script {
	/** Left out: its first line and its name tell. */
	readonly language?: LanguageName | 'shell';
	/** Its arguments. */
	readonly words: readonly Word[];
	/** It runs in the shell itself. */
	readonly here?: boolean;
	/** Its interpreter was told nothing that changes what the text means, or runs something else. */
	readonly isPlain?: boolean;
}

/** Where a command stands. */
export interface Scope {
	readonly facts: Facts;
	/** Absolute; undefined when it cannot be known. */
	readonly cwd: string | undefined;
}

export interface Option {
	readonly name: string;
	readonly value?: Word;
}

/** A program and its arguments, told apart into options and operands. */
export interface Invocation {
	readonly name: string;
	readonly words: readonly Word[];
	readonly options: readonly Option[];
	readonly operands: readonly Word[];
	readonly scope: Scope;
	readonly stdin: Stream | undefined;
	/** Whether one of these options was given. */
	has(...names: readonly string[]): boolean;
	/** The values of these options. */
	values(...names: readonly string[]): readonly Word[];
}

/** What a program does with what it is fed. */
export type Input =
	/** It does not read it. */
	| 'ignored'
	/** It reads it as text: it shows it, or computes with it. */
	| 'data'
	/** The command that it starts gets it. */
	| 'handed'
	/** Without a command or a script of its own it runs it as command lines. */
	| 'shell'
	/** Without a script of its own it runs it as code or as commands of another language. */
	| 'code'
	/** It takes the names of files or addresses from it. */
	| 'names'
	/** What its row says in `also` is all. */
	| 'judged';

/**
 * One row of the gate's knowledge of programs. Everything that is known of a program stands in it: no other place tells programs
 * apart by their names.
 */
export interface Program extends Row {
	/** What it does with what it is fed; each row must say so. */
	readonly input: Input;
	/** It holds for these arguments only, and before the program's own row: a version, a syntax check. */
	readonly when?: (words: readonly Word[]) => boolean;
}

/** A row for a subcommand; what it is fed goes to it as to its program, unless it says otherwise. */
export interface Subcommand extends Row {
	readonly input?: Input;
}

/** What is known of a program or a subcommand: what its options, operands and words do. */
export interface Row {
	readonly names: readonly string[];
	/** What the values of options mean. An option that is not named takes no value, as far as is known: see `unnamed.ts`. */
	readonly options?: Readonly<Record<string, Role>>;
	/** What operands mean, in order; the last one goes for all that follow. Default: data. */
	readonly operands?: Role | readonly Role[];
	/** Options end at the first operand: what follows belongs to another command. */
	readonly wraps?: boolean;
	/** What roles cannot say. */
	readonly also?: (invocation: Invocation) => readonly Finding[];
	/** The first operand selects one of these; what none of them knows is `exec`. */
	readonly subcommands?: readonly Subcommand[];
	/** Its operands begin with settings of variables, of which `also` judges what they may bring along. */
	readonly setsFirst?: boolean;
	/** The first operand says what it does. */
	readonly verbFirst?: boolean;
	/** An option that it does not list, and that brings a value along, asks; so it does with each tool of the project. */
	readonly onlyListed?: true;
	/** Whole words that only choose: `-Wall`, `-O2`. */
	readonly harmless?: RegExp;
	/** What stands behind `--` is handed on to a tool that it starts, and judged as such. */
	readonly handsOn?: true;
	/** It judges all its options by itself, and what it hands on to a script or to another tool. */
	readonly judgesOptions?: true;
	/** All its words are text: none of its options, named or not, reads, writes or runs anything. */
	readonly onlyText?: boolean;
	/** None of its options, named or not, does more than choose, count or read: a word that may be one of them asks for nothing. */
	readonly onlyReads?: boolean;
	/** It tells the names of its operands, and of what lies below: whatever they are, no more of it is shown. */
	readonly onlyNames?: boolean;
	/** Its long options are not understood when they are cut short. */
	readonly wholeOptions?: boolean;
	/** It becomes somebody else, or leaves the walls around it. */
	readonly escalates?: boolean;
	/** Options, parted by blanks, that name the directory in which it starts what it carries. */
	readonly startsIn?: string;
	/** What it starts has the variables of the shell that started it, as they are. */
	readonly keepsVariables?: boolean;
	/** It runs what it carries again and again, or several at once. */
	readonly repeats?: boolean;
	/** Whether it does not wait for what it carries. */
	readonly leaves?: (invocation: Invocation) => boolean;
	/** It runs what it carries in the shell itself. */
	readonly inShell?: boolean;
	/** It reads more arguments from a file that is named behind an `@`. */
	readonly argumentFiles?: boolean;
	/** A builtin: what it changes in the shell. */
	readonly changes?: Change;
	/** What it prints, where that is constant: so that `$(echo rm)` hides nothing. */
	readonly prints?: (invocation: Invocation) => string | undefined;
	/** The one file whose text it prints as it stands. */
	readonly showsFile?: (invocation: Invocation) => string | undefined;
	/** The program whose path it prints: `which rm`. */
	readonly printsPath?: (invocation: Invocation) => string | undefined;
	/** Names of files that it prints, for what reads them from it. */
	readonly lists?: (invocation: Invocation) => readonly Word[] | undefined;
	/** Whether it prints one number, hash or date. */
	readonly printsToken?: (invocation: Invocation) => boolean;
	/** What of its input its output still shows, or that it shows the environment. */
	readonly yields?: (invocation: Invocation) => Yield | undefined;
	/** Whether it decodes, decrypts or unpacks what it prints, so that nobody can read it before it runs. */
	readonly decodes?: (invocation: Invocation) => boolean;
	/** Where a subcommand stands, if options before it move it (`git -C`). */
	readonly scopeFor?: (invocation: Invocation) => Scope;
	/** Does not show its arguments to anybody, so that a secret in them stays one. */
	readonly discreet?: boolean;
}

/** What a builtin changes in the shell: the directory, variables, positional parameters. */
export type Change = (invocation: Invocation, state: State, context: BuiltinContext) => void;

/** What a builtin is told beside its arguments. */
export interface BuiltinContext {
	readonly row: Row;
	/** What the next `read` gets. */
	readonly fed: Stream | undefined;
	/** Names that stand for another command line. */
	readonly aliases: Map<string, string>;
	/** Shows these values. */
	readonly show: (values: readonly Word[]) => void;
	/** Judges words as arithmetic, which runs what stands in a subscript; undefined: words that cannot be known. */
	readonly compute: (words: readonly Word[] | undefined) => void;
	/** Judges words as text that the shell expands once more. */
	readonly expand: (words: readonly Word[]) => void;
}

export const effect = (value: Effect): Finding => ({ find: 'effect', effect: value });
export const opaque = (why: string): Finding => effect({ kind: 'opaque', why });
export const network = (host: string): Finding => effect({ kind: 'network', host });
export const privilege = (how: string): Finding => effect({ kind: 'privilege', how });
export const secret = (what: string): Finding => effect({ kind: 'secret.read', what });
/** Shows all variables of its environment. */
export const environmentShown: Finding = secret(wholeEnvironment);
export const destroy = (what: string): Finding => effect({ kind: 'destroy', what });
export const configWrite = (path: string): Finding => effect({ kind: 'config.write', path });

/** It leaves out what `.gitignore` and its like say. */
export const obeysIgnoreFiles: Finding = { find: 'trait', trait: 'obeys-ignore-files' };

/** All that it does is known, so that its words hide nothing. */
export const harmlessWords: Finding = { find: 'trait', trait: 'harmless-words' };

/** Ties what goes in and out of it to another machine. */
export const connection: Finding = { find: 'trait', trait: 'connection' };

/** A program whose doings are not known in more detail. */
export function exec(invocation: Invocation, program = invocation.name): Finding {
	return effect({ kind: 'exec', program, argv: invocation.words.map((word) => word.text) });
}

/** Several options with one role: `role('write', '-o --output')`. */
export const role = (value: Role, names: string): Record<string, Role> =>
	Object.fromEntries(names.split(' ').map((name) => [name, value]));

/** Options that take a value which is only text. */
export const data = (names: string): Record<string, Role> => role('data', names);

/** A row for programs that are alike. */
export function rows(names: string, row: Omit<Program, 'names'>): Program {
	return { names: names.split(' '), ...row };
}

/** A row for subcommands that are alike. */
export function verbs(names: string, row: Omit<Subcommand, 'names'>): Subcommand {
	return { names: names.split(' '), ...row };
}

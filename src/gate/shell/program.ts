import { type Effect, wholeEnvironment } from '../../core/index.ts';
import type { LanguageName } from '../code/language.ts';
import type { Finding, Scope } from './finding.ts';
import type { State } from './state.ts';
import type { Stream, Word, Yield } from './word.ts';

export type { Finding, Scope, Script } from './finding.ts';

/** How a program uses an argument. */
export type Role =
	/** Only text. */
	| 'data'
	/** An option without a value. */
	| 'flag'
	/** The name of a variable, or arithmetic. The shell evaluates a subscript in it. */
	| 'name'
	| 'read'
	/** A file of which the program shows the size, the kind or a digest, but no content. */
	| 'measure'
	| 'write'
	/** A file or folder that the program creates. A format may come before the path: `json:report.json`. */
	| 'output'
	/** A folder that the program empties. This is a recursive delete, unless the folder only contains files that builds create. */
	| 'empties'
	| 'delete'
	| 'delete-tree'
	/** A command line. */
	| 'shell'
	/** The first word of an inner command. All words after it belong to that command too. */
	| 'command'
	/** Code in a language that the gate does not read. */
	| 'code'
	/** Code in another language that the gate reads. */
	| `code:${LanguageName}`
	/** A file whose content the program executes. */
	| 'script'
	/** A file with names of files or addresses, which the program then uses. */
	| 'list'
	| 'url';

export interface Option {
	readonly name: string;
	readonly value?: Word;
}

/** A program with its arguments, separated into options and operands. */
export interface Invocation {
	readonly name: string;
	readonly words: readonly Word[];
	readonly options: readonly Option[];
	readonly operands: readonly Word[];
	readonly scope: Scope;
	readonly stdin: Stream | undefined;
	/** Returns whether one of these options was given. */
	has(...names: readonly string[]): boolean;
	/** Returns the values of these options. */
	values(...names: readonly string[]): readonly Word[];
}

/** How a program uses its standard input. */
export type Input =
	/** The program does not read its input. */
	| 'ignored'
	/** The program reads its input as text, to show it or to compute with it. */
	| 'data'
	/** The program passes its input on to the command that it starts. */
	| 'handed'
	/** The program runs its input as command lines, unless its arguments name a command or a script. */
	| 'shell'
	/** The program runs its input as code or commands of another language, unless its arguments name a script. */
	| 'code'
	/** The program reads the names of files or addresses from its input. */
	| 'names'
	/** Only the `also` function of the row judges the input. */
	| 'judged';

/**
 * One row of the table of programs. Put everything that the gate knows about a program here, so that other code need not distinguish
 * programs by name.
 */
export interface Program extends Row {
	/** How the program uses its input. Each row must set this. */
	readonly input: Input;
	/**
	 * The row applies only if this function returns true for the arguments, and it comes before the program's general row. Examples are a
	 * version or a syntax check.
	 */
	readonly when?: (words: readonly Word[]) => boolean;
}

/** A row for a subcommand. Without `input`, the subcommand uses its input as its program does. */
export interface Subcommand extends Row {
	readonly input?: Input;
}

/** The knowledge about a program or a subcommand: the effects of its options, operands and words. */
export interface Row {
	readonly names: readonly string[];
	/** The roles of the values of options. An option that is not listed is read as an option without a value (but see `unnamed.ts`). */
	readonly options?: Readonly<Record<string, Role>>;
	/** The roles of the operands, in order. The last role applies to all further operands. Default: data. */
	readonly operands?: Role | readonly Role[];
	/** Options end at the first operand. All words from there belong to another command. */
	readonly wraps?: boolean;
	/** Returns findings that roles cannot express. */
	readonly also?: (invocation: Invocation) => readonly Finding[];
	/** The first operand selects one of these rows. An unknown subcommand has the effect `exec`. */
	readonly subcommands?: readonly Subcommand[];
	/** The operands begin with assignments of variables. `also` judges which options or commands these can add. */
	readonly setsFirst?: boolean;
	/**
	 * Judges a variable that the command line puts into the environment, for a program that uses every variable as one of its own settings.
	 * Other rules judge what the variable does to all programs.
	 */
	readonly taken?: (name: string, value: Word | undefined, invocation: Invocation) => readonly Finding[];
	/** The first operand selects the action. */
	readonly verbFirst?: boolean;
	/**
	 * An option with a value needs approval if this row does not list it. For the project's own tools, this rule always applies, unless
	 * `judgesOptions` is set.
	 */
	readonly onlyListed?: true;
	/** Whole words that only select a variant, such as `-Wall` or `-O2`. */
	readonly harmless?: RegExp;
	/** The words after `--` go to another tool that the program starts, and are judged there. */
	readonly handsOn?: true;
	/** `also` judges all options, and the arguments that go to a script or to another tool. */
	readonly judgesOptions?: true;
	/** All words are text. No option, listed or not, reads, writes or runs anything. */
	readonly onlyText?: boolean;
	/** No option, listed or not, does more than select, count or read. So a word that may be an option needs no approval. */
	readonly onlyReads?: boolean;
	/** The program prints only the names of its operands and of files below them, and no content. */
	readonly onlyNames?: boolean;
	/** The program accepts `-name`, `+name` or `--NAME` for `--name`, as Perl's Getopt::Long does. Such a spelling needs approval. */
	readonly freeSpelling?: true;
	/** The program does not accept shortened long options. */
	readonly wholeOptions?: boolean;
	/** The program gets the rights of another user, or leaves its sandbox. */
	readonly escalates?: boolean;
	/**
	 * Options, separated by blanks, that name the directory in which the inner command starts. The word `elsewhere` means an unknown
	 * directory.
	 */
	readonly startsIn?: string;
	/** The inner command gets the variables of the shell unchanged. */
	readonly keepsVariables?: boolean;
	/** The program runs the inner command several times, or several of them at once. */
	readonly repeats?: boolean;
	/** Returns whether the program does not wait for the inner command. */
	readonly leaves?: (invocation: Invocation) => boolean;
	/** The builtin runs the inner command in the current shell. */
	readonly inShell?: boolean;
	/** The program reads more arguments from a file that is written as `@FILE`. */
	readonly argumentFiles?: boolean;
	/** For a builtin: changes the state of the shell. */
	readonly changes?: Change;
	/** Returns the output if it is constant. Threat: without this, `$(echo rm)` would hide the program. */
	readonly prints?: (invocation: Invocation) => string | undefined;
	/** Returns the one file whose text the program prints unchanged. */
	readonly showsFile?: (invocation: Invocation) => string | undefined;
	/** Returns the program whose path is printed: `which rm`. */
	readonly printsPath?: (invocation: Invocation) => string | undefined;
	/** Returns the file names that the program prints, for programs that read them from its output. */
	readonly lists?: (invocation: Invocation) => readonly Word[] | undefined;
	/** Returns the file names that the program prints with a NUL after each. Threat: a shell drops these, so names run together. */
	readonly separates?: (invocation: Invocation) => readonly Word[] | undefined;
	/** Returns whether the output is one number, hash or date. */
	readonly printsToken?: (invocation: Invocation) => boolean;
	/** Returns which part of the input the output still contains, or that the output is the environment. */
	readonly yields?: (invocation: Invocation) => Yield | undefined;
	/** Returns whether the program decodes, decrypts or unpacks its output. The gate cannot read such output before it runs. */
	readonly decodes?: (invocation: Invocation) => boolean;
	/** Returns the scope of a subcommand, if an option before it changes the directory (`git -C`). */
	readonly scopeFor?: (invocation: Invocation) => Scope;
	/** The program never shows its arguments, so a secret in them stays secret. */
	readonly discreet?: boolean;
}

/** Changes the state of the shell as a builtin does: directory, variables, positional parameters. */
export type Change = (invocation: Invocation, state: State, context: BuiltinContext) => void;

/** The data and functions that a builtin gets in addition to its arguments. */
export interface BuiltinContext {
	readonly row: Row;
	/** The input of the next `read`. */
	readonly fed: Stream | undefined;
	/** Names that are replaced by another command line. */
	readonly aliases: Map<string, string>;
	/** Reports that the builtin prints these values. */
	readonly show: (values: readonly Word[]) => void;
	/** Judges words as arithmetic, which runs a command in a subscript. Pass undefined if the words are unknown. */
	readonly compute: (words: readonly Word[] | undefined) => void;
	/** Judges words as text that the shell expands a second time. */
	readonly expand: (words: readonly Word[]) => void;
}

export const effect = (value: Effect): Finding => ({ find: 'effect', effect: value });
export const opaque = (why: string): Finding => effect({ kind: 'opaque', why });
export const network = (host: string): Finding => effect({ kind: 'network', host });
export const privilege = (how: string): Finding => effect({ kind: 'privilege', how });
export const secret = (what: string): Finding => effect({ kind: 'secret.read', what });
/** The call runs code from another machine. Nobody here has read this code. */
export const runsFetchedCode: Finding = opaque('fetched code: it runs code that comes from another machine');
/** The program shows all its environment variables. */
export const environmentShown: Finding = secret(wholeEnvironment);
export const destroy = (what: string): Finding => effect({ kind: 'destroy', what });
export const stopsEveryProcess: Finding = privilege('stops every process');
export const losesDisk: Finding = destroy('what a disk holds');
export const configWrite = (path: string): Finding => effect({ kind: 'config.write', path });

/** The program skips files that `.gitignore` and similar files list. */
export const obeysIgnoreFiles: Finding = { find: 'trait', trait: 'obeys-ignore-files' };

/** All effects are known, so the words cannot hide another effect. */
export const harmlessWords: Finding = { find: 'trait', trait: 'harmless-words' };

/** Connects the input and output of the program to another machine. */
export const connection: Finding = { find: 'trait', trait: 'connection' };

/** A program whose effects cannot be predicted. */
export function exec(invocation: Invocation, program = invocation.name): Finding {
	return effect({ kind: 'exec', program, argv: invocation.words.map((word) => word.text) });
}

/** Gives several options one role: `role('write', '-o --output')`. */
export const role = (value: Role, names: string): Record<string, Role> =>
	Object.fromEntries(names.split(' ').map((name) => [name, value]));

/** Options whose value is only text. */
export const data = (names: string): Record<string, Role> => role('data', names);

/** One row for several similar programs. */
export function rows(names: string, row: Omit<Program, 'names'>): Program {
	return { names: names.split(' '), ...row };
}

/** One row for several similar subcommands. */
export function verbs(names: string, row: Omit<Subcommand, 'names'>): Subcommand {
	return { names: names.split(' '), ...row };
}

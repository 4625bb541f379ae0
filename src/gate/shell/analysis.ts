import type { SyntaxNode } from 'unbash';
import type { Facts } from '../../core/index.ts';
import type { DeclaredLine, Part, Trait } from '../part.ts';
import { type Budget, costs, pay } from './budget.ts';
import type { Links } from './links.ts';
import type { Finding } from './program.ts';
import type { State } from './state.ts';
import type { Stream, Word } from './word.ts';

/** A function that the command line defines. Its body is judged at each call. */
export interface ShellFunction {
	readonly run: (run: Run) => Stream;
	/** The definition may be skipped, so a program with the same name may run instead. */
	readonly isUncertain: boolean;
	called: boolean;
	/** Each call starts the function again, at least twice. */
	readonly multiplies: boolean;
	/** The number of earlier definitions with this name that may also apply. */
	readonly earlier: number;
}

/** The context in which a command runs. */
export interface Run {
	readonly state: State;
	readonly stdin: Stream | undefined;
	readonly traits: readonly Trait[];
	/** The names of the functions whose bodies contain the command. */
	readonly calls: readonly string[];
	/** The command may not run, or it runs in another process, because it is in a branch, a loop or a subshell. */
	readonly isUncertain?: boolean;
	/** The command may run several times, and the gate may judge it only once. */
	readonly mayRepeat?: boolean;
	/** The input of the next `read` in a loop over constant lines. */
	readonly line?: { next: Stream | undefined };
}

/** A file that this command line wrote and then runs. */
export interface ReadRun {
	readonly path: string;
	readonly part: Part;
	readonly text: string;
}

/** Judges a command line with the given input: the command in `>(…)`, or a coprocess. */
export type Sink = (stdin: Stream | undefined) => void;

/** The work on one call: the results, the budget, and functions that judge inner commands. */
export interface Analysis {
	readonly facts: Facts;
	readonly budget: Budget;
	/** Commands and pipelines of the syntax tree that are already judged. */
	readonly walked: Set<SyntaxNode>;
	readonly functions: Map<string, ShellFunction>;
	/** Command lines that run at another time (`trap`), with the shells that will run them. */
	readonly later: Map<string, Set<Run>>;
	/** Names of variables that had a value other than a plain word or number after the first `trap`. */
	readonly held: Set<string>;
	/** Names that are replaced by another command line or program: `alias`, `hash -p`. */
	readonly aliases: Map<string, string>;
	readonly parts: Part[];
	readonly executes: Set<string>;
	/**
	 * The texts of declared scripts, by file and name. `declaredFiles` are the files that declare these scripts, and the files that the
	 * scripts execute.
	 */
	readonly declared: Map<string, DeclaredLine>;
	readonly declaredFiles: Set<string>;
	/** Inputs of which a command has already read an unknown part. */
	readonly consumed: Set<Stream>;
	/** The readers of everything that the shell prints: `exec > >(…)`, a coprocess. */
	readonly sinks: Sink[];
	/** Functions that judge background commands again at the end of the line. */
	readonly beside: (() => void)[];
	readonly links: Links;
	/** The texts of the parts that made the `links`. */
	readonly linkers: Set<string>;
	/** Files that this command line wrote, with their text. Files with unknown text are left out. */
	readonly written: Map<string, string>;
	/** Files that this command line wrote, with names that a list of files could split or misread. */
	readonly odd: Set<string>;
	/** Files that this command line downloaded from another machine. */
	readonly fetchedFiles: Set<string>;
	/** The runs of files that this command line wrote and whose whole text was judged. */
	readonly readRuns: ReadRun[];
	/** Judges findings about a text that is not shell code. */
	readonly runFindings: (text: string, findings: readonly Finding[], run: Run) => void;
	/** Judges a command line inside the command line. */
	readonly runText: (text: string, run: Run) => Stream;
	/** Judges a command inside a command. */
	readonly runWords: (words: readonly Word[], run: Run) => Stream;
}

export const nothing: Stream = { fetched: false };

/**
 * Returns the input of a command that reads from the surrounding commands. The text is unknown if another command has read from this input.
 */
export function leftOf(stdin: Stream | undefined, { consumed }: Analysis): Stream | undefined {
	return stdin !== undefined && consumed.has(stdin) ? withoutText(stdin) : stdin;
}

/** Returns the stream without its text; only the origin stays known. */
export function withoutText({ fetched, decoded }: Stream): Stream {
	return { fetched, ...(decoded === true && { decoded }) };
}

/**
 * Returns a stream that may also contain error messages. Threat: an error message can repeat the program's input, so nothing about the
 * shape of the output is certain.
 */
export function withErrors({ names: _names, separated: _separated, yields: _yields, ...rest }: Stream): Stream {
	return rest;
}

/** Adds a part whose effects cannot be predicted. */
export function addOpaque(analysis: Analysis, text: string, why: string, traits: readonly Trait[] = []): void {
	analysis.parts.push({ text: text.slice(0, 500), effects: [{ kind: 'opaque', why }], traits });
}

/** Takes the price of one command from the budget. Returns whether the budget was large enough. */
export function spend(analysis: Analysis): boolean {
	return pay(analysis.budget, costs.command);
}

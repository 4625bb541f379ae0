import type { SyntaxNode } from 'unbash';
import type { Facts } from '../../core/index.ts';
import type { DeclaredLine, Part, Trait } from '../part.ts';
import { type Budget, costs, pay } from './budget.ts';
import type { Links } from './links.ts';
import type { Finding } from './program.ts';
import type { State } from './state.ts';
import type { Stream, Word } from './word.ts';

/** A function of the command line: its body, judged where it is called. */
export interface ShellFunction {
	readonly run: (run: Run) => Stream;
	/** Its definition may not have been reached: the program of its name may run instead. */
	readonly isUncertain: boolean;
	called: boolean;
	/** How many definitions stand before this one, each of which may hold, too. */
	readonly earlier: number;
}

/** The surroundings in which a command runs. */
export interface Run {
	readonly state: State;
	readonly stdin: Stream | undefined;
	readonly traits: readonly Trait[];
	/** Names of the functions whose bodies it stands in. */
	readonly calls: readonly string[];
	/** It may not be reached: it stands in a branch, a loop, or beside the shell. */
	readonly isUncertain?: boolean;
	/** What the next `read` of a loop over constant lines gets. */
	readonly line?: { next: Stream | undefined };
}

/** A file of this command line's own that one of its commands runs. */
export interface ReadRun {
	readonly path: string;
	readonly part: Part;
	readonly text: string;
}

/** Runs a command line on what it is given: one that stands in `>(…)`, or a coprocess. */
export type Sink = (stdin: Stream | undefined) => void;

/** The work on one call: what has been found, what may still be spent, and the ways back into the analyser. */
export interface Analysis {
	readonly facts: Facts;
	readonly budget: Budget;
	/** Commands and pipelines of the syntax tree that have been judged. */
	readonly walked: Set<SyntaxNode>;
	readonly functions: Map<string, ShellFunction>;
	/** Command lines that run at another time (`trap`), and the shells that will run them. */
	readonly later: Map<string, Set<Run>>;
	/** Names that held what cannot be read as a number or a plain word since such a line was set. */
	readonly held: Set<string>;
	/** Names that stand for another command line: `alias`, `hash -p`. */
	readonly aliases: Map<string, string>;
	readonly parts: Part[];
	readonly executes: Set<string>;
	/** What the names of scripts stand for, by file and name; and the files that declare them or that they run themselves. */
	readonly declared: Map<string, DeclaredLine>;
	readonly declaredFiles: Set<string>;
	/** Inputs of which something has been read already: what is left of them is not known. */
	readonly consumed: Set<Stream>;
	/** What all that the shell prints may go into: `exec > >(…)`, a coprocess. */
	readonly sinks: Sink[];
	/** Looks once more at what the shell does not wait for. */
	readonly beside: (() => void)[];
	readonly links: Links;
	/** The commands that made them, as their parts tell them. */
	readonly linkers: Set<string>;
	/** Files that this command line wrote, with their text where it is known. */
	readonly written: Map<string, string>;
	/** Files that it wrote under names that a list of files would not take for one. */
	readonly odd: Set<string>;
	/** Files that this command line fetched from another machine. */
	readonly fetchedFiles: Set<string>;
	/** Runs of files that this command line wrote, and whose whole text was judged. */
	readonly readRuns: ReadRun[];
	/** Judges what a text does that is not written in the language of the shell. */
	readonly runFindings: (text: string, findings: readonly Finding[], run: Run) => void;
	/** Judges a command line inside the command line. */
	readonly runText: (text: string, run: Run) => Stream;
	/** Judges a command inside a command. */
	readonly runWords: (words: readonly Word[], run: Run) => Stream;
}

export const nothing: Stream = { fetched: false };

/** What a command gets that reads the input of the commands around it. */
export function leftOf(stdin: Stream | undefined, { consumed }: Analysis): Stream | undefined {
	return stdin !== undefined && consumed.has(stdin) ? withoutText(stdin) : stdin;
}

/** A stream of which only its origin is known. */
export function withoutText({ fetched, decoded }: Stream): Stream {
	return { fetched, ...(decoded === true && { decoded }) };
}

/** A stream that holds messages of errors, too. Threat: they repeat what the program was fed, so no shape of its output holds. */
export function withErrors({ names: _names, yields: _yields, ...rest }: Stream): Stream {
	return rest;
}

/** Records a part that is not known in more detail. */
export function addOpaque(analysis: Analysis, text: string, why: string, traits: readonly Trait[] = []): void {
	analysis.parts.push({ text: text.slice(0, 500), effects: [{ kind: 'opaque', why }], traits });
}

/** Spends what one command costs; tells whether that was left. */
export function spend(analysis: Analysis): boolean {
	return pay(analysis.budget, costs.command);
}

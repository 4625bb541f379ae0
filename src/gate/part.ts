import type { Effect, Match, Risk, Stage, ToolCall, Walls } from '../core/index.ts';

/** What leashd's CommandAnalyzer looks at in a command line, seen on the syntax tree instead of in the text. */
export type Trait =
	| 'sudo'
	| 'pipe'
	| 'chain'
	| 'subshell'
	| 'redirect'
	| 'forced-tree-delete'
	| 'world-writable'
	| 'fetch-to-shell'
	| 'database'
	/** Ties what goes in and out of it to another machine. */
	| 'connection'
	/** What it does is known without a look at its words: a help text, statements for a database that lies in memory. */
	| 'harmless-words'
	/** It does what a patch says that was read. */
	| 'reads-patch'
	/** It leaves out what files of the checkout say, as `.gitignore`. */
	| 'obeys-ignore-files'
	/** It puts other files of the repository into the checkout. */
	| 'brings-files'
	/** It may still run while what stands behind it in the line does. */
	| 'beside';

/** A piece of a call that is judged by itself: one simple command of a command line, or the whole call. */
export interface Part {
	/** As people and `command_patterns` see it: words folded, one blank between them. */
	readonly text: string;
	readonly argv?: readonly string[];
	readonly effects: readonly Effect[];
	readonly traits: readonly Trait[];
}

/** A script of a manifest, or a rule of a makefile, that a call would run: as it stands there. */
export interface DeclaredLine {
	readonly path: string;
	readonly name: string;
	readonly text: string;
}

/** What a call would do, as every layer sees it. */
export interface Subject {
	readonly call: ToolCall;
	/** The name of this product for the tool; an alias (`Bash`) has been replaced. */
	readonly tool: string;
	readonly isShell: boolean;
	readonly parts: readonly Part[];
	/** Files whose content decided, or would be executed. */
	readonly executes: readonly string[];
	/** What stands behind the names of scripts that it would run; none when left out. */
	readonly declared?: readonly DeclaredLine[];
}

/** A match with the effect that it is about, so that a grant can tell what it covers. */
export interface Opinion extends Match {
	readonly effect?: Effect;
	/** A rule that the repository itself wrote. */
	readonly isOwn?: true;
	/** A rule of the organization's, or its default. */
	readonly ofOrganization?: true;
	/** Mode `contained` does not answer it. */
	readonly asksContained?: true;
	/** The walls that it counts on. */
	readonly walls?: Walls;
}

/** Builds an opinion of a layer. */
export function opinion(
	stage: Stage,
	decision: Match['decision'],
	about: { readonly rule: string; readonly reason: string; readonly risk: Risk; readonly evidence: string },
	effect?: Effect,
): Opinion {
	return { stage, decision, ...about, ...(effect && { effect }) };
}

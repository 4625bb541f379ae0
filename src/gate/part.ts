import type { Effect, Match, Risk, Stage, ToolCall, Walls } from '../core/index.ts';

/** The features that leashd's CommandAnalyzer looks for in a command line. They come from the syntax tree, not from the text. */
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
	/** Connects its standard input and output to another machine. */
	| 'connection'
	/** Its words need no check, because its effects are known: a help text, or statements for a database in memory. */
	| 'harmless-words'
	/** Applies a patch that the gate has read. */
	| 'reads-patch'
	/** Changes only the form of files that it writes. */
	| 'reformats'
	/** Skips the files that a file of the checkout excludes, such as `.gitignore`. */
	| 'obeys-ignore-files'
	/** Replaces files of the checkout by files of another commit. */
	| 'brings-files'
	/** May still run while later commands of the line run. */
	| 'beside';

/** A piece of a call that is judged by itself: one simple command of a command line, or the whole call. */
export interface Part {
	/** The text for people and `command_patterns`: each word as far as its value is known, with one blank between words. */
	readonly text: string;
	readonly argv?: readonly string[];
	readonly effects: readonly Effect[];
	readonly traits: readonly Trait[];
	/** The source texts that a compiler reads. `isMissing`: the file does not exist yet. */
	readonly sources?: readonly { readonly path: string; readonly isMissing?: boolean }[];
}

/** A script of a manifest, or a rule of a makefile, that a call would run. The text is unchanged. */
export interface DeclaredLine {
	readonly path: string;
	readonly name: string;
	readonly text: string;
}

/** Everything that a call would do, as each layer sees it. */
export interface Subject {
	readonly call: ToolCall;
	/** Countersign's name for the tool. An alias (`Bash`) has been replaced. */
	readonly tool: string;
	readonly isShell: boolean;
	readonly parts: readonly Part[];
	/** Files whose content decided, or that would be executed. */
	readonly executes: readonly string[];
	/** The scripts that the call would run by name. No scripts if left out. */
	readonly declared?: readonly DeclaredLine[];
}

/** A match with its effect, which shows whether a grant covers it. */
export interface Opinion extends Match {
	readonly effect?: Effect;
	/** The rule was written by the repository or its organization. */
	readonly isOwn?: true;
	/** A rule of the organization, or its default. */
	readonly ofOrganization?: true;
	/** Mode `contained` does not turn the opinion into `allow`. */
	readonly asksContained?: true;
	/** The walls that the opinion relies on. */
	readonly walls?: Walls;
}

/** Creates an opinion of a layer. */
export function opinion(
	stage: Stage,
	decision: Match['decision'],
	about: { readonly rule: string; readonly reason: string; readonly risk: Risk; readonly evidence: string },
	effect?: Effect,
): Opinion {
	return { stage, decision, ...about, ...(effect && { effect }) };
}

/** Returns the effects without repetitions, in their order. */
export function distinctEffects(effects: readonly Effect[]): readonly Effect[] {
	if (effects.length < 2) return effects;
	return [...new Map(effects.map((effect) => [JSON.stringify(effect), effect])).values()];
}

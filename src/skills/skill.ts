import type { Mode, ToolDefinition } from '../core/index.ts';
import type { SkillBudget } from './skill-budget.ts';
import type { SkillError } from './skill-error.ts';

/**
 * One danger or confirm pattern. A plain string is matched as the seed says (Wolffish, Safety Patterns): on
 * `tool + " " + JSON.stringify(args)`. `on: executed` is matched on each executed command only, so text that merely
 * mentions a command is not punished.
 */
export type PatternSpec =
	| string
	| { readonly pattern: string; readonly reason?: string; readonly on?: 'raw' | 'executed' };

/** The patterns of one file, in the shape that the gate takes. */
export interface SkillPatterns {
	readonly source: string;
	readonly danger: readonly PatternSpec[];
	readonly confirm: readonly PatternSpec[];
	/** Where each of them stands in its file. */
	readonly lines?: { readonly danger: readonly number[]; readonly confirm: readonly number[] };
}

/** A tool that a program of the skill does: it reads its arguments as JSON from standard input. */
export interface SkillCommand {
	readonly tool: string;
	/** The program and its arguments; nothing is spliced into them. */
	readonly run: readonly string[];
	readonly timeoutSeconds?: number;
}

/** A capability as its SKILL.md declares it (Wolffish, SKILL.md Reference). */
export interface Skill {
	/** The file it was read from, as shown to people. */
	readonly file: string;
	readonly name: string;
	readonly version?: string;
	readonly description: string;
	/** Key words for relevance; `*` is always relevant. None in the open format: the words of its name and description count. */
	readonly triggers: readonly string[];
	readonly tools: readonly ToolDefinition[];
	/** Which of the tools are commands of the skill. */
	readonly commands: readonly SkillCommand[];
	/** The lines on which the tools stand, by name. */
	readonly toolLines: ReadonlyMap<string, number>;
	readonly patterns: SkillPatterns;
	/** Names of the skills this one depends on. */
	readonly requires: readonly string[];
	/** The line on which they are named. */
	readonly requiresLine?: number;
	/** The only tools that a run may use which follows this skill (agtop, Safety Hooks: per-skill allowed tools). */
	readonly allowedTools?: readonly string[];
	/** The line on which they are named. */
	readonly allowedToolsLine?: number;
	/** A run that follows this skill goes no further than this mode. */
	readonly mode?: Mode;
	/** The tool rounds of a run that follows this skill. */
	readonly maxIterations?: number;
	/** What a run that follows this skill may use up. */
	readonly budget?: SkillBudget;
	/** Written in the open format of Agent Skills. */
	readonly isOpenFormat?: true;
	/** It is told only where it is followed or named: its author wants no model to choose it. */
	readonly isOnlyNamed?: true;
	/** From the repository's default branch, not shipped. */
	readonly isOwn?: true;
	/** What its reader should know and does not stop a run. */
	readonly notices?: readonly SkillError[];
	/** The markdown below the front matter: direct instructions for the model. */
	readonly body: string;
}

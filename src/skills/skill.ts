import type { Mode, ToolDefinition } from '../core/index.ts';
import type { SkillBudget } from './skill-budget.ts';
import type { SkillError } from './skill-error.ts';

/**
 * One danger or confirm pattern. A plain string is matched on `tool + " " + JSON.stringify(args)` (Wolffish, Safety Patterns). `on:
 * executed` matches only the commands that are executed. So text that only mentions a command does not match.
 */
export type PatternSpec =
	| string
	| { readonly pattern: string; readonly reason?: string; readonly on?: 'raw' | 'executed' };

/** The patterns of one file, in the shape that the gate takes. */
export interface SkillPatterns {
	readonly source: string;
	readonly danger: readonly PatternSpec[];
	readonly confirm: readonly PatternSpec[];
	/** The line of each pattern in its file. */
	readonly lines?: { readonly danger: readonly number[]; readonly confirm: readonly number[] };
}

/** A tool that a program of the skill implements. The program reads its arguments as JSON from standard input. */
export interface SkillCommand {
	readonly tool: string;
	/** The program and its arguments. Nothing is inserted into them. */
	readonly run: readonly string[];
	readonly timeoutSeconds?: number;
}

/** The limits of a run that follows a skill. A repository's copy of a shipped skill can only make them tighter. */
export interface SkillLimits {
	/** The run may use only these tools (agtop, Safety Hooks: per-skill allowed tools). */
	readonly allowedTools?: readonly string[];
	/** The most permissive mode. */
	readonly mode?: Mode;
	/** The most tool rounds. */
	readonly maxIterations?: number;
	/** The most tokens and minutes. */
	readonly budget?: SkillBudget;
}

/** A skill as its SKILL.md declares it (Wolffish, SKILL.md Reference). */
export interface Skill extends SkillLimits {
	/** The path of its file, as people see it. */
	readonly file: string;
	readonly name: string;
	readonly version?: string;
	readonly description: string;
	/**
	 * Key words for relevance; `*` is always relevant. The open format has no key words. There, the words of the name and the description
	 * are used.
	 */
	readonly triggers: readonly string[];
	readonly tools: readonly ToolDefinition[];
	/** The tools that are commands of the skill. */
	readonly commands: readonly SkillCommand[];
	/** The line of each tool, by name. */
	readonly toolLines: ReadonlyMap<string, number>;
	readonly patterns: SkillPatterns;
	/** Names of the skills that this one depends on. */
	readonly requires: readonly string[];
	/** The line of `requires`. */
	readonly requiresLine?: number;
	/** The line of `allowedTools`. */
	readonly allowedToolsLine?: number;
	/** True if the skill is written in the open format of Agent Skills. */
	readonly isOpenFormat?: true;
	/** True if the model sees this skill only when the run follows or names it. The author does not want a model to choose it. */
	readonly isOnlyNamed?: true;
	/** True if the skill is from the repository's default branch, and not shipped. */
	readonly isOwn?: true;
	/** Problems that a reader of the skill should know. They do not stop a run. */
	readonly notices?: readonly SkillError[];
	/** The markdown below the front matter. It contains direct instructions for the model. */
	readonly body: string;
}

/** The only error class of ours: an outage or bad input, with a code from the closed list. Bugs stay ordinary errors. */
declare class CountersignError extends Error {
    readonly code: FailureCode;
    readonly fix: string;
    constructor({ code, message, fix, cause }: ErrorDetails);
}
/** What an error tells a tired person: what happened, and the line that says what to do. */
interface ErrorDetails {
    readonly code: FailureCode;
    readonly message: string;
    /** What to do now, in one sentence or one line to paste. */
    readonly fix: string;
    readonly cause?: unknown;
}
/** The reason codes of outcome `failed`: also the codes of our errors. */
type FailureCode = (typeof reasonCodes)['failed'][number];
/** A JSON object: the shape of a tool call's arguments. */
type JsonObject = {
    readonly [key: string]: JsonValue;
};
/** Any value that JSON can hold. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | {
    readonly [key: string]: JsonValue;
};
/** The skills that are sound, in name order, and everything that is wrong with the others. */
interface LoadedSkills {
    readonly skills: readonly Skill[];
    readonly diagnostics: readonly SkillError[];
    /** Why files that are there for any agent do not count. */
    readonly leftOut: readonly SkillError[];
}
type Mode = (typeof modes)[number];
/**
 * One danger or confirm pattern. A plain string is matched as the seed says (Wolffish, Safety Patterns): on
 * `tool + " " + JSON.stringify(args)`. `on: executed` is matched on each executed command only, so text that merely
 * mentions a command is not punished.
 */
type PatternSpec = string | {
    readonly pattern: string;
    readonly reason?: string;
    readonly on?: 'raw' | 'executed';
};
/** A pattern with the line on which it stands. */
interface PlacedPattern {
    readonly pattern: string;
    readonly reason?: string;
    readonly on?: 'raw' | 'executed';
    readonly line?: number;
}
/** A capability as its SKILL.md declares it (Wolffish, SKILL.md Reference). */
interface Skill {
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
/** The tokens and minutes of one run. */
interface SkillBudget {
    readonly tokens?: number;
    readonly minutes?: number;
}
/** A tool that a program of the skill does: it reads its arguments as JSON from standard input. */
interface SkillCommand {
    readonly tool: string;
    /** The program and its arguments; nothing is spliced into them. */
    readonly run: readonly string[];
    readonly timeoutSeconds?: number;
}
/** What is wrong with a SKILL.md, where, and what to write instead. */
interface SkillError {
    readonly file: string;
    /** 1-based. */
    readonly line: number;
    /** `tools[0].name`; empty where the file as a whole is meant. */
    readonly field: string;
    readonly message: string;
    readonly fix: string;
}
/** The patterns of one file, in the shape that the gate takes. */
interface SkillPatterns {
    readonly source: string;
    readonly danger: readonly PatternSpec[];
    readonly confirm: readonly PatternSpec[];
    /** Where each of them stands in its file. */
    readonly lines?: {
        readonly danger: readonly number[];
        readonly confirm: readonly number[];
    };
}
type SkillReading = {
    readonly ok: true;
    readonly skill: Skill;
} | {
    readonly ok: false;
    readonly errors: readonly SkillError[];
};
/** A tool as the model is told of it. */
interface ToolDefinition {
    readonly name: string;
    readonly description: string;
    /** JSON Schema of an object. */
    readonly parameters: JsonObject;
}
/**
 * The skill that a task is done by: the one that its words fit best, among those that are instructions for a task. Undefined when none fits. Only
 * the words of the person who asks count. The same task and skills always give the same skill.
 */
declare function chooseSkill(task: string, skills: readonly Skill[]): Skill | undefined;
/**
 * Loads `<folder>/<name>/SKILL.md` of every folder in it, in our format or in the open one of Agent Skills. A file with faults does not hide
 * the others: `diagnostics` has its faults, each with file, line, field and fix. `shownAs` is how the folder is called in them.
 * What a skill requires has to be in the same folder. @throws CountersignError `bad-skill` when the folder cannot be read.
 */
declare function loadSkills(folder: string, shownAs?: string): Promise<LoadedSkills>;
/**
 * How far a run may go unasked, the strictest first (leashd, Safety Pipeline: modes and auto-approve). `plan` reads only; `default` asks for
 * every write; `edit` may write files of the checkout; `contained` may do whatever ends inside a proven sandbox, and is `edit` without one;
 * `auto` turns every confirm into allow.
 */
declare const modes: readonly ['plan', 'default', 'edit', 'contained', 'auto'];
/** The patterns of a skill in the shape that the gate takes, each with its line. */
declare function patternSource({ source, danger, confirm, lines }: SkillPatterns): {
    readonly file: string;
    readonly danger: readonly PlacedPattern[];
    readonly confirm: readonly PlacedPattern[];
};
/**
 * The tools that a run may use which follows a skill; undefined: all of them (agtop, Safety Hooks: Layer 3). A skill whose name says that it
 * looks and judges has the reading tools where it names none.
 */
declare function permittedTools({ name, allowedTools }: Skill): readonly string[] | undefined;
/**
 * Reads one SKILL.md, of our format (Wolffish, SKILL.md Reference) or of the open one of Agent Skills. Never throws: every fault names file,
 * line, field and fix.
 */
declare function readSkill(text: string, fileName: string): SkillReading;
/** Why it ended so. Closed; documented in `docs/outcomes.md`. */
declare const reasonCodes: {
    readonly completed: readonly ["answered", "changes-undelivered", "signed-step-failed", "no-step-succeeded", "no-answer", "no-progress", "iterations-exhausted", "budget-exhausted", "swept"];
    readonly 'nothing-to-do': readonly ["no-command", "not-created", "bot-author", "help-only", "nothing-pending", "comment-gone", "no-changes", "own-pull-request-open", "draft", "fork", "older-head"];
    readonly waiting: readonly ["approval-pending"];
    readonly denied: readonly ["denied-by-maintainer", "expired", "withdrawn"];
    readonly refused: readonly ["no-write-access", "comment-too-long"];
    readonly duplicate: readonly ["command-claimed", "run-advanced-elsewhere", "call-claimed"];
    readonly unknown: readonly ["effect-outcome-unknown"];
    readonly cancelled: readonly ["stopped", "switched-off", "interrupted", "thread-gone"];
    readonly failed: readonly ["bad-event", "bad-input", "bad-config", "bad-policy", "bad-skill", "github-unreachable", "github-refused", "github-archived", "github-gone", "github-locked", "github-rules", "github-secret", "github-workflows", "not-delivered", "model-unauthorized", "model-refused", "model-overloaded", "model-unreachable", "model-script", "checkout-mismatch", "journal-broken", "checkpoint-forged", "checkpoint-truncated", "checkpoint-rolled-back", "checkpoint-foreign", "checkpoint-too-large", "checkpoint-unsealed", "state-key-missing", "state-key-wrong", "sandbox-unavailable", "sweep-incomplete", "internal"];
    readonly 'incompatible-checkpoint': readonly ["unknown-major-version"];
};
/** One error as one line: `skills/a/SKILL.md:3 tools[0].name: … Fix: …` */
declare function renderSkillError({ file, line, field, message, fix }: SkillError): string;
/** Throws what is wrong as one error: a run does not start on half of its rules. @throws CountersignError `bad-skill` */
declare function requireSkills({ skills, diagnostics }: Omit<LoadedSkills, 'leftOut'>): readonly Skill[];
/** The skills that are shipped with this package. */
declare function shippedSkills(): Promise<readonly Skill[]>;
export { CountersignError, LoadedSkills, Mode, PatternSpec, Skill, SkillBudget, SkillCommand, SkillError, SkillPatterns, SkillReading, ToolDefinition, chooseSkill, loadSkills, patternSource, permittedTools, readSkill, renderSkillError, requireSkills, shippedSkills };

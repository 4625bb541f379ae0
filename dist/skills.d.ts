/** Our only error class, for outages and bad input, with a code from a fixed list. Bugs stay ordinary errors. */
declare class CountersignError extends Error {
    readonly code: FailureCode;
    readonly fix: string;
    constructor({ code, message, fix, cause }: ErrorDetails);
}
/** The parts of an error: the code, what happened, and what to do. */
interface ErrorDetails {
    readonly code: FailureCode;
    readonly message: string;
    /** What to do now, in one sentence or one line to paste. */
    readonly fix: string;
    readonly cause?: unknown;
}
/** The reason codes of outcome `failed`. They are also the codes of our errors. */
type FailureCode = keyof Reasons['failed'];
/** A JSON object. The arguments of a tool call have this form. */
type JsonObject = {
    readonly [key: string]: JsonValue;
};
/** Any value that JSON can hold. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | {
    readonly [key: string]: JsonValue;
};
/** The valid skills, sorted by name, and all errors of the others. */
interface LoadedSkills {
    readonly skills: readonly Skill[];
    readonly diagnostics: readonly SkillError[];
    /** Why some files in folders for any agent are not used. */
    readonly leftOut: readonly SkillError[];
}
type Mode = (typeof modes)[number];
/**
 * One danger or confirm pattern. A plain string is matched on `tool + " " + JSON.stringify(args)` (Wolffish, Safety Patterns). `on:
 * executed` matches only the commands that are executed. So text that only mentions a command does not match.
 */
type PatternSpec = string | {
    readonly pattern: string;
    readonly reason?: string;
    readonly on?: 'raw' | 'executed';
};
/** A pattern with its line number. */
interface PlacedPattern {
    readonly pattern: string;
    readonly reason?: string;
    readonly on?: 'raw' | 'executed';
    readonly line?: number;
}
type Reasons = typeof reasons;
/** A skill as its SKILL.md declares it (Wolffish, SKILL.md Reference). */
interface Skill extends SkillLimits {
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
/** The tokens and minutes of one run. */
interface SkillBudget {
    readonly tokens?: number;
    readonly minutes?: number;
}
/** A tool that a program of the skill implements. The program reads its arguments as JSON from standard input. */
interface SkillCommand {
    readonly tool: string;
    /** The program and its arguments. Nothing is inserted into them. */
    readonly run: readonly string[];
    readonly timeoutSeconds?: number;
}
/** What is wrong with a SKILL.md, where, and what to write instead. */
interface SkillError {
    readonly file: string;
    /** 1-based. */
    readonly line: number;
    /** The field, such as `tools[0].name`. It is empty if the error is about the whole file. */
    readonly field: string;
    readonly message: string;
    readonly fix: string;
}
/** The limits of a run that follows a skill. A repository's copy of a shipped skill can only make them tighter. */
interface SkillLimits {
    /** The run may use only these tools (agtop, Safety Hooks: per-skill allowed tools). */
    readonly allowedTools?: readonly string[];
    /** The most permissive mode. */
    readonly mode?: Mode;
    /** The most tool rounds. */
    readonly maxIterations?: number;
    /** The most tokens and minutes. */
    readonly budget?: SkillBudget;
}
/** The patterns of one file, in the shape that the gate takes. */
interface SkillPatterns {
    readonly source: string;
    readonly danger: readonly PatternSpec[];
    readonly confirm: readonly PatternSpec[];
    /** The line of each pattern in its file. */
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
/** A tool as the model sees it. */
interface ToolDefinition {
    readonly name: string;
    readonly description: string;
    /** JSON Schema of an object. */
    readonly parameters: JsonObject;
}
/**
 * Returns the task skill that fits the words of the task best, or undefined if no skill fits. Only the words of the requester are used. The
 * same task and skills always give the same skill.
 */
declare function chooseSkill(task: string, skills: readonly Skill[]): Skill | undefined;
/**
 * Loads the file `SKILL.md` of every folder directly below `folder`, in our format or in the open format of Agent Skills. If one file has
 * errors, the others are still loaded. `diagnostics` contains the errors, each with file, line, field and fix. `shownAs` is the name that
 * the diagnostics use for `folder`. Skills that a skill requires must be in the same folder.
 * @throws CountersignError `bad-skill` if the folder cannot be read.
 */
declare function loadSkills(folder: string, shownAs?: string): Promise<LoadedSkills>;
/**
 * How much a run may do without asking, the strictest mode first (leashd, Safety Pipeline: modes and auto-approve). `plan` only reads.
 * `default` asks for every write. `edit` may write files of the checkout. `contained` may do everything that stays inside a proven sandbox.
 * Without a proven sandbox, it is the same as `edit`. `auto` turns every confirm into allow.
 */
declare const modes: readonly ['plan', 'default', 'edit', 'contained', 'auto'];
/** The patterns of a skill in the form that the gate takes, each with its line. */
declare function patternSource({ source, danger, confirm, lines }: SkillPatterns): {
    readonly file: string;
    readonly danger: readonly PlacedPattern[];
    readonly confirm: readonly PlacedPattern[];
};
/**
 * The tools that a run may use if it follows this skill. Undefined means all tools (agtop, Safety Hooks: Layer 3). A skill that lists no
 * tools gets only the reading tools if its name says that it only reads and judges.
 */
declare function permittedTools({ name, allowedTools }: Skill): readonly string[] | undefined;
/**
 * Parses one SKILL.md of our format (Wolffish, SKILL.md Reference) or of the open format of Agent Skills. It never throws. Every error
 * names file, line, field and fix.
 */
declare function readSkill(text: string, fileName: string): SkillReading;
/** Why a run ended in this way. This is a closed list, documented in `docs/outcomes.md`. */
declare const reasons: {
    readonly completed: {
        readonly answered: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 0;
        };
        readonly 'changes-undelivered': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'signed-step-failed': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'no-step-succeeded': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'no-answer': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'no-progress': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'iterations-exhausted': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'budget-exhausted': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly swept: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly 'nothing-to-do': {
        readonly 'no-command': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'not-created': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bot-author': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'help-only': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 0;
        };
        readonly 'nothing-pending': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 0;
        };
        readonly 'comment-gone': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'no-changes': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'own-pull-request-open': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly draft: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly fork: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'older-head': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly waiting: {
        readonly 'approval-pending': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 3;
        };
    };
    readonly denied: {
        readonly 'denied-by-maintainer': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly expired: {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly withdrawn: {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly refused: {
        readonly 'no-write-access': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'comment-too-long': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly duplicate: {
        readonly 'command-claimed': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'run-advanced-elsewhere': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'call-claimed': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly unknown: {
        readonly 'effect-outcome-unknown': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 3;
        };
    };
    readonly cancelled: {
        readonly stopped: {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'switched-off': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly interrupted: {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 130;
        };
        readonly 'thread-gone': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly failed: {
        readonly 'bad-event': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bad-input': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bad-config': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bad-policy': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'bad-skill': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-unreachable': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-refused': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-archived': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-gone': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-locked': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-rules': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-secret': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'github-workflows': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'not-delivered': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-unauthorized': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-refused': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-overloaded': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-unreachable': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'model-script': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'checkout-mismatch': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'journal-broken': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-forged': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-truncated': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-rolled-back': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-foreign': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-too-large': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'checkpoint-unsealed': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'state-key-missing': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'state-key-wrong': {
            readonly keepsWork: true;
            readonly ofState: true;
            readonly exit: 1;
        };
        readonly 'sandbox-unavailable': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly 'sweep-incomplete': {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
        readonly internal: {
            readonly keepsWork: true;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
    readonly 'incompatible-checkpoint': {
        readonly 'unknown-major-version': {
            readonly keepsWork: false;
            readonly ofState: false;
            readonly exit: 1;
        };
    };
};
/** One error as one line: `skills/a/SKILL.md:3 tools[0].name: … Fix: …` */
declare function renderSkillError({ file, line, field, message, fix }: SkillError): string;
/**
 * Returns the skills, or throws all errors as one. So a run does not start with only part of its rules.
 * @throws CountersignError `bad-skill`
 */
declare function requireSkills({ skills, diagnostics }: Omit<LoadedSkills, 'leftOut'>): readonly Skill[];
/** Returns the skills that this package ships. */
declare function shippedSkills(): Promise<readonly Skill[]>;
export { CountersignError, LoadedSkills, Mode, PatternSpec, Skill, SkillBudget, SkillCommand, SkillError, SkillLimits, SkillPatterns, SkillReading, ToolDefinition, chooseSkill, loadSkills, patternSource, permittedTools, readSkill, renderSkillError, requireSkills, shippedSkills };

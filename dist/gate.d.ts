/** The parts of a call that need approval and that can limit a grant. */
interface Asks extends Bounds {
    /** If true, something else in the call needs approval, too. */
    readonly others?: true;
}
/**
 * The limits of a grant for the run: the hosts and the classes of delivered files that the request showed. A field that is left out does
 * not limit the grant.
 */
interface Bounds {
    /** Exact names. */
    readonly hosts?: readonly string[];
    readonly classes?: readonly DeliveredClass[];
}
interface Compiled {
    readonly file: string;
    readonly line?: number;
    readonly key: PatternKey;
    readonly pattern: string;
    readonly reason: string | undefined;
    readonly on: 'raw' | 'executed';
    readonly ofOrganization?: true;
    readonly isShipped?: true;
}
/** A caller's own patterns. If one of them cannot be used, a gate asks about every call that no rule decides. */
interface CompiledPatterns {
    readonly patterns: Patterns;
    readonly problems: readonly PatternProblem[];
}
/** The conditions of a rule. An undefined condition does not restrict it. */
interface Conditions {
    /** Countersign's names of the tools. `mcp__server__*` means all tools of a server. Undefined means any tool. */
    readonly tools: ReadonlySet<string> | undefined;
    readonly effects: ReadonlySet<EffectKind> | undefined;
    readonly commandPatterns: readonly Regex[] | undefined;
    readonly pathPatterns: readonly Regex[] | undefined;
    /** Matched on the effect in words, as people see it. */
    readonly effectPatterns: readonly Regex[] | undefined;
    readonly branches: readonly Glob[] | undefined;
    readonly paths: readonly Glob[] | undefined;
    /** Names of hosts in lower case. `*.example.com` means all names below it. */
    readonly hosts: readonly string[] | undefined;
    readonly minRisk: Risk | undefined;
}
/** Our only error class, for outages and bad input, with a code from a fixed list. Bugs stay ordinary errors. */
declare class CountersignError extends Error {
    readonly code: FailureCode;
    readonly fix: string;
    constructor({ code, message, fix, cause }: ErrorDetails);
}
/** The gate's decision. Block is stricter than confirm, and confirm is stricter than allow. */
type Decision = 'allow' | 'confirm' | 'block';
/** The owner of a declared tool (`the skill notes`), the program that the tool runs, and whether it may write the checkout. */
type DeclaredTool = Pick<Extract<Effect, {
    kind: 'exec.tool';
}>, 'from' | 'runs' | 'writes'>;
type DeliveredClass = keyof typeof deliveredClasses;
/** One path that a delivery changes. `before` or `after` is undefined if there is no file. */
interface DeliveredFile {
    readonly path: string;
    readonly before: FileState | undefined;
    /** The file as the commit would contain it, which may differ from the file on the disk. */
    readonly after: FileState | undefined;
    /** A pull request hides the file's difference because of `.gitattributes`. */
    readonly isFolded?: true;
}
/**
 * One thing that a tool call would do. This is the complete list of effects that the gate judges. Paths inside the workspace are relative
 * to its root, and other paths are absolute. All use `/`.
 */
type Effect = 
/**
 * Reads the content or the listing of a path. `public` means that the path is outside the checkout and not private, such as
 * documentation, headers or libraries.
 */
{
    readonly kind: 'read';
    readonly path: string;
    readonly public?: true;
}
/** Creates or changes a file. `scratch` means a folder that exists only for this call. */
 | {
    readonly kind: 'write';
    readonly path: string;
    readonly scratch?: true;
}
/**
 * Deletes a file or a whole folder. `moved` means that the same command writes the content to another path. `fresh` means that the same
 * line made the folder under a new name, which no caller could choose.
 */
 | {
    readonly kind: 'delete';
    readonly path: string;
    readonly recursive: boolean;
    readonly moved?: true;
    readonly fresh?: true;
}
/** Starts a program whose effects are not known exactly. */
 | {
    readonly kind: 'exec';
    readonly program: string;
    readonly argv: readonly string[];
}
/** Runs a test, lint, type check or build that the project declares. `definedIn` is the file with the declaration. */
 | {
    readonly kind: 'exec.project';
    readonly script: string;
    readonly definedIn: string;
}
/**
 * Runs a tool that the repository declares, in the sandbox and without network. The tool is a skill's command or belongs to an MCP server.
 * `from` is the owner of the tool, and `runs` is the program.
 */
 | {
    readonly kind: 'exec.tool';
    readonly tool: string;
    readonly from: string;
    readonly runs: string;
    readonly writes: boolean;
}
/** Talks to a host. */
 | {
    readonly kind: 'network';
    readonly host: string;
}
/** Reads or prints a credential. */
 | {
    readonly kind: 'secret.read';
    readonly what: string;
}
/** Stages, commits or branches locally. Nothing leaves the checkout. */
 | {
    readonly kind: 'git.commit';
    readonly what: string;
}
/** Sends refs to a remote. */
 | {
    readonly kind: 'git.push';
    readonly remote: string;
    readonly ref: string;
    readonly force: boolean;
}
/** Rewrites or drops local history or uncommitted work. */
 | {
    readonly kind: 'git.rewrite';
    readonly what: string;
}
/** Reads issues, pull requests, checks or releases of the run's own repository through the API. */
 | {
    readonly kind: 'forge.read';
    readonly what: string;
}
/** Changes something on the forge, such as a comment, a pull request or a label. `target` says which one. */
 | {
    readonly kind: 'forge.write';
    readonly what: ForgeWrite;
    readonly target: string;
}
/**
 * Puts a changed file of the working tree into a pull request. It does not matter what changed the file. `what` is the class of the file,
 * and `detail` says what is important about the change.
 */
 | {
    readonly kind: 'deliver';
    readonly path: string;
    readonly change: 'added' | 'changed' | 'deleted';
    readonly what: DeliveredClass;
    readonly detail?: string;
}
/** Becomes another user, or changes permissions. */
 | {
    readonly kind: 'privilege';
    readonly how: string;
}
/** Writes something that executes later, such as a hook, a workflow, or a git or shell configuration. */
 | {
    readonly kind: 'config.write';
    readonly path: string;
}
/**
 * Destroys data or machines outside the checkout, such as a database, cloud resources, a cluster or a repository. `local` means that a
 * task of the project does this to a target from the project's configuration.
 */
 | {
    readonly kind: 'destroy';
    readonly what: string;
    readonly local?: true;
}
/**
 * The effect cannot be known, so the call always needs approval. If `tool` is set, the tool itself is unknown, and only a rule with its
 * name allows the call. `unplaced` means that the path of a file tool leads to an unknown place.
 */
 | {
    readonly kind: 'opaque';
    readonly why: string;
    readonly tool?: string;
    readonly unplaced?: true;
};
type EffectKind = Effect['kind'];
/** The parts of an error: the code, what happened, and what to do. */
interface ErrorDetails {
    readonly code: FailureCode;
    readonly message: string;
    /** What to do now, in one sentence or one line to paste. */
    readonly fix: string;
    readonly cause?: unknown;
}
/** What the gate must know about the disk and this run. The gate reads nothing by itself. Paths are as in {@link Effect}. */
interface Facts {
    /** The absolute, real path of the workspace. */
    readonly root: string;
    readonly home: string;
    /** Directories outside the workspace that count as part of it. Absolute, real paths. None if left out. */
    readonly roots?: readonly string[];
    /** Directories outside the workspace that may be read but not changed. Absolute, real paths. None if left out. */
    readonly readRoots?: readonly string[];
    /** Returns the absolute path with every link resolved, as far as the path exists. Undefined if that is not known. */
    realPath(path: string): string | undefined;
    /** Returns the text of a file inside the workspace, up to 1 MB. Undefined if there is no file or it is larger. */
    readText(path: string): string | undefined;
    /** Returns whether there is a file with readable text. If left out, the file is read. */
    isFile?(path: string): boolean;
    /** Returns whether there is a directory at an absolute path. If left out, changing to the directory is assumed to succeed. */
    isDirectory?(path: string): boolean;
    /** Returns whether there is anything at an absolute path, of any size. If left out, an unreadable path is assumed to be missing. */
    isThere?(path: string): boolean;
    /**
     * Returns the names in a folder, by its absolute path. Empty if the folder does not exist. Undefined if
     * the names are not known. If the function is left out, they are never known. Then a call with file patterns needs approval whenever a
     * name or a link could do harm.
     */
    entries?(folder: string): readonly FolderEntry[] | undefined;
    /** Returns whether this run created or changed the file. */
    changedInRun(path: string): boolean;
    /** If true, a delivery adds a commit to the run's pull request, and opens no other pull request. */
    readonly addsToPull?: boolean;
    /** Returns what a delivery would change in its target. If left out, this is not known. */
    delivered?(): readonly DeliveredFile[];
    /** Returns how many files the base commit has. If left out, this is not known. */
    tracked?(): number;
    /** Returns a tool that the repository declares, by its whole name. If left out, there are no such tools. */
    declaredTool?(name: string): DeclaredTool | undefined;
}
/** The reason codes of outcome `failed`. They are also the codes of our errors. */
type FailureCode = keyof Reasons['failed'];
/** A git file before or after a delivery. The bytes of a link are its target. */
interface FileState {
    readonly mode: '100644' | '100755' | '120000';
    readonly bytes: Uint8Array;
}
/** One name in a folder. Kind `packages` is a folder of files from a package manager, without committed files. */
interface FolderEntry {
    readonly name: string;
    readonly kind: 'file' | 'folder' | 'link' | 'packages';
}
/** The kinds of changes on the forge. The target `own` means the run's own thread or its own draft pull request. */
type ForgeWrite = 'comment' | 'draft-pull-request' | 'pull-request-commit' | 'label' | 'review' | 'other';
/** The gate judges one call and returns one verdict. It is pure and synchronous. If it throws, the call is blocked. */
interface Gate {
    judge(call: ToolCall, context: GateContext): Verdict;
    /** Returns the file with the repository's standing approvals and a new rule for this call, as `/approve A1 always` proposes it. */
    propose?(call: ToolCall, context: GateContext, because: string): StandingProposal;
}
interface GateContext {
    readonly facts: Facts;
    readonly mode: Mode;
    readonly grants: readonly Grant[];
    /** The proven walls of the sandbox for the call. Without them, mode `contained` is the same as `edit`. */
    readonly walls?: Walls;
}
interface GateOptions {
    /** One of them is the floor. Files do not override each other: the strictest opinion wins. */
    readonly policies: readonly Policy[];
    readonly patterns: Patterns;
    /** Approvals for every run, or a person's approvals for the hook. They can turn the `confirm` of a policy into `allow`. */
    readonly standing?: Standing;
    /** Branches with this prefix belong to the run. */
    readonly ownBranchPrefix?: string;
    /** The tools that this skill and mode permit. `any` if the caller has tools that the gate cannot list. */
    readonly knownTools: readonly string[] | 'any';
}
/**
 * A glob over names with `/`. It must match the whole name. `*` and `?` match within a component, and `**` matches any number of
 * components. `[a-z]` matches one character, and `{a,b}` matches either text. `src/**` matches `src` and everything below it.
 */
interface Glob {
    readonly source: string;
    /** Returns whether the glob matches this name. */
    test(name: string): boolean;
    /** Returns whether the glob matches this name and everything below it. */
    coversTree(name: string): boolean;
    /** Returns whether the glob matches a name that this shell pattern could expand to. */
    meets(pattern: string): boolean;
    /** Returns whether the glob's part before its first wildcard is below this directory. */
    isBelow(directory: string): boolean;
}
/** A permission that turns a verdict `confirm` into `allow`. It never changes a block. */
type Grant = {
    readonly kind: 'mode';
    readonly mode: Mode;
}
/**
 * One tool for the rest of the run. `/approve A1 for-run` covers one rule, and only the hosts and file classes that the request showed.
 * `/approve A1 for-run tool` covers any rule.
 */
 | ({
    readonly kind: 'tool';
    readonly tool: string;
    readonly rule?: string;
    readonly by: Person;
} & Bounds)
/** A command of `setup` in the configuration, which maintainers wrote on the default branch. */
 | {
    readonly kind: 'setup';
}
/** Every later call of the run that needs approval (`/approve A1 for-run everything`). */
 | {
    readonly kind: 'blanket';
    readonly by: Person;
};
/** A JSON object. The arguments of a tool call have this form. */
type JsonObject = {
    readonly [key: string]: JsonValue;
};
/** Any value that JSON can hold. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | {
    readonly [key: string]: JsonValue;
};
/** What a caller may choose. Everything has a default. */
type LibraryOptions = Partial<Omit<GateOptions, 'policies'>> & {
    readonly policies?: readonly Policy[];
};
interface LocalFactsOptions {
    /** The path of the checkout. It may contain links. */
    readonly root: string;
    /** The home of the user who would run the call. */
    readonly home: string;
    /** Directories outside the checkout that file tools may also use. */
    readonly roots?: readonly string[];
    /** Directories outside the checkout that file tools may read but not change. */
    readonly readRoots?: readonly string[];
    /** The paths that count as changed in this run. They are relative to the root. A directory includes everything below it. */
    readonly changed?: readonly string[];
}
/** One rule that matched a call. */
interface Match {
    readonly stage: Stage;
    readonly decision: Decision;
    readonly rule: string;
    readonly reason: string;
    readonly risk: Risk;
    /** The part of the call that the rule matched: a simple command, a path, or an effect in words. */
    readonly evidence: string;
    readonly file?: string;
    readonly line?: number;
    /** Who may approve, if the rule names certain people: `@login#id`, `@org/team`, or a role. */
    readonly approvers?: readonly string[];
}
type Mode = (typeof modes)[number];
/** The key of a pattern in its file. */
type PatternKey = 'danger_patterns' | 'confirm_patterns' | 'blocked_patterns';
/** A pattern that does not compile. */
interface PatternProblem {
    readonly file: string;
    readonly line?: number;
    readonly key: PatternKey;
    readonly pattern: string;
    readonly message: string;
    readonly ofOrganization?: true;
}
/** The patterns of one skill (`danger_patterns`, `confirm_patterns`) or of a configuration. Seed document: Wolffish, Safety Patterns. */
interface PatternSource {
    readonly file: string;
    readonly danger: readonly PatternSpec[];
    readonly confirm: readonly PatternSpec[];
    /** Patterns that block, from `blocked_patterns` of a configuration. Seed document: agtop, Safety Hooks. */
    readonly blocked?: readonly PatternSpec[];
    /**
     * These are patterns of the organization. If one of them does not compile, only a match of the organization's own policies and patterns
     * can replace it, not a match of a repository's.
     */
    readonly ofOrganization?: true;
    /** Countersign ships these patterns. Only for them can mode `contained` turn `confirm` into `allow`. */
    readonly isShipped?: true;
}
/**
 * A pattern. A string is matched on the raw text, as the seed document says. With `executed`, it is matched on each executed command only.
 */
type PatternSpec = string | {
    readonly pattern: string;
    readonly reason?: string | undefined;
    readonly on?: 'raw' | 'executed' | undefined;
    /** The line in its file. */
    readonly line?: number | undefined;
};
/** The compiled patterns of a run. They come from skills and from the configuration, and none is built in. */
interface Patterns {
    readonly raw: readonly Compiled[];
    readonly executed: readonly Compiled[];
    readonly rawSet: RegexSet;
    readonly executedSet: RegexSet;
    /**
     * Patterns that do not compile. While there is one, each call that does more than read needs approval, unless another pattern or a
     * policy that is not a shipped base matches the call.
     */
    readonly skipped: readonly PatternProblem[];
}
/** A GitHub user. The numeric id stays the same even if a login becomes free and another person takes it. */
interface Person {
    readonly id: number;
    readonly login: string;
}
/** A policy file that has passed its own examples. */
interface Policy {
    readonly name: string;
    readonly file: string;
    /** The repository or its organization wrote the policy. No mode turns its `confirm` into `allow`, unless it sets `contained`. */
    readonly isOwn?: true;
    /** The policy applies in every repository of an organization. No other policy and no standing approval can make it milder. */
    readonly ofOrganization?: true;
    readonly rules: readonly Rule[];
    readonly defaultAction: Decision | undefined;
    /** Whether mode `contained` turns the file's `confirm` into `allow`. Undefined means yes for a shipped policy, and no for any other. */
    readonly contained: boolean | undefined;
    readonly approvalTimeoutSeconds: number | undefined;
    /** Warnings for the reader of the run. They do not stop it. */
    readonly warnings: readonly string[];
}
/** A host whose address may be private, and why the maintainers trust it. */
interface PrivateHost {
    /** One exact name, perhaps with a port. */
    readonly host: string;
    readonly because: string;
}
type Reasons = typeof reasons;
/** A compiled pattern. It is case-sensitive, and matches anywhere in a text. */
interface Regex {
    readonly source: string;
    test(text: string): boolean;
}
/** Several patterns that are matched at once, without case. `match` returns the indexes of all patterns that matched. */
interface RegexSet {
    match(text: string): readonly number[];
}
/** The levels of leashd, Safety Pipeline: CommandAnalyzer. */
type Risk = 'low' | 'medium' | 'high' | 'critical';
/** One rule of a policy file, ready to match. */
interface Rule extends Conditions {
    readonly name: string;
    /** Who may approve calls that match it: `@login#number`, `@org/team`, or a role. */
    readonly approvers: readonly string[] | undefined;
    /** The last day on which it is valid, as `2026-12-31`. */
    readonly expires: string | undefined;
    /** Whether mode `contained` turns the rule's `confirm` into `allow`. If undefined, the file decides. */
    readonly contained: boolean | undefined;
    readonly decision: Decision;
    readonly reason: string;
    readonly risk: Risk;
    readonly line: number;
}
type Stage = (typeof stages)[number];
/** Approvals that were given before the call. */
interface Standing {
    /** Rules that only allow. */
    readonly policy: Policy;
    /** The rules belong to the person whose agent makes the call. A rule that names the command also covers a shipped `confirm` pattern. */
    readonly answersPatterns?: true;
}
/** A file of the default branch with one additional rule, or the reason why no rule is possible. */
type StandingProposal = {
    readonly kind: 'proposed';
    readonly path: string;
    readonly text: string;
    readonly baseSha?: string;
} | {
    readonly kind: 'none';
    readonly why: string;
};
/** What the configuration allows every command of `shell_exec` to reach. */
interface StandingReach {
    /** Exact names, or `*.name` for all names that end with it. Without a port, 443 and 80 are allowed. */
    readonly hosts: readonly string[];
    /** The hosts in `hosts` that may have a private address. */
    readonly privateHosts: readonly PrivateHost[];
    /** Ports of the job's own loopback, as `localhost:5432`. */
    readonly services: readonly string[];
    /** If true, commands reach all hosts except private ones by the proxy of the job's network, which also resolves their names. */
    readonly upstreamProxy?: true;
}
/** One call as the model made it, independent of the provider (Wolffish, The Agent Pipeline: `{ name, args, id }`). */
interface ToolCall {
    readonly id: string;
    readonly name: string;
    readonly args: JsonObject;
}
/** The gate's verdict on one call: the strictest decision, and all matches. */
interface Verdict {
    readonly decision: Decision;
    readonly risk: Risk;
    /** The reason of the deciding match, for the model and for people. */
    readonly reason: string;
    /** The name of the rule that decided. */
    readonly rule: string;
    readonly effects: readonly Effect[];
    readonly matches: readonly Match[];
    /** Files whose content influenced the verdict, or that would be executed. An approval is valid only while they are unchanged. */
    readonly executes: readonly string[];
    /** The parts of the call that need approval, if a grant for the run can be limited to them. */
    readonly asks?: Asks;
    /** The sandbox walls that the verdict relies on, if mode `contained` allowed the call. */
    readonly walls?: Walls;
}
type Wall = keyof typeof wallWords;
/**
 * The walls of a proven sandbox, and the hosts and services that maintainers opened. The probe does not test these openings in the network
 * wall.
 */
interface Walls extends Partial<StandingReach> {
    /** The sandbox with its version. */
    readonly sandbox: string;
    /** How the sandbox was proven, in words for people. */
    readonly proof: string;
    readonly closed: readonly Wall[];
    /** The private folders of each call. */
    readonly scratch: readonly string[];
}
/**
 * Compiles a caller's own patterns, on an engine with linear time. If a pattern does not compile, the problem names its file and the
 * pattern.
 */
declare function compilePatterns(sources: readonly PatternSource[]): Promise<CompiledPatterns>;
/**
 * Creates a gate, for use as a library: `import { createGate, localFacts } from 'countersign/gate'`. Without options it uses the shipped
 * default policy, the floor, the patterns of the shipped skills and the shipped blocked patterns. It then accepts calls of any tool.
 * @throws CountersignError `bad-policy` if policies are given and the floor is not among them.
 */
declare function createGate(options?: LibraryOptions): Gate;
/** The classes of delivered files that have separate rules, with a description of each. */
declare const deliveredClasses: {
    readonly workflow: 'a workflow or an action, which runs with the rights of the repository';
    readonly 'code-owners': 'the rules about who must review which files';
    readonly controls: 'the configuration, policies or skills of Countersign';
    readonly 'package-scripts': 'scripts that package managers and builds run automatically';
    readonly 'dependency-source': 'the places from which packages come, or their digests';
    readonly lockfile: 'the versions of packages';
    readonly 'git-hooks': 'hooks, filters or submodules of git';
    readonly 'executed-later': 'a file that editors, containers, other CI, bots or tools execute or read as settings';
    readonly 'agent-instructions': 'instructions for agents in this repository';
    readonly link: 'a symbolic link, or a new target of a link';
    readonly executable: 'a file that becomes executable';
    readonly binary: 'content that a diff does not show';
    readonly misleading: 'a name or a text that looks like a different one';
    readonly large: 'a very long file, or a part of a very large delivery';
    readonly generated: 'generated, built or installed code, which is hard to review';
    readonly 'deleted-in-number': 'one of many deleted files';
    readonly ordinary: 'an ordinary file';
};
/**
 * Reads a policy file's text. The reader is loaded when it is first needed. @throws CountersignError `bad-policy` that names file and
 * line.
 */
declare function loadPolicy(text: string, file: string): Promise<Policy>;
/**
 * Returns the facts about a disk for the gate, without a run. The gate has no base commit here, so the caller must list the changed
 * paths. @throws CountersignError `bad-input` if the root does not exist.
 */
declare function localFacts({ root, home, roots, readRoots, changed }: LocalFactsOptions): Facts;
/**
 * How much a run may do without asking, the strictest mode first (leashd, Safety Pipeline: modes and auto-approve). `plan` only reads.
 * `default` asks for every write. `edit` may write files of the checkout. `contained` may do everything that stays inside a proven sandbox.
 * Without a proven sandbox, it is the same as `edit`. `auto` turns every confirm into allow.
 */
declare const modes: readonly ['plan', 'default', 'edit', 'contained', 'auto'];
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
/** Returns the patterns of the shipped skills, and the patterns that block calls unless a configuration says otherwise. */
declare function shippedPatterns(): Patterns;
/** Returns compiled policies by their names, always with the floor. @throws CountersignError `bad-input` for any other name. */
declare function shippedPolicies(names: readonly string[]): readonly Policy[];
/** The gate's layers in their order, then the parts of a run that judge the run's own calls. */
declare const stages: readonly ['tools', 'secrets', 'paths', 'patterns', 'floor', 'effects', 'policy', 'risk', 'grant', 'default', 'error'];
/**
 * Each wall of a job's sandbox, with a description for people. At the start of every job, a probe tries to pass each wall. Mode `contained`
 * relies on all of them.
 */
declare const wallWords: {
    readonly network: 'no network';
    readonly credentials: 'no credential of the job';
    readonly machine: 'no file of the machine but programs, read-only';
    readonly scratch: 'a home of its own for each call, with nothing in it but package caches, and empty temporary folders';
    readonly git: 'a sealed `.git`';
    readonly processes: 'no process of the machine, and none that outlives its call';
};
export { CompiledPatterns, CountersignError, Effect, Facts, FolderEntry, Gate, GateContext, GateOptions, LibraryOptions, LocalFactsOptions, Match, PatternProblem, PatternSource, PatternSpec, Patterns, Policy, Standing, ToolCall, Verdict, compilePatterns, createGate, loadPolicy, localFacts, shippedPatterns, shippedPolicies };

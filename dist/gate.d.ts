/** What a call asks about, as far as a grant can be bound to it. */
interface Asks extends Bounds {
    /** Something else asks, too. */
    readonly others?: true;
}
/** What a grant for the run is bound to: the hosts and the classes of delivered files that its request showed. Left out, it is not bound. */
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
/** Patterns of one's own. While one of them cannot be used, a gate asks about what nothing else speaks about. */
interface CompiledPatterns {
    readonly patterns: Patterns;
    readonly problems: readonly PatternProblem[];
}
/** The only error class of ours: an outage or bad input, with a code from the closed list. Bugs stay ordinary errors. */
declare class CountersignError extends Error {
    readonly code: FailureCode;
    readonly fix: string;
    constructor({ code, message, fix, cause }: ErrorDetails);
}
/** What the gate says. Ordered: block is stricter than confirm, confirm than allow. */
type Decision = 'allow' | 'confirm' | 'block';
/** Whose a declared tool is (`the skill notes`), what it runs, and whether it may write the checkout. */
type DeclaredTool = Pick<Extract<Effect, {
    kind: 'exec.tool';
}>, 'from' | 'runs' | 'writes'>;
type DeliveredClass = keyof typeof deliveredClasses;
/** One path that a delivery changes; undefined where there is no file. */
interface DeliveredFile {
    readonly path: string;
    readonly before: FileState | undefined;
    /** As the commit would hold it, not as it lies on the disk. */
    readonly after: FileState | undefined;
    /** A pull request does not show its difference, because `.gitattributes` say so. */
    readonly isFolded?: true;
}
/**
 * What a tool call would do to the world: the closed vocabulary that the gate judges.
 * Paths are relative to the workspace root where they lie inside it, else absolute; `/`-separated.
 */
type Effect = 
/** Reads the content or the listing of a path. `public`: outside of the checkout, and nobody's own: documentation, headers, libraries. */
{
    readonly kind: 'read';
    readonly path: string;
    readonly public?: true;
}
/** Creates or changes a file. `scratch`: in a folder that the call has for itself, until it ends. */
 | {
    readonly kind: 'write';
    readonly path: string;
    readonly scratch?: true;
}
/** Removes a file, or a whole tree. `moved`: what it held is written to another path by the same command. */
 | {
    readonly kind: 'delete';
    readonly path: string;
    readonly recursive: boolean;
    readonly moved?: true;
}
/** Starts a program whose doings are not known in more detail. */
 | {
    readonly kind: 'exec';
    readonly program: string;
    readonly argv: readonly string[];
}
/** Runs the project's own declared test, lint, type check or build. `definedIn` is the file that declares it. */
 | {
    readonly kind: 'exec.project';
    readonly script: string;
    readonly definedIn: string;
}
/**
 * Runs a tool that the repository declares, a skill's command or one of an MCP server, in the sandbox and without network. `from` says
 * whose it is, `runs` which program.
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
/** Stages, commits or branches locally: nothing leaves the checkout. */
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
/** Changes something on the forge: a comment, a pull request, a label. `target` tells on what. */
 | {
    readonly kind: 'forge.write';
    readonly what: ForgeWrite;
    readonly target: string;
}
/**
 * Puts a changed file of the working tree into a pull request, whatever changed it. `what` is the class whose rules it falls under;
 * `detail` tells what about it matters.
 */
 | {
    readonly kind: 'deliver';
    readonly path: string;
    readonly change: 'added' | 'changed' | 'deleted';
    readonly what: DeliveredClass;
    readonly detail?: string;
}
/** Becomes another user, or changes who may do what. */
 | {
    readonly kind: 'privilege';
    readonly how: string;
}
/** Writes something that executes later: a hook, a workflow, a git or shell configuration. */
 | {
    readonly kind: 'config.write';
    readonly path: string;
}
/**
 * Destroys data or machines beyond the checkout: a database, cloud resources, a cluster, a repository. `local`: a task of the project does
 * it, to whatever its configuration names and it can reach.
 */
 | {
    readonly kind: 'destroy';
    readonly what: string;
    readonly local?: true;
}
/** Cannot be known. Never allowed unasked, but for `tool`: an unknown tool, which only a rule that names it allows. */
 | {
    readonly kind: 'opaque';
    readonly why: string;
    readonly tool?: string;
};
type EffectKind = Effect['kind'];
/** What an error tells a tired person: what happened, and the line that says what to do. */
interface ErrorDetails {
    readonly code: FailureCode;
    readonly message: string;
    /** What to do now, in one sentence or one line to paste. */
    readonly fix: string;
    readonly cause?: unknown;
}
/** What the gate must know of the disk and of this run, without touching either. Paths as in {@link Effect}. */
interface Facts {
    /** The absolute, real path of the workspace. */
    readonly root: string;
    readonly home: string;
    /** Directories beside the workspace that count as its inside, absolute and real; none when left out. */
    readonly roots?: readonly string[];
    /** Directories beside the workspace that may be read and not changed, absolute and real; none when left out. */
    readonly readRoots?: readonly string[];
    /** The absolute path with every link resolved, as far as it exists; undefined when that cannot be told. */
    realPath(path: string): string | undefined;
    /** The text of a file inside the workspace, up to 1 MB; undefined when there is none or it is larger. */
    readText(path: string): string | undefined;
    /** Whether there is a file whose text could be read; when left out, it is read. */
    isFile?(path: string): boolean;
    /** Whether there is a directory at an absolute path; when left out, changing to it is taken to succeed. */
    isDirectory?(path: string): boolean;
    /** Whether there is anything at an absolute path, of whatever size; when left out, what cannot be read is taken to be absent. */
    isThere?(path: string): boolean;
    /**
     * What lies in a folder, by its absolute path: nothing where there is no folder; undefined when that cannot be told. Left out it can never be told,
     * so that patterns and lists of files ask where a name or a link could do harm.
     */
    entries?(folder: string): readonly FolderEntry[] | undefined;
    /** Whether this run created or changed the file. */
    changedInRun(path: string): boolean;
    /** The delivery is a commit on the branch of the run's pull request, and opens no other one. */
    readonly addsToPull?: boolean;
    /** What a delivery would change of what it goes onto; when left out, that cannot be told. */
    delivered?(): readonly DeliveredFile[];
    /** How many files the base commit has; when left out, that cannot be told. */
    tracked?(): number;
    /** A tool that the repository declares, by its whole name; when left out, there is none. */
    declaredTool?(name: string): DeclaredTool | undefined;
}
/** The reason codes of outcome `failed`: also the codes of our errors. */
type FailureCode = (typeof reasonCodes)['failed'][number];
/** A file of git as it is before or after a delivery: a link's bytes are its target. */
interface FileState {
    readonly mode: '100644' | '100755' | '120000';
    readonly bytes: Uint8Array;
}
/** One name in a folder. A folder `packages` holds what a package manager put there, and nothing that is committed. */
interface FolderEntry {
    readonly name: string;
    readonly kind: 'file' | 'folder' | 'link' | 'packages';
}
/** What can be written on the forge. `own` targets are the run's own thread and its own draft pull request. */
type ForgeWrite = 'comment' | 'draft-pull-request' | 'pull-request-commit' | 'label' | 'review' | 'other';
/** One call in, one verdict out; pure and synchronous. A throw inside is a block. */
interface Gate {
    judge(call: ToolCall, context: GateContext): Verdict;
    /** The repository's standing approvals with a rule for this call, as `/approve A1 always` proposes them. */
    propose?(call: ToolCall, context: GateContext, because: string): StandingProposal;
}
interface GateContext {
    readonly facts: Facts;
    readonly mode: Mode;
    readonly grants: readonly Grant[];
    /** The walls of the sandbox that the call would run in, once they are proven. Without them mode `contained` is `edit`. */
    readonly walls?: Walls;
}
interface GateOptions {
    /** One of them is the floor. Files do not overrule each other: the strictest opinion wins. */
    readonly policies: readonly Policy[];
    readonly patterns: Patterns;
    /** What maintainers approved for every run, or a person for the hook: it answers what policies ask. */
    readonly standing?: Standing;
    /** Branches that begin so are the run's own. */
    readonly ownBranchPrefix?: string;
    /** The tools that this skill and mode permit; `any` where the caller has tools that the gate cannot list. */
    readonly knownTools: readonly string[] | 'any';
}
/**
 * A glob over `/`-separated names, held against the whole name: `*` and `?` stay within a component, `**` stands for any number of
 * components, `[a-z]` for one character, `{a,b}` for either. `src/**` is `src` and everything below it.
 */
interface Glob {
    readonly source: string;
    /** Whether it matches this name. */
    test(name: string): boolean;
    /** Whether it matches this name and everything below it. */
    coversTree(name: string): boolean;
    /** Whether a name that this shell pattern could expand to is matched. */
    meets(pattern: string): boolean;
    /** Whether what it names begins below this directory. */
    isBelow(directory: string): boolean;
}
/** Something that turns confirm into allow, and never block into anything. */
type Grant = {
    readonly kind: 'mode';
    readonly mode: Mode;
}
/**
 * One tool for the rest of the run, under one rule and within what was shown (`/approve A1 for-run`), or under any rule
 * (`/approve A1 for-run tool`).
 */
 | ({
    readonly kind: 'tool';
    readonly tool: string;
    readonly rule?: string;
    readonly by: Person;
} & Bounds)
/** A command of the configuration's `setup`, as maintainers wrote it on the default branch. */
 | {
    readonly kind: 'setup';
}
/** Every confirm of the run (`/approve A1 for-run everything`). */
 | {
    readonly kind: 'blanket';
    readonly by: Person;
};
/** A JSON object: the shape of a tool call's arguments. */
type JsonObject = {
    readonly [key: string]: JsonValue;
};
/** Any value that JSON can hold. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | {
    readonly [key: string]: JsonValue;
};
/** What a caller may choose; everything has a default. */
type LibraryOptions = Partial<Omit<GateOptions, 'policies'>> & {
    readonly policies?: readonly Policy[];
};
interface LocalFactsOptions {
    /** The checkout; links in its own path are followed. */
    readonly root: string;
    /** The home of whoever would run the call. */
    readonly home: string;
    /** Directories beside the checkout that file tools may touch, too. */
    readonly roots?: readonly string[];
    /** Directories beside the checkout that may be read. */
    readonly readRoots?: readonly string[];
    /** What counts as changed in this run: paths relative to the root, a directory for all below it. */
    readonly changed?: readonly string[];
}
/** One rule that spoke about a call. */
interface Match {
    readonly stage: Stage;
    readonly decision: Decision;
    readonly rule: string;
    readonly reason: string;
    readonly risk: Risk;
    /** The part of the call that the rule saw: a simple command, a path, an effect in words. */
    readonly evidence: string;
    readonly file?: string;
    readonly line?: number;
    /** Who may approve, where a rule asks certain people: `@login#id`, `@org/team`, or a role. */
    readonly approvers?: readonly string[];
}
type Mode = (typeof modes)[number];
/** The key under which a pattern stands in its file. */
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
/** The patterns of one skill (Wolffish, Safety Patterns: danger_patterns, confirm_patterns) or of a configuration. */
interface PatternSource {
    readonly file: string;
    readonly danger: readonly PatternSpec[];
    readonly confirm: readonly PatternSpec[];
    /** agtop, Safety Hooks: `safety.blocked_patterns`. */
    readonly blocked?: readonly PatternSpec[];
    /** No rule and no pattern of a repository stands in for what cannot be used of it. */
    readonly ofOrganization?: true;
    /** It comes with Countersign: mode `contained` answers what it asks. Nobody else's pattern does it answer. */
    readonly isShipped?: true;
}
/** A pattern: a string is matched as the seed says, on the raw text; `executed` on each executed command only. */
type PatternSpec = string | {
    readonly pattern: string;
    readonly reason?: string | undefined;
    readonly on?: 'raw' | 'executed' | undefined;
    /** Where it stands in its file. */
    readonly line?: number | undefined;
};
/** Compiled patterns of a run. None is built in: they come from skills and from the configuration. */
interface Patterns {
    readonly raw: readonly Compiled[];
    readonly executed: readonly Compiled[];
    readonly rawSet: RegexSet;
    readonly executedSet: RegexSet;
    /** Those that do not compile. While there is one, a gate asks about what nothing else speaks about. */
    readonly skipped: readonly PatternProblem[];
}
/** A person as GitHub knows them: the numeric id stays when a login is freed and claimed by somebody else. */
interface Person {
    readonly id: number;
    readonly login: string;
}
/** A policy file that has passed its own examples. */
interface Policy {
    readonly name: string;
    readonly file: string;
    /** The repository wrote it: what it asks about is asked whatever the mode. */
    readonly isOwn?: true;
    /** It counts in every repository of an organization: what others allow, and what was approved for every run, is no word on it. */
    readonly ofOrganization?: true;
    readonly rules: readonly Rule[];
    readonly defaultAction: Decision | undefined;
    /** Whether mode `contained` answers what the file asks; undefined: where we wrote it, and not a repository. */
    readonly contained: boolean | undefined;
    readonly approvalTimeoutSeconds: number | undefined;
    /** What a reader of the run should know, and does not stop it. */
    readonly warnings: readonly string[];
}
/** A host whose address may be private, and why its maintainers trust it. */
interface PrivateHost {
    /** One exact name, maybe with a port. */
    readonly host: string;
    readonly because: string;
}
/** A compiled pattern. Case counts, and a match anywhere is a match. */
interface Regex {
    readonly source: string;
    test(text: string): boolean;
}
/** Several patterns matched at once, whatever the case; `match` tells the indexes of all that hit. */
interface RegexSet {
    match(text: string): readonly number[];
}
/** leashd, Safety Pipeline: CommandAnalyzer's levels. */
type Risk = 'low' | 'medium' | 'high' | 'critical';
/** One rule of a policy file, ready to match. What is undefined does not restrict it. */
interface Rule {
    readonly name: string;
    /** This product's names of the tools, `mcp__server__*` for all of a server; undefined: any. */
    readonly tools: ReadonlySet<string> | undefined;
    readonly effects: ReadonlySet<EffectKind> | undefined;
    readonly commandPatterns: readonly Regex[] | undefined;
    readonly pathPatterns: readonly Regex[] | undefined;
    /** Matched on the effect in words, as people see it. */
    readonly effectPatterns: readonly Regex[] | undefined;
    readonly branches: readonly Glob[] | undefined;
    readonly paths: readonly Glob[] | undefined;
    /** Names of hosts in lower case, `*.example.com` for all below one. */
    readonly hosts: readonly string[] | undefined;
    readonly minRisk: Risk | undefined;
    /** Who may approve what it asks about: `@login`, `@org/team`, or a role. */
    readonly approvers: readonly string[] | undefined;
    /** The last day on which it holds, as `2026-12-31`. */
    readonly expires: string | undefined;
    /** Whether mode `contained` answers what it asks; undefined: as its file says. */
    readonly contained: boolean | undefined;
    readonly decision: Decision;
    readonly reason: string;
    readonly risk: Risk;
    readonly line: number;
}
type Stage = (typeof stages)[number];
/** What was approved ahead of the call, and by whom. */
interface Standing {
    /** Rules that only allow. */
    readonly policy: Policy;
    /** They are of the person whose agent calls: a rule that names the command answers a confirm pattern that we ship, too. */
    readonly answersPatterns?: true;
}
/** A file of the default branch as it would be with one more rule, or why no rule would do. */
type StandingProposal = {
    readonly kind: 'proposed';
    readonly path: string;
    readonly text: string;
    readonly baseSha?: string;
} | {
    readonly kind: 'none';
    readonly why: string;
};
/** What the configuration opens to every command of `shell_exec`. */
interface StandingReach {
    /** Exact names, `*.name` for all below one; a port only where it is named, else 443 and 80. */
    readonly hosts: readonly string[];
    /** Those of `hosts` that may have a private address. */
    readonly privateHosts: readonly PrivateHost[];
    /** Ports of the job's own loopback, as `localhost:5432`. */
    readonly services: readonly string[];
    /** The proxy of the job's network leads to all hosts but private ones, and resolves their names. */
    readonly upstreamProxy?: true;
}
/** One call as the model made it, whatever the provider's dialect (Wolffish, The Agent Pipeline: `{ name, args, id }`). */
interface ToolCall {
    readonly id: string;
    readonly name: string;
    readonly args: JsonObject;
}
/** What the gate says of one call: the strictest of the opinions, and all of them. */
interface Verdict {
    readonly decision: Decision;
    readonly risk: Risk;
    /** The reason of the match that decided, for the model and for people. */
    readonly reason: string;
    /** The name of the rule that decided. */
    readonly rule: string;
    readonly effects: readonly Effect[];
    readonly matches: readonly Match[];
    /** Files whose content decided, or would be executed: an approval is bound to them. */
    readonly executes: readonly string[];
    /** What it asks about, where a grant for the run can be bound to that. */
    readonly asks?: Asks;
    /** The walls that it counts on, where mode `contained` allowed it. */
    readonly walls?: Walls;
}
type Wall = keyof typeof wallWords;
/** The walls of a proven sandbox, and what maintainers opened in them: a way through the wall of the network that is not tried. */
interface Walls extends Partial<StandingReach> {
    /** Which sandbox, with its version. */
    readonly sandbox: string;
    /** How it was proven, in words for people. */
    readonly proof: string;
    readonly closed: readonly Wall[];
    /** The folders that each call has for itself. */
    readonly scratch: readonly string[];
}
/** Compiles patterns of one's own, on an engine whose time is linear; what does not compile is told by file and pattern. */
declare function compilePatterns(sources: readonly PatternSource[]): Promise<CompiledPatterns>;
/**
 * The gate as a library: `import { createGate, localFacts } from 'countersign/gate'`. Without options it judges by the shipped default
 * policy, the floor, the patterns of the shipped skills and the shipped blocked patterns, and takes calls of any tool.
 * @throws CountersignError `bad-policy` when policies are given and the floor is not among them.
 */
declare function createGate(options?: LibraryOptions): Gate;
/** The classes of files that have rules of their own when they are delivered, and what each is. */
declare const deliveredClasses: {
    readonly workflow: 'a workflow or an action, which runs with the rights of the repository';
    readonly 'code-owners': 'who must review what';
    readonly controls: 'the configuration, policies or skills of this agent';
    readonly 'package-scripts': 'what package managers and builds run by themselves';
    readonly 'dependency-source': 'where packages come from, or how they are proven';
    readonly lockfile: 'the versions that are installed';
    readonly 'git-hooks': 'hooks, filters or submodules of git';
    readonly 'executed-later': 'configuration that editors, containers, other CI, bots or tools execute or obey';
    readonly 'agent-instructions': 'what agents are told to do here';
    readonly link: 'a symbolic link, or a new target of one';
    readonly executable: 'a file that becomes executable';
    readonly binary: 'content that a diff does not show';
    readonly misleading: 'a name or a text that shows as another one';
    readonly large: 'more than a person reads';
    readonly generated: 'generated, built or installed code, which people do not read';
    readonly 'deleted-in-number': 'one of many deleted files';
    readonly ordinary: 'an ordinary file';
};
/** Reads a policy file's text; the reader is loaded when it is first needed. @throws CountersignError `bad-policy` that names file and line. */
declare function loadPolicy(text: string, file: string): Promise<Policy>;
/**
 * What the gate may know of a disk without a run: no base commit to compare with, so the caller names what was changed.
 * @throws CountersignError `bad-input` when the root is not there.
 */
declare function localFacts({ root, home, roots, readRoots, changed }: LocalFactsOptions): Facts;
/**
 * How far a run may go unasked, the strictest first (leashd, Safety Pipeline: modes and auto-approve). `plan` reads only; `default` asks for
 * every write; `edit` may write files of the checkout; `contained` may do whatever ends inside a proven sandbox, and is `edit` without one;
 * `auto` turns every confirm into allow.
 */
declare const modes: readonly ['plan', 'default', 'edit', 'contained', 'auto'];
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
/** The patterns of the shipped skills, and those that are blocked where a configuration does not say otherwise. */
declare function shippedPatterns(): Patterns;
/** Compiled policies by their names, the floor always among them. @throws CountersignError `bad-input` for any other name. */
declare function shippedPolicies(names: readonly string[]): readonly Policy[];
/** The gate's layers in the order in which they are asked, then the ones that speak in their place. */
declare const stages: readonly ['tools', 'secrets', 'paths', 'patterns', 'floor', 'effects', 'policy', 'risk', 'grant', 'default', 'error'];
/**
 * What the sandbox of a job keeps apart, wall by wall, each in words for people. At the start of every job a probe tries to pass each of
 * them; mode `contained` counts on all of them.
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

import type { ApprovalSettings, Grant, Mode, Person } from './approval.ts';
import type { Background } from './background.ts';
import type { DeliveredFile } from './delivered.ts';
import type { Effect } from './effect.ts';
import type { Content } from './entry.ts';
import type { Forge } from './forge.ts';
import type { Delivery, GroundFile, Manifest, Snapshot } from './manifest.ts';
import type { Model } from './model-port.ts';
import type { RunId, Runner } from './run-request.ts';
import type { ToolCall, ToolDefinition, ToolOutput } from './tool-call.ts';
import type { ProgramTried } from './tools-tried.ts';
import type { Verdict } from './verdict.ts';
import type { Walls, WallsProof } from './walls.ts';

/** The time, so that nothing else asks for it. */
export interface Clock {
	now(): Date;
}

/** A clock that can also be waited on. */
export interface PatientClock extends Clock {
	sleep(milliseconds: number): Promise<void>;
}

/** Content beside the journal, by hash. Everything is redacted on its way in. */
export interface Blobs {
	put(text: string): Promise<Content>;
	/** @throws CountersignError `journal-broken` when the blob is missing or is not what its name says. */
	get(content: Content): Promise<string>;
	/** Every blob, by SHA-256, to travel with the journal. */
	all(): ReadonlyMap<string, Uint8Array>;
}

/** Whose a declared tool is (`the skill notes`), what it runs, and whether it may write the checkout. */
export type DeclaredTool = Pick<Extract<Effect, { kind: 'exec.tool' }>, 'from' | 'runs' | 'writes'>;

/** One name in a folder. A folder `packages` holds what a package manager put there, and nothing that is committed. */
export interface FolderEntry {
	readonly name: string;
	readonly kind: 'file' | 'folder' | 'link' | 'packages';
}

/** What the gate must know of the disk and of this run, without touching either. Paths as in {@link Effect}. */
export interface Facts {
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

export interface GateContext {
	readonly facts: Facts;
	readonly mode: Mode;
	readonly grants: readonly Grant[];
	/** The walls of the sandbox that the call would run in, once they are proven. Without them mode `contained` is `edit`. */
	readonly walls?: Walls;
}

/** One call in, one verdict out; pure and synchronous. A throw inside is a block. */
export interface Gate {
	judge(call: ToolCall, context: GateContext): Verdict;
	/** The repository's standing approvals with a rule for this call, as `/approve A1 always` proposes them. */
	propose?(call: ToolCall, context: GateContext, because: string): StandingProposal;
}

/** A file of the default branch as it would be with one more rule, or why no rule would do. */
export type StandingProposal =
	| { readonly kind: 'proposed'; readonly path: string; readonly text: string; readonly baseSha?: string }
	| { readonly kind: 'none'; readonly why: string };

/** What an allowed call may use. */
export interface ToolContext {
	readonly effects: readonly Effect[];
	/** Markers and names derive from it, so that an effect can be found again. */
	readonly callId: string;
	/** What a person has to press after a delivery. */
	readonly left?: string;
}

/** The one file that a call would rewrite as a whole: its path as the call spells it, and its text afterwards. */
export interface FileRewrite {
	readonly path: string;
	/** Arguments whose value follows from the path and the file before and after. */
	readonly determined: readonly string[];
	/** `before` is undefined where there is no file; the answer is undefined where the call would fail. */
	after(before: string | undefined): string | undefined;
}

/** The tools of a run: what the model is told of them, and the one way to run one. */
export interface Toolbox {
	definitions(): readonly ToolDefinition[];
	/** What the model must correct before anybody is asked about a call, where its tool's schema says more than names and types. */
	problem?(call: ToolCall): string | undefined;
	/** What a call would make of a file, so that a person can see the difference; undefined for one that rewrites none. */
	rewrite?(call: ToolCall): FileRewrite | undefined;
	/** Expected trouble is an output with `ok: false`; a throw is a bug or an outage. */
	run(call: ToolCall, context: ToolContext): Promise<ToolOutput>;
	/** Finds the effect of a delivery that began in a process that is gone; undefined when nothing shows that it was done. */
	findDone(call: ToolCall, context: ToolContext): Promise<ToolOutput | undefined>;
}

/** A file as it was read once. Text in UTF-8 up to 1 MB is kept. */
export interface FileContent {
	readonly size: number;
	readonly sha256: string;
	readonly isText: boolean;
	readonly text?: string;
}

export interface Workspace {
	readonly root: string;
	readonly facts: Facts;
	/** Changed and untracked paths over the base sha, with their contents. Ignored paths do not travel, and neither do those `left`. */
	snapshot(): Promise<Snapshot>;
	/**
	 * The snapshot as it would be committed, beside what it would be committed on: the base commit with the files of `ground` over it. Left
	 * out, it is what the run delivers onto; an empty one is the base commit alone.
	 */
	delivery(ground?: readonly GroundFile[]): Promise<Delivery>;
	/** Those of these contents that the checkout's repository holds, by git's ids. */
	heldBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
	/** Puts the tree into exactly the state of the manifest. @throws CountersignError `checkout-mismatch`. */
	restore(manifest: Manifest, content: (sha256: string) => Uint8Array | undefined): Promise<void>;
	/** A file's content, links followed inside the checkout; null when there is none. */
	contentOf(path: string): FileContent | null;
	/** A reader for one sweep over many files, while nothing else runs: undefined for no file, a link on the way, and a larger file. */
	fileSweep(mostBytes: number): (path: string) => Uint8Array | undefined;
	/** The tracked paths of the base commit, sorted. */
	paths(): Promise<readonly string[]>;
	/** A file as the base commit has it; undefined when it has none, and for a link. Never the checkout's: that can be changed. */
	readBase(path: string): Promise<string | undefined>;
	/** Where a link of the base commit points, as it is written there; undefined for what is no link. */
	readBaseLink(path: string): Promise<string | undefined>;
}

/** A run as it travels between machines. */
export interface Checkpoint {
	/** The journal's bytes, whole lines. */
	readonly journal: Uint8Array;
	/** Every blob the journal names, by SHA-256. */
	readonly blobs: ReadonlyMap<string, Uint8Array>;
	readonly manifest: Manifest;
	/** Contents of the manifest's files, by SHA-256. */
	readonly files: ReadonlyMap<string, Uint8Array>;
	readonly label: CheckpointLabel;
}

/** What can be told of a run without reading its journal. */
export interface CheckpointLabel {
	readonly run: RunId;
	readonly thread: number;
	readonly status: 'running' | 'waiting' | 'finished';
	/** The highest approval number that the run has used. */
	readonly lastApproval: number;
	readonly count: number;
	readonly head: string;
	/** Who saved it, and when (ISO 8601): a claim may point at it. Older ones do not say. */
	readonly runner?: Runner;
	readonly at?: string;
}

/** What a store tells of a run without opening its checkpoint: a sealed one keeps its head to itself. */
export type RunLabel = Omit<CheckpointLabel, 'head'> & Partial<Pick<CheckpointLabel, 'head'>>;

export type ClaimResult =
	| { readonly kind: 'claimed' }
	| { readonly kind: 'taken'; readonly owner: Runner; readonly living: boolean };

/** With `saved` the run was made durable with its claim. */
export type ClaimAndSave = ClaimResult & { readonly saved?: true };

/** Where a run's state lives between processes: git refs on GitHub, or a directory. Two stores, one contract. */
export interface RunStore {
	/** The newest checkpoint of a run. */
	load(run: RunId): Promise<Checkpoint | undefined>;
	/** Advances the run by fast-forward only; `conflict` when another process advanced it since this one loaded or saved. */
	/** A remembrance goes with it where the store can do both as one: `keep` of {@link Memory} tells. */
	save(checkpoint: Checkpoint, remembrance?: Remembrance): Promise<'saved' | 'conflict'>;
	/** Labels of all runs of a thread, in no order. */
	labels(thread: number): Promise<readonly RunLabel[]>;
	/** Labels of the runs of all threads that wait for an answer, in no order. */
	waiting(): Promise<readonly RunLabel[]>;
	/** Saves, then takes a claim for whom the checkpoint is by; as one where the store can. */
	saveAndClaim(checkpoint: Checkpoint, key: string, owner: Runner): Promise<ClaimResult | 'conflict'>;
	/** Takes the claim of a run that nobody has saved yet, and saves it if both can be done as one; absent where they never can. */
	claimAndSave?(checkpoint: Checkpoint, key: string, owner: Runner): Promise<ClaimAndSave>;
	/** Takes a claim, or tells who holds it and whether that job still lives (unreadable counts as living). */
	claim(key: string, owner: Runner): Promise<ClaimResult>;
	/** Whether a job still lives that was seen at that time (ISO 8601); unreadable counts as living until no job could live any more. */
	isLiving(owner: Runner, at: string): Promise<boolean>;
}

/** What processes have used up. */
export interface Spent {
	readonly tokens: number;
	readonly seconds: number;
	/** US cents at list prices: at least, where a price is not known. */
	readonly cents: number;
}

/** What all runs of a repository use up, by day (`2026-11-22`, UTC). */
export interface DayBook {
	/** The names under which something is written down for a day, whoever wrote them. */
	spentOn(day: string): Promise<readonly string[]>;
	/** Writes down what a process used, under the name that tells it; the same again changes nothing. */
	noteSpent(name: string): Promise<void>;
}

/** What one run leaves to later ones: markdown, redacted. Empty parts are left out. */
export interface Remembrance {
	/** `2026-11-22`, UTC. */
	readonly day: string;
	readonly episode: string;
	readonly feedback: string;
	readonly notes: string;
}

/** Episodes and feedback (Wolffish, The Agent Pipeline: hippocampus and basal ganglia). */
export interface Memory {
	/** Into the run's own folder. */
	remember(day: string, episode: string, feedback: string, notes?: string): Promise<void>;
	/** Keeps it where later runs find it, once however often it is asked; the answer is why it could not. Left out where no run finds any. */
	keep?(remembrance: Remembrance): Promise<string | undefined>;
}

/** Finds known secrets in text. */
export interface Redactor {
	redact(text: string): string;
	holdsSecret(text: string): boolean;
	/** Each secret of a text with its place, in no order. */
	secretsIn(text: string): readonly { readonly at: number; readonly value: string }[];
}

/** Everything outside that a run touches. */
/** What the default branch says of today of who must sign. */
export interface SignersToday {
	/** Left out: anybody with write access. */
	readonly approvals?: ApprovalSettings;
	/** Reads its CODEOWNERS. */
	readonly base: Pick<Workspace, 'readBase'>;
}

export interface Ports {
	readonly clock: PatientClock;
	readonly blobs: Blobs;
	readonly gate: Gate;
	readonly model: Model;
	readonly toolbox: Toolbox;
	readonly workspace: Workspace;
	readonly store: RunStore;
	readonly dayBook: DayBook;
	readonly forge: Forge;
	readonly memory: Memory;
	/** Left out, a conversation begins without it. */
	readonly background?: Background;
	readonly redactor: Redactor;
	readonly runner: Runner;
	/** Aborted when the job is told to end; its reason says by what. */
	readonly interruption?: AbortSignal;
	/** Who must sign by the default branch of today, with which the frozen settings are compared: what is stricter wins. */
	readonly signersToday?: SignersToday;
	/** The one person who can sign here, in a terminal: what asks for others, or for more of them, is refused and not asked. */
	readonly alone?: Person;
	/** Tries the sandbox that commands would run in, for mode `contained`. Left out where nothing can be sandboxed. */
	readonly proveWalls?: () => Promise<WallsProof>;
	/** Asks programs for their versions in that sandbox; without it nothing is known of them. */
	readonly tryPrograms?: (names: readonly string[]) => Promise<readonly ProgramTried[]>;
	/** Checks have buttons: somebody hears of a press, and writes it down. */
	readonly buttons?: true;
}

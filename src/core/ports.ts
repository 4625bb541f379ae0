import type { ApprovalSettings, Grant, Mode, Person } from './approval.ts';
import type { Background } from './background.ts';
import type { DeliveredFile } from './delivered.ts';
import type { Effect } from './effect.ts';
import type { Content } from './entry.ts';
import type { Forge } from './forge.ts';
import type { Delivery, GroundFile, Manifest, Snapshot } from './manifest.ts';
import type { Memory } from './memory.ts';
import type { Model } from './model-port.ts';
import type { OpenedPull } from './pull-schema.ts';
import type { Runner } from './run-request.ts';
import type { RunStore } from './run-store.ts';
import type { ToolCall, ToolDefinition, ToolOutput } from './tool-call.ts';
import type { ProgramTried } from './tools-tried.ts';
import type { Verdict } from './verdict.ts';
import type { Walls, WallsProof } from './walls.ts';

/** The time. A run reads it only here. */
export interface Clock {
	now(): Date;
}

/** A clock that can also wait. */
export interface PatientClock extends Clock {
	sleep(milliseconds: number): Promise<void>;
}

/** The store of long texts next to the journal, by hash. It redacts each text before saving it. */
export interface Blobs {
	put(text: string): Promise<Content>;
	/** Returns the whole text of a content. @throws CountersignError `journal-broken` when the blob is missing or does not match its name. */
	get(content: Content): Promise<string>;
	/** Returns every blob by SHA-256, for the checkpoint. */
	all(): ReadonlyMap<string, Uint8Array>;
}

/** The owner of a declared tool (`the skill notes`), the program that the tool runs, and whether it may write the checkout. */
export type DeclaredTool = Pick<Extract<Effect, { kind: 'exec.tool' }>, 'from' | 'runs' | 'writes'>;

/** One name in a folder. Kind `packages` is a folder of files from a package manager, without committed files. */
export interface FolderEntry {
	readonly name: string;
	readonly kind: 'file' | 'folder' | 'link' | 'packages';
}

/** What the gate must know about the disk and this run. The gate reads nothing by itself. Paths are as in {@link Effect}. */
export interface Facts {
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

export interface GateContext {
	readonly facts: Facts;
	readonly mode: Mode;
	readonly grants: readonly Grant[];
	/** The proven walls of the sandbox for the call. Without them, mode `contained` is the same as `edit`. */
	readonly walls?: Walls;
}

/** The gate judges one call and returns one verdict. It is pure and synchronous. If it throws, the call is blocked. */
export interface Gate {
	judge(call: ToolCall, context: GateContext): Verdict;
	/** Returns the file with the repository's standing approvals and a new rule for this call, as `/approve A1 always` proposes it. */
	propose?(call: ToolCall, context: GateContext, because: string): StandingProposal;
}

/** A file of the default branch with one additional rule, or the reason why no rule is possible. */
export type StandingProposal =
	| { readonly kind: 'proposed'; readonly path: string; readonly text: string; readonly baseSha?: string }
	| { readonly kind: 'none'; readonly why: string };

/** What an allowed call may use. */
export interface ToolContext {
	readonly effects: readonly Effect[];
	/** The call's id. Markers and names contain it, so a later job can find the effect. */
	readonly callId: string;
	/** Says which buttons a person must press after a delivery. */
	readonly left?: string;
	/** The newest pull request that the run opened. */
	readonly opened?: OpenedPull;
}

/** The one file that a call would rewrite: its path as in the call, and its new text. */
export interface FileRewrite {
	readonly path: string;
	/**
	 * The arguments that follow from the path and from the file before and after. A request shows the difference, so it need not print these
	 * arguments.
	 */
	readonly determined: readonly string[];
	/** Returns the new text, or undefined if the call would fail. `before` is undefined if there is no file. */
	after(before: string | undefined): string | undefined;
}

/** The tools of a run: their definitions for the model, and the function that runs them. */
export interface Toolbox {
	definitions(): readonly ToolDefinition[];
	/**
	 * Returns what the model must correct before anybody is asked about a call. It checks the rules of the tool's schema beyond names and
	 * types.
	 */
	problem?(call: ToolCall): string | undefined;
	/** Returns the file as a call would rewrite it, so a person can see the difference. Undefined if the call rewrites no file. */
	rewrite?(call: ToolCall): FileRewrite | undefined;
	/** Runs a call. It returns expected problems as an output with `ok: false`, and throws for a bug or an outage. */
	run(call: ToolCall, context: ToolContext): Promise<ToolOutput>;
	/** Finds the effect of a delivery that began in a process that is gone. Undefined if nothing shows that the delivery was done. */
	findDone(call: ToolCall, context: ToolContext): Promise<ToolOutput | undefined>;
}

/** A file as it was read once. UTF-8 text is kept up to 1 MB. */
export interface FileContent {
	readonly size: number;
	readonly sha256: string;
	readonly isText: boolean;
	readonly text?: string;
}

export interface Workspace {
	readonly root: string;
	readonly facts: Facts;
	/**
	 * Returns the paths that differ from the base commit, tracked or not, with their contents. Ignored paths and paths in `left` are not part
	 * of the manifest.
	 */
	snapshot(): Promise<Snapshot>;
	/**
	 * Returns what a commit of the snapshot would change, compared with the base commit plus the files of `ground`. If `ground` is left out,
	 * the snapshot is compared with the target of the run's delivery. If `ground` is empty, only the base commit counts.
	 */
	delivery(ground?: readonly GroundFile[]): Promise<Delivery>;
	/** Returns the contents that the checkout's repository has already, by git's ids. */
	heldBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
	/** Changes the working tree to exactly the state of the manifest. @throws CountersignError `checkout-mismatch`. */
	restore(manifest: Manifest, content: (sha256: string) => Uint8Array | undefined): Promise<void>;
	/** Returns a file's content, and follows links inside the checkout. Null if there is no file. */
	contentOf(path: string): FileContent | null;
	/**
	 * Returns a reader for many files. While it is used, nothing else may change files. The reader returns undefined for a missing file, a
	 * path with a link, and a larger file.
	 */
	fileSweep(mostBytes: number): (path: string) => Uint8Array | undefined;
	/** Returns the tracked paths of the base commit, sorted. */
	paths(): Promise<readonly string[]>;
	/**
	 * Returns the text of a file of the base commit. Undefined if there is no such file, or if it is a link. It never reads the working tree,
	 * which a run can change.
	 */
	readBase(path: string): Promise<string | undefined>;
	/** Returns the unchanged target of a link in the base commit. Undefined if the path is not a link. */
	readBaseLink(path: string): Promise<string | undefined>;
}

/** What processes have used. */
export interface Spent {
	readonly tokens: number;
	readonly seconds: number;
	/** US cents at list prices. If a price is not known, the amount is a minimum. */
	readonly cents: number;
}

/** What all runs of a repository use on each day (`2026-11-22`, UTC). */
export interface DayBook {
	/** Returns the names that any process recorded for a day. */
	spentOn(day: string): Promise<readonly string[]>;
	/** Records what a process used. The name contains the figures. To record the same name again changes nothing. */
	noteSpent(name: string): Promise<void>;
}

/** Finds known secrets in text. */
export interface Redactor {
	redact(text: string): string;
	holdsSecret(text: string): boolean;
	/** Returns each secret of a text with its place, in no order. */
	secretsIn(text: string): readonly { readonly at: number; readonly value: string }[];
}

/** The default branch's current rules about who must sign. */
export interface SignersToday {
	/** Who may sign. Left out if anybody with write access may sign. */
	readonly approvals?: ApprovalSettings;
	/** Reads its CODEOWNERS. */
	readonly base: Pick<Workspace, 'readBase'>;
}

/** Everything outside of a run that the run uses. */
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
	/** If left out, a conversation begins without this material. */
	readonly background?: Background;
	readonly redactor: Redactor;
	readonly runner: Runner;
	/** Aborted when the job must end. The abort reason says why. */
	readonly interruption?: AbortSignal;
	/**
	 * The default branch's current rules about who must sign. The run also has the rules from its beginning, and the stricter of the two
	 * apply.
	 */
	readonly signersToday?: SignersToday;
	/** The person at a terminal, who alone can sign. A call that needs other people, or more people, is refused without a question. */
	readonly alone?: Person;
	/** Tests the sandbox of commands, for mode `contained`. Left out if nothing can be sandboxed. */
	readonly proveWalls?: () => Promise<WallsProof>;
	/** Asks programs in the sandbox for their versions. If left out, the versions are not known. */
	readonly tryPrograms?: (names: readonly string[]) => Promise<readonly ProgramTried[]>;
	/** If true, checks have buttons, because a bot receives each press and records it. */
	readonly buttons?: true;
}

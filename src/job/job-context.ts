import type { Inputs, JobEnvironment, RepositoryConfig } from '../config/index.ts';
import type {
	Comment,
	DayBook,
	Forge,
	JsonObject,
	OrganizationFiles,
	PatientClock,
	Person,
	Runner,
	RunStore,
	ToolCall,
	Toolchain,
	ToolDefinition,
	ToolForge,
	Verdict,
	Workspace,
} from '../core/index.ts';
import type { Api, AppToken, MemoryBranch, RequestPort } from '../github/index.ts';
import type { EventSubscriber, Journal, LearningRedactor } from '../journal/index.ts';
import type { PersistedToken } from '../sandbox/index.ts';
import type { CommandSupport, Machine } from './command-support.ts';
import type { LookingForge } from './one-look.ts';

/** A statement that the job signs with its identity, in a format that others can read (in-toto, Statement v1). */
export interface Statement {
	readonly subject: { readonly name: string; readonly sha256: string };
	readonly predicateType: string;
	readonly predicate: JsonObject;
}

/** Signs a statement and stores it where `gh attestation verify` finds it. Returns the address of the attestation, if it has one. */
export type SignStatement = (statement: Statement) => Promise<string | undefined>;

/** The standing issues of workflows. */
export interface StandingIssues {
	/** The address of the repository's page. */
	readonly page: string;
	/** The address of this job's workflow run. */
	readonly job: string;
	rewrite(thread: number, write: (body: string) => string): Promise<void>;
	assign(thread: number, login: string): Promise<void>;
}

/** What a run must know about its repository and its machine. */
export type RunPlace = Pick<
	JobEnvironment,
	'owner' | 'repo' | 'sha' | 'refName' | 'workspace' | 'temporary' | 'memoryCache' | 'tools' | 'jobProxy'
>;

/** The values of a job that are fixed when it starts. None of them reads a file or sends a request. */
export interface JobFacts {
	readonly inputs: Inputs;
	readonly environment: RunPlace;
	/** The folder that contains `policies/` and `skills/`. */
	readonly packageRoot: string;
	readonly program: string;
	readonly runner: Runner;
	/** The address of the job's page, if there is one. */
	readonly jobUrl?: string;
	/** True if only this program can have written the saved state of runs, because it has the key, or because nobody else can write there. */
	readonly isAuthentic: boolean;
	/** The person who can approve, if only one person can. */
	readonly alone?: Person;
	/** Set if checks have buttons, because a bot receives each press. */
	readonly buttons?: true;
	/** If set, the run only reads. The function receives every other call that the run would have made. */
	readonly dryRun?: (call: ToolCall, verdict: Verdict) => void;
	/**
	 * Returns the description of one of our tools for the model, or undefined if the tool is not offered. If left out, all are offered
	 * unchanged.
	 */
	readonly offered?: (tool: ToolDefinition) => ToolDefinition | undefined;
}

/** What a job reads and writes outside its machine: GitHub, the saved state and the log. In a terminal, local files replace GitHub. */
export interface JobPorts {
	readonly forge: JobForge;
	readonly threads: ToolForge;
	readonly store: RunStore & DayBook;
	/** The memory that later runs read. Undefined if the state is kept in a directory. */
	readonly memory?: MemoryBranch;
	/** The standing issues in which the runs of workflows report. Undefined in a terminal. */
	readonly standing?: StandingIssues;
	/** Commits a run's folder if `audit: branch` asks for it. */
	readonly commitAudit: (run: string, files: ReadonlyMap<string, Uint8Array>) => Promise<void>;
	/** Deletes old refs. Called when a run is over. */
	readonly tidyUp: () => Promise<void>;
	/** Whether a commit is or was on the default branch. */
	readonly isOfBranch?: (sha: string) => Promise<boolean>;
	/**
	 * Returns the files of the repository's organization, which are read once. Undefined if there are none, or if the organization is not
	 * known.
	 */
	readonly organization: () => Promise<OrganizationFiles | undefined>;
	/** Returns a token that proves to a provider which job this is. @throws CountersignError `model-…` */
	readonly identityToken: (audience: string) => Promise<string>;
	/** Signs with the job's identity. Left out if the job has none. */
	readonly signStatement?: SignStatement;
	readonly clock: PatientClock;
	/** Redacts everything that leaves the job. */
	readonly redactor: LearningRedactor;
	/** Lets the log and other observers follow a run. */
	readonly watch: (journal: Journal) => Promise<void>;
	/** Writes the warnings of the rules to the job's log. */
	readonly warn: (text: string) => void;
	/** Writes a line to the job's log that is not a warning. */
	readonly say: (text: string) => void;
}

/** A forge that may be able to send the first requests of a new run early. */
export type JobForge = Forge & Partial<Pick<LookingForge, 'lookAhead'>>;

/** The machine of a job: the checkout, and everything that its commands need. */
export interface JobMachine {
	readonly workspaceAt: (baseSha: string) => Promise<Workspace>;
	/** Credentials that git keeps in the checkout. They are redacted like our own. */
	readonly checkoutTokens: readonly PersistedToken[];
	/** Returns the programs of this machine, with the folders and variables that a configuration adds. */
	readonly toolchain: (config?: Pick<RepositoryConfig, 'tools' | 'env'>) => Toolchain;
	readonly openCommandSupport: () => Promise<CommandSupport>;
	/** If set, the sandbox is not tested and counts as unproven. The text is the reason. */
	readonly unwalled?: string;
	/** Aborted when the runner ends the job. */
	readonly interruption?: AbortSignal;
}

/** What all runs of this process share. The process can be a job, or a command in a terminal. */
export interface JobContext {
	readonly facts: JobFacts;
	readonly ports: JobPorts;
	readonly machine: JobMachine;
}

/** The facts of a job that GitHub or the App's bot started. */
export interface GitHubJobFacts extends JobFacts {
	readonly environment: JobEnvironment;
}

/** The ports of a job with access to GitHub. */
export interface GitHubJobPorts extends JobPorts {
	readonly api: Api;
	/** Returns a comment as the run must read it: a button press that the App recorded becomes a comment of the person. */
	readonly hear: (comment: Comment, thread: number) => Comment;
}

/** The context of a job with access to GitHub. */
export interface GitHubJobContext extends JobContext {
	readonly facts: GitHubJobFacts;
	readonly ports: GitHubJobPorts;
}

export interface JobContextOptions {
	readonly inputs: Inputs;
	readonly environment: JobEnvironment;
	readonly packageRoot: string;
	readonly program: string;
	readonly octokit: RequestPort;
	/** The App that the job acts as, instead of the workflow's own token. */
	readonly app?: AppToken;
	/** Credentials of the job, in addition to those of its inputs. */
	readonly secrets?: readonly string[];
	/** Keeps a credential that is learned later out of the job's log. */
	readonly mask?: (secret: string) => void;
	/** The redactor for everything that leaves the job. It learns the job's credentials. */
	readonly redactor?: LearningRedactor;
	readonly narrate: EventSubscriber;
	/** Lets another observer follow a run. */
	readonly watch?: (journal: Journal) => Promise<void>;
	readonly warn: (text: string) => void;
	/** Writes a line to the job's log that is not a warning. */
	readonly say: (text: string) => void;
	/** Signs with the job's identity. */
	readonly signStatement?: SignStatement;
	readonly interruption?: AbortSignal;
	/** The machine on which commands run, if it is not this one. */
	readonly machine?: Machine;
}

import type { Inputs, JobEnvironment } from '../config/index.ts';
import {
	type Comment,
	type DayBook,
	type Forge,
	type OrganizationFiles,
	type PatientClock,
	type Person,
	type Redactor,
	type Runner,
	type RunStore,
	stateKeyFrom,
	type ToolCall,
	type ToolDefinition,
	type ToolForge,
	type Verdict,
	type Workspace,
} from '../core/index.ts';
import { isOwnCredential } from '../gate/index.ts';
import {
	type Api,
	type AppToken,
	assign,
	commitAudit,
	createApi,
	createForge,
	createGitDoor,
	createMemoryBranch,
	createPace,
	createRefStore,
	createToolForge,
	hearPress,
	identityToken,
	isBefore,
	isJobLiving,
	type MemoryBranch,
	once,
	organizationIsOff,
	pressEarOf,
	type RequestPort,
	readOrganizationFiles,
	rewriteStandingIssue,
} from '../github/index.ts';
import {
	createRedactor,
	createVault,
	directoryStore,
	type EventSubscriber,
	type Journal,
	type LearningRedactor,
} from '../journal/index.ts';
import { withRemembrance } from '../memory/index.ts';
import { type PersistedToken, persistedTokens } from '../sandbox/index.ts';
import { openWorkspace } from '../workspace/index.ts';
import type { SignStatement } from './attest.ts';
import { type CommandSupport, type Machine, openCommandSupport, thisMachine } from './command-support.ts';
import { hearingForge } from './hearing-forge.ts';
import { jobToolchain } from './job-toolchain.ts';
import { oneLook } from './one-look.ts';
import { type OrganizationWord, underOrganization } from './organization-word.ts';
import type { StandingIssues } from './standing.ts';
import { tellingForge } from './telling-forge.ts';
import { tidyUpInTurn } from './tidy-up.ts';

/** What a run must know about the place where it runs. */
export type RunPlace = Pick<
	JobEnvironment,
	'owner' | 'repo' | 'sha' | 'refName' | 'workspace' | 'temporary' | 'memoryCache' | 'tools' | 'jobProxy'
>;

/** What all runs of this process share, in a job or in a terminal. */
export interface JobContext {
	readonly inputs: Inputs;
	readonly environment: RunPlace;
	/** The folder that contains `policies/` and `skills/`. */
	readonly packageRoot: string;
	readonly program: string;
	readonly forge: Forge;
	/** Asks GitHub early for what a new run on a thread reads first. */
	readonly lookAhead?: (thread: number) => void;
	readonly threads: ToolForge;
	readonly store: RunStore;
	readonly dayBook: DayBook;
	/** What runs leave to later runs. Undefined if the state is kept in a directory. */
	readonly memory?: MemoryBranch;
	readonly clock: PatientClock;
	readonly redactor: LearningRedactor;
	readonly runner: Runner;
	/** The address of the job's page, if there is one. */
	readonly jobUrl?: string;
	/** The standing issues in which the runs of workflows report. Undefined in a terminal. */
	readonly standing?: StandingIssues;
	/** Commits a run's folder if `audit: branch` asks for it. */
	readonly commitAudit: (run: string, files: ReadonlyMap<string, Uint8Array>) => Promise<void>;
	/** Called when a run is over. Deletes what is no longer needed. */
	readonly tidyUp: () => Promise<void>;
	/**
	 * Returns the description of one of our tools for the model, or undefined if the tool is not offered. If left out, all are offered
	 * unchanged.
	 */
	readonly offered?: (tool: ToolDefinition) => ToolDefinition | undefined;
	/** True if only this program can write the state. Then a run needs no comment of ours to prove it. */
	readonly ownsState?: boolean;
	/** The saved state of runs is sealed with a key that this job has. */
	readonly sealed?: boolean;
	/** Whether a commit is or was on the default branch. */
	readonly isOfBranch?: (sha: string) => Promise<boolean>;
	/** The only person who can sign, if there is nobody else. */
	readonly alone?: Person;
	/** If set, the run only reads. This function receives every call that the run would have made beyond that. */
	readonly dryRun?: (call: ToolCall, verdict: Verdict) => void;
	/** Writes to the job's log what happens in a run. */
	readonly narrate: EventSubscriber;
	/** Lets another observer follow a run, too. */
	readonly watch?: (journal: Journal) => Promise<void>;
	/** Writes the warnings of the rules to the job's log. */
	readonly warn: (text: string) => void;
	/** Aborted when the runner ends the job. */
	readonly interruption?: AbortSignal;
	/** The address for the model's requests, if it is not the provider's. */
	readonly modelBaseUrl?: string;
	/** Returns a token that proves to a provider which job this is. @throws CountersignError `model-…` */
	readonly identityToken: (audience: string) => Promise<string>;
	/** Signs with the job's identity. Left out if the job has none. */
	readonly signStatement?: SignStatement;
	/**
	 * Returns the files of the repository's organization, which are read once. Undefined if there are none, or if the organization is not
	 * known.
	 */
	readonly organization: () => Promise<OrganizationFiles | undefined>;
	readonly workspaceAt: (baseSha: string) => Promise<Workspace>;
	/** Credentials that the checkout keeps. They are redacted like our own. */
	readonly checkoutTokens: readonly PersistedToken[];
	readonly openCommandSupport: () => Promise<CommandSupport>;
	/** Why no sandbox is safe here, even if a test of it succeeds: the checkout is not disposable. */
	readonly unwalled?: string;
	/** Writes a line to the job's log that is not a warning. */
	readonly say: (text: string) => void;
	/** Set if checks have buttons and the bot receives a press. */
	readonly buttons?: true;
}

/** The context of a job with access to GitHub. */
export interface GitHubJobContext extends JobContext {
	readonly environment: JobEnvironment;
	readonly api: Api;
	/** Returns a comment as the run must read it. A comment of the App may contain what a person pressed. */
	readonly hear: (comment: Comment, thread: number) => Comment;
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
	/** Lets another observer follow a run, too. */
	readonly watch?: (journal: Journal) => Promise<void>;
	readonly warn: (text: string) => void;
	/** Writes a line to the job's log that is not a warning. */
	readonly say: (text: string) => void;
	readonly modelBaseUrl?: string;
	/** Signs with the job's identity. */
	readonly signStatement?: SignStatement;
	readonly interruption?: AbortSignal;
	/** The machine on which commands run, if it is not this one. */
	readonly machine?: Machine;
}

/** Prepares what a job needs before it knows its task. Makes no request. */
export function createJobContext(options: JobContextOptions): GitHubJobContext {
	const { environment, app } = options;
	const checkoutTokens = persistedTokens(environment.workspace);
	const machine = options.machine ?? thisMachine(environment.hosted, () => jobToolchain(environment));
	const redactor = redactorFor(options, checkoutTokens);
	const api = apiOf(options, redactor);
	const hear = hearing(app);
	const kept = keeping(options, api);
	const organization = organizationWord(api, app);
	const clock = { now, sleep };
	const told = tellingForge(hearingForge(createForge(api), hear), options.say);
	const looking = oneLook(underOrganization(told, organization), clock, kept.memory?.lookAhead);
	const context: GitHubJobContext = {
		...options,
		...kept,
		api,
		threads: createToolForge(api),
		standing: standingIssues(environment, api),
		commitAudit: async (run, files) => void (await commitAudit(api, run, files)),
		tidyUp: () => tidyUpInTurn(context),
		hear,
		...(app === undefined ? {} : { buttons: true as const }),
		organization: organization.files,
		isOfBranch: (sha) => isBefore(api, { sha, head: environment.sha }),
		forge: looking,
		lookAhead: looking.lookAhead,
		dayBook: kept.store,
		clock,
		redactor,
		runner: { kind: environment.runnerKind, id: environment.workflowRunId, attempt: environment.attempt },
		...jobPage(environment),
		checkoutTokens,
		identityToken: (audience) =>
			identityToken(audience, { door: environment.identityDoor, mask: options.mask ?? (() => undefined) }),
		openCommandSupport: () => openCommandSupport(machine),
		workspaceAt: (baseSha) => openWorkspace(environment.workspace, baseSha, { stays: isOwnCredential }),
	};
	return context;
}

const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));
const now = (): Date => new Date();

function apiOf({ octokit, environment: { owner, repo, serverUrl }, app }: JobContextOptions, redactor: Redactor): Api {
	const who = app === undefined ? {} : { login: app.answer.app.login };
	const pace = createPace({ now, sleep });
	return createApi({ octokit, owner, repo, webUrl: serverUrl, ...who, redactor, sleep, pace, now });
}

/** Returns where runs are kept: in refs and a memory branch of the repository, or in a directory, which keeps no memory. */
function keeping(
	{ inputs, environment: { owner, repo, serverUrl }, app }: JobContextOptions,
	api: Api,
): Pick<JobContext, 'memory' | 'sealed'> & { readonly store: RunStore & DayBook } {
	const { stateDirectory } = inputs;
	const stateKeys = stateKeysOf(inputs, app);
	const sealed = stateKeys.length > 0;
	if (stateDirectory !== undefined) {
		const isLiving = (holder: Runner, at: string): Promise<boolean> => isJobLiving(holder, at, { api, now });
		return { sealed, store: directoryStore(stateDirectory, isLiving, createVault(`${owner}/${repo}`, stateKeys)) };
	}
	const door = createGitDoor({ webUrl: serverUrl, owner, repo, token: app?.current ?? inputs.githubToken });
	const memory = createMemoryBranch({ api, door, now, add: withRemembrance });
	return { sealed, memory, store: createRefStore({ api, now, door, memory, stateKeys }) };
}

/**
 * Returns the keys that seal the state of runs. The first key seals, and any of them opens. If nobody set a `state-key`, the keys are
 * derived
 * from secrets that the job has anyway. The App's secret comes before the providers', which maintainers change more often.
 */
function stateKeysOf(
	{ stateKey, anthropicApiKey, openaiApiKey }: JobContextOptions['inputs'],
	app: AppToken | undefined,
): readonly string[] {
	const derived = [stateKeyFrom(anthropicApiKey, 'anthropic-api-key'), stateKeyFrom(openaiApiKey, 'openai-api-key')];
	return [stateKey, app?.answer.state_key, ...derived].filter((key) => key !== undefined);
}

function organizationWord(api: Api, app: AppToken | undefined): OrganizationWord {
	return {
		// Only the bot can read a private `.github` repository, so the App's answer is used if there is one.
		files: once(async () => (app === undefined ? readOrganizationFiles(api) : app.answer.organization)),
		isOff: (files) => organizationIsOff(files, api),
	};
}

function standingIssues({ serverUrl, owner, repo, workflowRunId }: JobEnvironment, api: Api): StandingIssues {
	return {
		page: `${serverUrl}/${owner}/${repo}`,
		job: workflowRunId,
		rewrite: (thread, write) => rewriteStandingIssue(api, thread, write),
		assign: (thread, login) => assign(api, thread, login),
	};
}

/** Returns the address of the job's page. A process on the machine of the bot has none. */
function jobPage({
	serverUrl,
	owner,
	repo,
	workflowRunId,
	attempt,
	runnerKind,
}: JobEnvironment): Pick<JobContext, 'jobUrl'> {
	if (runnerKind === 'local') return {};
	return { jobUrl: `${serverUrl}/${owner}/${repo}/actions/runs/${workflowRunId}/attempts/${attempt}` };
}

/** Returns how comments are read. A button press is valid only if the bot's key is known. */
function hearing(app: AppToken | undefined): GitHubJobContext['hear'] {
	if (app === undefined) return (comment) => comment;
	const ear = pressEarOf(app.answer);
	return (comment, thread) => hearPress(comment, thread, ear);
}

function redactorFor(
	{ inputs, environment, secrets, app, redactor = createRedactor([]) }: JobContextOptions,
	checkoutTokens: readonly PersistedToken[],
): LearningRedactor {
	const known = [
		inputs.githubToken,
		inputs.anthropicApiKey ?? '',
		inputs.openaiApiKey ?? '',
		inputs.stateKey ?? '',
		app?.answer.state_key ?? '',
		...(secrets ?? []),
		environment.identityDoor?.token ?? '',
		...checkoutTokens.flatMap((token) => token.secrets),
	];
	known.forEach(redactor.learn);
	app?.tell(redactor.learn);
	return redactor;
}

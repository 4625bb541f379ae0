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

/** What a run must know of where it runs. */
export type RunPlace = Pick<
	JobEnvironment,
	'owner' | 'repo' | 'sha' | 'refName' | 'workspace' | 'temporary' | 'memoryCache' | 'tools' | 'jobProxy'
>;

/** What every run of this process shares, in a job or in a terminal. */
export interface JobContext {
	readonly inputs: Inputs;
	readonly environment: RunPlace;
	/** The folder with `policies/` and `skills/`. */
	readonly packageRoot: string;
	readonly program: string;
	readonly forge: Forge;
	/** Asks GitHub ahead for what a new run on a thread reads first. */
	readonly lookAhead?: (thread: number) => void;
	readonly threads: ToolForge;
	readonly store: RunStore;
	readonly dayBook: DayBook;
	/** What runs leave to later ones; none where the state is kept in a directory. */
	readonly memory?: MemoryBranch;
	readonly clock: PatientClock;
	readonly redactor: LearningRedactor;
	readonly runner: Runner;
	/** The page of the job, where there is one. */
	readonly jobUrl?: string;
	/** Where the runs of workflows report; none in a terminal. */
	readonly standing?: StandingIssues;
	/** Keeps a run's folder where `audit: branch` asks for it. */
	readonly commitAudit: (run: string, files: ReadonlyMap<string, Uint8Array>) => Promise<void>;
	/** Called when a run is over: what nobody needs any more may go. */
	readonly tidyUp: () => Promise<void>;
	/** What the model is told of a tool of ours; undefined where it is not offered. All as they are when left out. */
	readonly offered?: (tool: ToolDefinition) => ToolDefinition | undefined;
	/** The state lies where nobody but this program writes, so that a run needs no comment of ours to speak for it. */
	readonly ownsState?: boolean;
	/** The saved state of runs is sealed with a key that this job has. */
	readonly sealed?: boolean;
	/** Whether a commit is the default branch's, as it stands now or stood before. */
	readonly isOfBranch?: (sha: string) => Promise<boolean>;
	/** The one person who can sign, where there is nobody else. */
	readonly alone?: Person;
	/** The run only reads, and is told here what it would do beyond that. */
	readonly dryRun?: (call: ToolCall, verdict: Verdict) => void;
	/** Tells the job's log what happens in a run. */
	readonly narrate: EventSubscriber;
	/** Lets something else follow a run, too. */
	readonly watch?: (journal: Journal) => Promise<void>;
	/** Tells the job's log what its rules warn of. */
	readonly warn: (text: string) => void;
	/** Aborted when the runner ends the job. */
	readonly interruption?: AbortSignal;
	/** Where the model's requests go, if not to the provider. */
	readonly modelBaseUrl?: string;
	/** What shows a provider which job this is. @throws CountersignError `model-…` */
	readonly identityToken: (audience: string) => Promise<string>;
	/** Signs with the job's identity; left out where it has none. */
	readonly signStatement?: SignStatement;
	/** What the repository's organization says for all of its own, read once; undefined where it says nothing, or nobody knows of one. */
	readonly organization: () => Promise<OrganizationFiles | undefined>;
	readonly workspaceAt: (baseSha: string) => Promise<Workspace>;
	/** Credentials that the checkout keeps; they are redacted like ours. */
	readonly checkoutTokens: readonly PersistedToken[];
	readonly openCommandSupport: () => Promise<CommandSupport>;
	/** Why no sandbox holds here, whatever a probe of it finds: the checkout is not disposable. */
	readonly unwalled?: string;
	/** A line of the job's log that warns of nothing. */
	readonly say: (text: string) => void;
	/** Checks have buttons, and somebody hears of a press. */
	readonly buttons?: true;
}

/** The context of a job, where GitHub is at hand. */
export interface GitHubJobContext extends JobContext {
	readonly environment: JobEnvironment;
	readonly api: Api;
	/** A comment as it counts: one of the App's may carry what somebody pressed. */
	readonly hear: (comment: Comment, thread: number) => Comment;
}

export interface JobContextOptions {
	readonly inputs: Inputs;
	readonly environment: JobEnvironment;
	readonly packageRoot: string;
	readonly program: string;
	readonly octokit: RequestPort;
	/** The App that the job acts as, in place of the workflow's own token. */
	readonly app?: AppToken;
	/** Credentials of the job beside those of its inputs. */
	readonly secrets?: readonly string[];
	/** Keeps a credential that comes later out of the job's log. */
	readonly mask?: (secret: string) => void;
	/** The one of everything that leaves the job. It is told of the job's credentials. */
	readonly redactor?: LearningRedactor;
	readonly narrate: EventSubscriber;
	/** Lets something else follow a run, too. */
	readonly watch?: (journal: Journal) => Promise<void>;
	readonly warn: (text: string) => void;
	/** A line of the job's log that warns of nothing. */
	readonly say: (text: string) => void;
	readonly modelBaseUrl?: string;
	/** Signs with the job's identity. */
	readonly signStatement?: SignStatement;
	readonly interruption?: AbortSignal;
	/** Where commands run, if not on this machine as it is. */
	readonly machine?: Machine;
}

/** Sets up what a job needs before it knows what it will do. Makes no call. */
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

/** Where runs are kept: refs and a memory branch of the repository, or a directory, which keeps no memory. */
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
 * What seals the state of runs: the first seals, and any of them opens. Where nobody made a `state-key`, it comes out of a secret that the
 * job has anyway, the App's before the providers', which maintainers change more often.
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
		// A private `.github` shows itself to the bot alone.
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

/** A process beside the bot has none. */
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

/** What somebody pressed counts only where the bot's key is known. */
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

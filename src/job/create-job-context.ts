import type { JobEnvironment } from '../config/index.ts';
import {
	type Clock,
	type Forge,
	type PatientClock,
	providerRows,
	type Redactor,
	type Runner,
	stateKeyFrom,
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
	once,
	organizationIsOff,
	pressEarOf,
	readOrganizationFiles,
	rewriteStandingIssue,
} from '../github/index.ts';
import {
	createRedactor,
	createVault,
	directoryStore,
	type LearningRedactor,
	subscribeToEvents,
} from '../journal/index.ts';
import { withRemembrance } from '../memory/index.ts';
import { type PersistedToken, persistedTokens } from '../sandbox/index.ts';
import { openWorkspace } from '../workspace/index.ts';
import { openCommandSupport, thisMachine } from './command-support.ts';
import { hearingForge } from './hearing-forge.ts';
import type {
	GitHubJobContext,
	GitHubJobFacts,
	GitHubJobPorts,
	JobContextOptions,
	JobFacts,
	JobForge,
	JobMachine,
	JobPorts,
	StandingIssues,
} from './job-context.ts';
import { lookingOnce } from './job-toolchain.ts';
import { oneLook } from './one-look.ts';
import { type OrganizationWord, underOrganization } from './organization-word.ts';
import { tellingForge } from './telling-forge.ts';
import { tidyUpInTurn } from './tidy-up.ts';

/** Returns everything that a job needs before it knows its task. Makes no request. */
export function createJobContext(options: JobContextOptions): GitHubJobContext {
	const checkoutTokens = persistedTokens(options.environment.workspace);
	const redactor = redactorFor(options, checkoutTokens);
	const api = apiOf(options, redactor);
	const { isAuthentic, ...kept } = keeping(options, api);
	const facts = factsOf(options, isAuthentic);
	return {
		facts,
		ports: portsOf({ ...options, facts, kept, api, redactor }),
		machine: machineOf(options, checkoutTokens),
	};
}

function factsOf(
	{ inputs, environment, packageRoot, program, app }: JobContextOptions,
	isAuthentic: boolean,
): GitHubJobFacts {
	return {
		inputs,
		environment,
		packageRoot,
		program,
		runner: { kind: environment.runnerKind, id: environment.workflowRunId, attempt: environment.attempt },
		...jobPage(environment),
		isAuthentic,
		...(app === undefined ? {} : { buttons: true as const }),
	};
}

type Opened = Omit<JobContextOptions, 'redactor'> & {
	readonly facts: GitHubJobFacts;
	readonly kept: Pick<JobPorts, 'store' | 'memory'>;
	readonly api: Api;
	readonly redactor: LearningRedactor;
};

function portsOf({ facts, kept, api, redactor, environment, app, mask, ...options }: Opened): GitHubJobPorts {
	const { warn, say, narrate, watch, signStatement } = options;
	const hear = hearing(app);
	const organization = organizationWord(api, app);
	const ports: GitHubJobPorts = {
		api,
		...kept,
		forge: wrapped(createForge(api, tokenOf(app)), {
			hear,
			say,
			organization,
			clock,
			lookAtMemory: kept.memory?.lookAhead,
		}),
		hear,
		threads: createToolForge(api),
		standing: standingIssues(environment, api),
		commitAudit: async (run, files) => void (await commitAudit(api, run, files)),
		tidyUp: () => tidyUpInTurn(facts, ports),
		isOfBranch: (sha) => isBefore(api, { sha, head: environment.sha }),
		organization: organization.files,
		identityToken: (audience) =>
			identityToken(audience, { door: environment.identityDoor, mask: mask ?? (() => undefined) }),
		...(signStatement === undefined ? {} : { signStatement }),
		clock,
		redactor,
		watch: async (journal) => {
			subscribeToEvents(journal, narrate);
			await watch?.(journal);
		},
		warn,
		say,
	};
	return ports;
}

function machineOf(
	{ environment, machine, interruption }: JobContextOptions,
	checkoutTokens: readonly PersistedToken[],
): JobMachine {
	const toolchain = lookingOnce(environment);
	return {
		workspaceAt: (baseSha) => openWorkspace(environment.workspace, baseSha, { stays: isOwnCredential }),
		checkoutTokens,
		toolchain,
		openCommandSupport: () => openCommandSupport(machine ?? thisMachine(environment.hosted, toolchain)),
		...(interruption === undefined ? {} : { interruption }),
	};
}

/** The App's token of a job cannot change workflow files. About any other token, nothing is known here. */
function tokenOf(app: AppToken | undefined): Parameters<typeof createForge>[1] {
	return app === undefined ? {} : { changesWorkflows: false };
}

interface Wrapping {
	readonly hear: GitHubJobPorts['hear'];
	readonly say: (text: string) => void;
	readonly organization: OrganizationWord;
	readonly clock: Clock;
	/** Reads the memory in the same request as the first look at a thread. */
	readonly lookAtMemory: (() => void) | undefined;
}

/** Returns the forge with all its wrappers, the innermost first in the list. Each wrapper calls the one before it. */
function wrapped(forge: Forge, { hear, say, organization, clock, lookAtMemory }: Wrapping): JobForge {
	const wrappers: readonly ((inner: Forge) => JobForge)[] = [
		// The other wrappers and the run must see a button press as a comment of the person.
		(inner) => hearingForge(inner, hear),
		// A missing check is not an error, so only the log says why it is missing.
		(inner) => tellingForge(inner, say),
		// Every reading of the repository's kill switch must include the organization's.
		(inner) => underOrganization(inner, organization),
		// This wrapper saves requests of all wrappers above, so it is the outermost.
		(inner) => oneLook(inner, clock, lookAtMemory),
	];
	return wrappers.reduce<JobForge>((inner, wrap) => wrap(inner), forge);
}

const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));
const now = (): Date => new Date();
const clock: PatientClock = { now, sleep };

function apiOf({ octokit, environment: { owner, repo, serverUrl }, app }: JobContextOptions, redactor: Redactor): Api {
	const who = app === undefined ? {} : { login: app.answer.app.login };
	const pace = createPace({ now, sleep });
	return createApi({ octokit, owner, repo, webUrl: serverUrl, ...who, redactor, sleep, pace, now });
}

/** Returns where runs are saved: in refs and the memory branch of the repository, or in a directory, where runs have no memory. */
function keeping(
	{ inputs, environment: { owner, repo, serverUrl }, app }: JobContextOptions,
	api: Api,
): Pick<JobPorts, 'memory' | 'store'> & Pick<JobFacts, 'isAuthentic'> {
	const { stateDirectory } = inputs;
	const stateKeys = stateKeysOf(inputs, app);
	// If the job has a key, only a job with the same key can have written a state that it opens.
	const isAuthentic = stateKeys.length > 0;
	if (stateDirectory !== undefined) {
		const isLiving = (holder: Runner, at: string): Promise<boolean> => isJobLiving(holder, at, { api, now });
		return { isAuthentic, store: directoryStore(stateDirectory, isLiving, createVault(`${owner}/${repo}`, stateKeys)) };
	}
	const door = createGitDoor({ webUrl: serverUrl, owner, repo, token: app?.current ?? inputs.githubToken });
	const memory = createMemoryBranch({ api, door, now, add: withRemembrance });
	return { isAuthentic, memory, store: createRefStore({ api, now, door, memory, stateKeys }) };
}

/**
 * Returns the keys for the state of runs. The first key seals a state, and each key can open one. Without the input `state-key`, the keys
 * are derived from other secrets of the job. The App's secret comes before the keys of providers, because maintainers change those more
 * often.
 */
function stateKeysOf({ stateKey, access }: JobContextOptions['inputs'], app: AppToken | undefined): readonly string[] {
	const derived = providerRows.map(({ name, key }) =>
		key === undefined ? undefined : stateKeyFrom(access[name].apiKey, key.input),
	);
	return [stateKey, app?.answer.state_key, ...derived].filter((key) => key !== undefined);
}

function organizationWord(api: Api, app: AppToken | undefined): OrganizationWord {
	return {
		// With an App, the bot has read the files, because only the bot can read a private `.github` repository.
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

/** Returns the address of the job's page. A run on the bot's own machine has no page. */
function jobPage({
	serverUrl,
	owner,
	repo,
	workflowRunId,
	attempt,
	runnerKind,
}: JobEnvironment): Pick<JobFacts, 'jobUrl'> {
	if (runnerKind === 'local') return {};
	return { jobUrl: `${serverUrl}/${owner}/${repo}/actions/runs/${workflowRunId}/attempts/${attempt}` };
}

/**
 * Returns a function that reads a comment, and turns a signed button press into the person's comment. Without an App, no press is valid.
 */
function hearing(app: AppToken | undefined): GitHubJobPorts['hear'] {
	if (app === undefined) return (comment) => comment;
	const ear = pressEarOf(app.answer);
	return (comment, thread) => hearPress(comment, thread, ear);
}

function redactorFor(
	{ inputs, environment, secrets, app, redactor = createRedactor([]) }: JobContextOptions,
	checkoutTokens: readonly PersistedToken[],
): LearningRedactor {
	const known = [
		...inputs.secrets,
		app?.answer.state_key ?? '',
		...(secrets ?? []),
		environment.identityDoor?.token ?? '',
		...checkoutTokens.flatMap((token) => token.secrets),
	];
	known.forEach(redactor.learn);
	app?.tell(redactor.learn);
	return redactor;
}

import type { JobEnvironment } from '../config/index.ts';
import { type DayBook, providerRows, type Redactor, type Runner, type RunStore, stateKeyFrom } from '../core/index.ts';
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
import { createRedactor, createVault, directoryStore, type LearningRedactor } from '../journal/index.ts';
import { withRemembrance } from '../memory/index.ts';
import { type PersistedToken, persistedTokens } from '../sandbox/index.ts';
import { openWorkspace } from '../workspace/index.ts';
import { openCommandSupport, thisMachine } from './command-support.ts';
import { hearingForge } from './hearing-forge.ts';
import type { GitHubJobContext, JobContext, JobContextOptions, StandingIssues } from './job-context.ts';
import { lookingOnce } from './job-toolchain.ts';
import { oneLook } from './one-look.ts';
import { type OrganizationWord, underOrganization } from './organization-word.ts';
import { tellingForge } from './telling-forge.ts';
import { tidyUpInTurn } from './tidy-up.ts';

/** Prepares what a job needs before it knows its task. Makes no request. */
export function createJobContext(options: JobContextOptions): GitHubJobContext {
	const { environment, app } = options;
	const checkoutTokens = persistedTokens(environment.workspace);
	const toolchain = lookingOnce(environment);
	const machine = options.machine ?? thisMachine(environment.hosted, toolchain);
	const redactor = redactorFor(options, checkoutTokens);
	const api = apiOf(options, redactor);
	const hear = hearing(app);
	const kept = keeping(options, api);
	const organization = organizationWord(api, app);
	const clock = { now, sleep };
	const heard = hearingForge(createForge(api), hear);
	const told = tellingForge(heard, options.say);
	const ruled = underOrganization(told, organization);
	const looking = oneLook(ruled, clock, kept.memory?.lookAhead);
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
		toolchain,
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
 * derived from secrets that the job has anyway. The App's secret comes before the providers', which maintainers change more often.
 */
function stateKeysOf({ stateKey, access }: JobContextOptions['inputs'], app: AppToken | undefined): readonly string[] {
	const derived = providerRows.map(({ name, key }) =>
		key === undefined ? undefined : stateKeyFrom(access[name].apiKey, key.input),
	);
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

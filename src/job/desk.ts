import type { Inputs, JobEnvironment } from '../config/index.ts';
import type { DayBook, Forge, PatientClock, Redactor, Runner, RunStore, Workspace } from '../core/index.ts';
import { isOwnCredential } from '../gate/index.ts';
import {
	type Api,
	createApi,
	createForge,
	createGitDoor,
	createMemoryBranch,
	createPace,
	createRefStore,
	identityToken,
	isJobLiving,
	knownLogin,
	type MemoryBranch,
	type RequestPort,
} from '../github/index.ts';
import { createRedactor, createVault, directoryStore, type EventSubscriber, type Journal } from '../journal/index.ts';
import { withRemembrance } from '../memory/index.ts';
import { type PersistedToken, persistedTokens } from '../sandbox/index.ts';
import { openWorkspace } from '../workspace/index.ts';
import type { SignStatement } from './attest.ts';
import { type CommandRoom, type Machine, openCommandRoom, thisMachine } from './command-room.ts';
import { tellingForge } from './telling-forge.ts';

/** What every run of this job shares. */
export interface Desk {
	readonly inputs: Inputs;
	readonly environment: JobEnvironment;
	/** The folder with `policies/` and `skills/`. */
	readonly packageRoot: string;
	readonly program: string;
	readonly api: Api;
	readonly forge: Forge;
	readonly store: RunStore;
	readonly dayBook: DayBook;
	/** What runs leave to later ones; none where the state is kept in a directory. */
	readonly memory?: MemoryBranch;
	readonly clock: PatientClock;
	readonly redactor: Redactor;
	readonly runner: Runner;
	readonly jobUrl: string;
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
	/** Signs with the job's identity. */
	readonly signStatement?: SignStatement;
	readonly workspaceAt: (baseSha: string) => Promise<Workspace>;
	/** Credentials that the checkout keeps; they are redacted like ours. */
	readonly checkoutTokens: readonly PersistedToken[];
	readonly openCommandRoom: () => Promise<CommandRoom>;
	/** A line of the job's log that warns of nothing. */
	readonly say: (text: string) => void;
}

export interface DeskOptions {
	readonly inputs: Inputs;
	readonly environment: JobEnvironment;
	readonly packageRoot: string;
	readonly program: string;
	readonly octokit: RequestPort;
	/** Credentials of the job beside those of its inputs. */
	readonly secrets?: readonly string[];
	/** Keeps a credential that comes later out of the job's log. */
	readonly mask?: (secret: string) => void;
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
export function setUpDesk(options: DeskOptions): Desk {
	const { inputs, environment, octokit } = options;
	const { owner, repo, serverUrl, workflowRunId, attempt } = environment;
	const checkoutTokens = persistedTokens(environment.workspace);
	const machine = options.machine ?? thisMachine(environment.hosted, environment.toolchain);
	const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));
	const now = (): Date => new Date();
	const pace = createPace({ now, sleep });
	const api = createApi({ octokit, owner, repo, webUrl: serverUrl, sleep, pace, now });
	const door = createGitDoor({ webUrl: serverUrl, owner, repo, token: inputs.githubToken });
	const { stateDirectory, stateKey } = inputs;
	const sealed = stateKey === undefined ? {} : { stateKey };
	const memory = createMemoryBranch({ api, door, now, add: withRemembrance });
	const store =
		stateDirectory === undefined
			? createRefStore({ api, baseSha: environment.sha, now, door, memory, ...sealed })
			: directoryStore(
					stateDirectory,
					(holder, at) => isJobLiving(holder, at, { api, now }),
					createVault(`${owner}/${repo}`, stateKey),
				);
	return {
		...options,
		api,
		forge: tellingForge(createForge(api, knownLogin(inputs.githubToken)), options.say),
		store,
		dayBook: store,
		...(stateDirectory === undefined ? { memory } : {}),
		clock: { now, sleep },
		redactor: createRedactor([
			inputs.githubToken,
			inputs.anthropicApiKey ?? '',
			inputs.openaiApiKey ?? '',
			inputs.stateKey ?? '',
			...(options.secrets ?? []),
			environment.identityDoor?.token ?? '',
			...checkoutTokens.flatMap((token) => token.secrets),
		]),
		runner: { kind: 'actions', id: workflowRunId, attempt },
		jobUrl: `${serverUrl}/${owner}/${repo}/actions/runs/${workflowRunId}/attempts/${attempt}`,
		checkoutTokens,
		identityToken: (audience) =>
			identityToken(audience, { door: environment.identityDoor, mask: options.mask ?? (() => undefined) }),
		openCommandRoom: () => openCommandRoom(machine),
		workspaceAt: (baseSha) => openWorkspace(environment.workspace, baseSha, { stays: isOwnCredential }),
	};
}

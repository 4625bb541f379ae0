import { homedir } from 'node:os';
import { z } from 'zod';
import { CountersignError, type JobProxy, type ToolPlaces } from '../core/index.ts';
import { readJobProxy } from './job-proxy.ts';
import { readToolPlaces } from './tool-places.ts';

const url = z.url({ protocol: /^https?$/ });

const schema = z.object({
	GITHUB_EVENT_NAME: z.string().min(1),
	GITHUB_EVENT_PATH: z.string().min(1),
	GITHUB_REPOSITORY: z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'must be owner/name'),
	GITHUB_RUN_ID: z.string().regex(/^\d+$/, 'must be a number'),
	GITHUB_RUN_ATTEMPT: z.string().regex(/^\d+$/, 'must be a number').default('1'),
	GITHUB_SHA: z.string().regex(/^[0-9a-f]{40,64}$/, 'must be a commit sha'),
	GITHUB_REF_NAME: z.string().default(''),
	GITHUB_REF_TYPE: z.string().default('branch'),
	GITHUB_WORKFLOW: z.string().default('workflow'),
	GITHUB_WORKSPACE: z.string().min(1),
	GITHUB_API_URL: url.default('https://api.github.com'),
	GITHUB_SERVER_URL: url.default('https://github.com'),
	RUNNER_TEMP: z.string().min(1),
	COUNTERSIGN_MEMORY_CACHE: z.string().default(''),
	RUNNER_ENVIRONMENT: z.string().default(''),
	COUNTERSIGN_RUNNER: z.enum(['actions', 'local']).default('actions'),
	ACTIONS_ID_TOKEN_REQUEST_URL: z.string().default(''),
	ACTIONS_ID_TOKEN_REQUEST_TOKEN: z.string().default(''),
});

/** The job, as the runner's variables describe it. */
export interface JobEnvironment {
	readonly eventName: string;
	readonly eventPath: string;
	readonly owner: string;
	readonly repo: string;
	readonly workflowRunId: string;
	/** `local` is a process that the App's bot has started, and not a job of GitHub. */
	readonly runnerKind: 'actions' | 'local';
	readonly attempt: number;
	/** The commit of the default branch, for every event that we handle. */
	readonly sha: string;
	readonly refName: string;
	readonly workflow: string;
	readonly workspace: string;
	readonly apiUrl: string;
	readonly serverUrl: string;
	readonly temporary: string;
	/** The folder of the search index, which can always be rebuilt. If left out, below the temporary folder. */
	readonly memoryCache?: string;
	/** Whether GitHub hosts the machine. Then nobody else uses the machine, and it is deleted after the job. */
	readonly hosted: boolean;
	/** The folders of the job's programs. */
	readonly tools: ToolPlaces;
	/** The proxy that is configured on the job's machine. */
	readonly jobProxy?: JobProxy;
	/** The endpoint for the job's identity tokens. It exists only with `id-token: write`. */
	readonly identityDoor?: { readonly url: string; readonly token: string };
}

/** Reads the runner's variables. @throws CountersignError `bad-input` that names every missing or malformed variable. */
export function readJobEnvironment(env: NodeJS.ProcessEnv, home: string = homedir()): JobEnvironment {
	const parsed = schema.safeParse(env);
	if (!parsed.success) throw notInRunner(parsed.error);
	const { data } = parsed;
	const [owner = '', repo = ''] = data.GITHUB_REPOSITORY.split('/');
	return {
		eventName: data.GITHUB_EVENT_NAME,
		eventPath: data.GITHUB_EVENT_PATH,
		owner,
		repo,
		workflowRunId: data.GITHUB_RUN_ID,
		runnerKind: data.COUNTERSIGN_RUNNER,
		attempt: Number(data.GITHUB_RUN_ATTEMPT),
		sha: data.GITHUB_SHA,
		// A tag may have the same name as the default branch.
		refName: data.GITHUB_REF_TYPE === 'tag' ? `refs/tags/${data.GITHUB_REF_NAME}` : data.GITHUB_REF_NAME,
		workflow: data.GITHUB_WORKFLOW,
		workspace: data.GITHUB_WORKSPACE,
		apiUrl: data.GITHUB_API_URL,
		serverUrl: data.GITHUB_SERVER_URL,
		temporary: data.RUNNER_TEMP,
		...(data.COUNTERSIGN_MEMORY_CACHE === '' ? {} : { memoryCache: data.COUNTERSIGN_MEMORY_CACHE }),
		hosted: data.RUNNER_ENVIRONMENT === 'github-hosted',
		tools: readToolPlaces(env, home),
		...readJobProxy(env),
		...identityDoor(data.ACTIONS_ID_TOKEN_REQUEST_URL, data.ACTIONS_ID_TOKEN_REQUEST_TOKEN),
	};
}

function identityDoor(url: string, token: string): Pick<JobEnvironment, 'identityDoor'> {
	return url === '' || token === '' || !URL.canParse(url) ? {} : { identityDoor: { url, token } };
}

function notInRunner(error: z.ZodError): CountersignError {
	const faults = error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
	return new CountersignError({
		code: 'bad-input',
		message: `The environment variables of the job are wrong: ${faults.join('; ')}.`,
		fix: 'Run the action in a GitHub workflow, or use `countersign` in a terminal.',
	});
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LocalGitHub } from './github/local-github.ts';
import { git } from './sample-repository.ts';

const mostLogCharacters = 20_000_000;

/** The GitHub of a job. The job clones from `repositoryDir`, and the runner reports the start and the end of the job. */
export type JobGitHub = Pick<
	LocalGitHub,
	'url' | 'owner' | 'repo' | 'defaultBranch' | 'repositoryDir' | 'setWorkflowRun'
> &
	Partial<Pick<LocalGitHub, 'identityRequest'>>;

/** The settings of one job. */
export interface JobOptions {
	readonly github: JobGitHub;
	/** The runner's disk. */
	readonly disk: string;
	readonly event: { readonly name: string; readonly payload: unknown };
	readonly runId: number;
	readonly attempt?: number;
	/** The step's `with:` block. */
	readonly inputs: Readonly<Record<string, string>>;
	readonly env?: Readonly<Record<string, string>>;
	/** The built action. */
	readonly action: string;
	/** The commit of the event. If left out, the current default branch. */
	readonly commit?: string;
	/** Whether the disk already has a checkout, which is then used again. */
	readonly keepCheckout?: boolean;
	/** A module that is loaded before the action. */
	readonly preload?: string;
	/** `permissions: id-token: write`: the job may ask for an identity token. */
	readonly identity?: boolean;
	/** Gets each line of the job's log. */
	readonly onLine?: (line: string) => void;
}

export interface JobEnd {
	readonly exitCode: number | null;
	readonly signal: NodeJS.Signals | null;
	readonly outputs: Readonly<Record<string, string>>;
	readonly summary: string;
	readonly log: string;
}

export interface RunningJob {
	readonly process: ChildProcess;
	readonly ended: Promise<JobEnd>;
}

/**
 * Starts the built action as a GitHub runner would: with a checkout, an event file and an environment, which contains nothing of this
 * process.
 */
export function startJob(options: JobOptions): RunningJob {
	const { github, disk, event, runId, attempt = 1 } = options;
	const workspace = join(disk, 'work', github.repo, github.repo);
	const temporary = join(disk, 'temp');
	mkdirSync(temporary, { recursive: true });
	if (options.keepCheckout !== true) checkOut(github, workspace, options.commit);
	const files = runnerFiles(temporary, event.payload);
	github.setWorkflowRun({ id: runId, attempt, status: 'in_progress' });
	const preloaded = options.preload === undefined ? [] : ['--import', options.preload];
	const child = spawn(process.execPath, [...preloaded, options.action], {
		cwd: workspace,
		env: {
			...runnerEnvironment(options, { workspace, temporary, files }),
			...identityEnvironment(options),
			...inputEnvironment(options.inputs),
			...options.env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	return { process: child, ended: endOf(child, { ...options, files, attempt }) };
}

/** Runs a job to its end. */
export function runJob(options: JobOptions): Promise<JobEnd> {
	return startJob(options).ended;
}

interface RunnerFiles {
	readonly event: string;
	readonly output: string;
	readonly summary: string;
}

function runnerFiles(temporary: string, payload: unknown): RunnerFiles {
	const files = {
		event: join(temporary, 'event.json'),
		output: join(temporary, 'output'),
		summary: join(temporary, 'summary.md'),
	};
	writeFileSync(files.event, typeof payload === 'string' ? payload : JSON.stringify(payload));
	writeFileSync(files.output, '');
	writeFileSync(files.summary, '');
	return files;
}

function checkOut(github: JobGitHub, workspace: string, commit?: string): void {
	rmSync(workspace, { recursive: true, force: true });
	mkdirSync(workspace, { recursive: true });
	git(workspace, 'clone', '-q', '--branch', github.defaultBranch, github.repositoryDir, '.');
	if (commit !== undefined) git(workspace, 'reset', '-q', '--hard', commit);
}

function runnerEnvironment(
	{ github, event, runId, attempt = 1, commit }: JobOptions,
	{ workspace, temporary, files }: { workspace: string; temporary: string; files: RunnerFiles },
): Record<string, string> {
	return {
		PATH: process.env['PATH'] ?? '',
		HOME: temporary,
		CI: 'true',
		GITHUB_ACTIONS: 'true',
		GITHUB_EVENT_NAME: event.name,
		GITHUB_EVENT_PATH: files.event,
		GITHUB_REPOSITORY: `${github.owner}/${github.repo}`,
		GITHUB_RUN_ID: String(runId),
		GITHUB_RUN_ATTEMPT: String(attempt),
		GITHUB_SHA: commit ?? git(github.repositoryDir, 'rev-parse', `refs/heads/${github.defaultBranch}`),
		GITHUB_REF_NAME: github.defaultBranch,
		GITHUB_WORKFLOW: 'agent',
		GITHUB_WORKSPACE: workspace,
		GITHUB_API_URL: github.url,
		GITHUB_SERVER_URL: github.url,
		GITHUB_OUTPUT: files.output,
		GITHUB_STEP_SUMMARY: files.summary,
		RUNNER_TEMP: temporary,
		RUNNER_OS: 'Linux',
	};
}

function identityEnvironment({ github, event, runId, attempt = 1, identity }: JobOptions): Record<string, string> {
	if (identity !== true || github.identityRequest === undefined) return {};
	const { url, token } = github.identityRequest({ runId, attempt, event: event.name, ...actorOf(event.payload) });
	return { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token };
}

/** Returns the person who caused the event. */
function actorOf(payload: unknown): { actor?: string } {
	const { sender } = Object(payload) as { sender?: { login?: unknown } };
	return typeof sender?.login === 'string' ? { actor: sender.login } : {};
}

/** Returns the variables for inputs. A runner passes every declared input, even an empty one. */
function inputEnvironment(inputs: Readonly<Record<string, string>>): Record<string, string> {
	return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));
}

function endOf(child: ChildProcess, job: JobOptions & { files: RunnerFiles; attempt: number }): Promise<JobEnd> {
	let log = '';
	const take = (line: string): void => {
		log = `${log}${line}\n`.slice(-mostLogCharacters);
		if (line !== '') job.onLine?.(line);
	};
	for (const stream of [child.stdout, child.stderr])
		if (stream !== null) createInterface({ input: stream }).on('line', take);
	return new Promise((resolve) => {
		child.on('close', (exitCode, signal) => {
			const conclusion = exitCode === 0 ? 'success' : 'failure';
			job.github.setWorkflowRun({ id: job.runId, attempt: job.attempt, status: 'completed', conclusion });
			const outputs = readOutputs(readFileSync(job.files.output, 'utf8'));
			resolve({ exitCode, signal, outputs, summary: readFileSync(job.files.summary, 'utf8'), log });
		});
	});
}

/** Reads outputs in the runner's format: `name<<delimiter`, the value's lines, the delimiter. */
function readOutputs(text: string): Readonly<Record<string, string>> {
	const found = [...text.matchAll(/^([\w-]+)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm)];
	return Object.fromEntries(found.map(([, name = '', , value = '']) => [name, value]));
}

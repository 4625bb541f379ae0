import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalRunner } from '../config/index.ts';
import { type AppAnswer, CountersignError, longestLocalJob } from '../core/index.ts';
import { cloneRepository, type ProgramEnd, type ProgramRequest, runProgram } from '../sandbox/index.ts';
import type { Place } from './installation-api.ts';
import { type Log, whyOf } from './log.ts';
import type { Runs, RunsIn } from './runs.ts';

export interface LocalRunsOptions {
	/** The path of the built action. */
	readonly action: string;
	readonly apiUrl: string;
	readonly serverUrl: string;
	/** Returns the answer that the App's bot gives a job of this repository, such as the token. */
	readonly identity: (place: Place) => Promise<AppAnswer>;
	readonly runner: LocalRunner;
	readonly log: Log;
	/** The most minutes that a run may take. {@link longestLocalJob} is the default and the upper limit. */
	readonly minutes?: number;
}

/**
 * The most jobs that may wait. Further jobs are refused: GitHub logs their deliveries as failed, and the bot later asks GitHub to send them
 * again.
 */
const mostWaiting = 100;
const heapMegabytes = 2_048;
const cloneSeconds = 600;

interface Job {
	readonly command: string;
	readonly where: RunsIn;
}

/**
 * Returns a {@link Runs} that runs commands on the machine of the bot, for a small team that has a machine but no GitHub minutes. Each
 * command runs the built action in a separate clone, in its own folder, as a process with limits. If the bot stops while jobs wait,
 * recovery starts them later.
 */
export function runsLocally(options: LocalRunsOptions): Runs {
	const { log } = options;
	const { atOnce } = options.runner;
	const stop = new AbortController();
	const waiting: Job[] = [];
	const running = new Map<string, Promise<void>>();
	const next = (): void => {
		while (running.size < atOnce && !stop.signal.aborted) {
			const job = waiting.shift();
			if (job === undefined) return;
			const name = nameOf(job);
			const work = tellFailure(job, oneRun(job, options, stop.signal)).finally(() => {
				running.delete(name);
				next();
			});
			running.set(name, work);
		}
	};
	const tellFailure = ({ command }: Job, work: Promise<void>): Promise<void> =>
		work.catch((error: unknown) =>
			log(stop.signal.aborted ? 'info' : 'error', 'a run could not be started', { command, why: whyOf(error) }),
		);
	return {
		start: async (command, where) => {
			const job = { command, where };
			const isKnown = running.has(nameOf(job)) || waiting.some((one) => nameOf(one) === nameOf(job));
			if (!isKnown && (waiting.length >= mostWaiting || stop.signal.aborted)) throw busy();
			if (!isKnown) waiting.push(job);
			next();
			return { kind: 'started' };
		},
		close: async () => {
			stop.abort();
			waiting.length = 0;
			await Promise.all(running.values());
		},
	};
}

async function oneRun(job: Job, options: LocalRunsOptions, interruption: AbortSignal): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-local-'));
	try {
		const answer = await options.identity(job.where.place);
		const checkout = await checkOut(job, { folder, token: answer.token, interruption }, options);
		interruption.throwIfAborted();
		const files = jobFiles(folder, { ...job, answer });
		const env = {
			...options.runner.env,
			...jobEnvironment({ where: job.where, ...checkout, files }, options),
			...inputsOf(job.command, answer, options.runner),
		};
		const end = await runAction(job, { env, cwd: checkout.workspace, interruption }, options);
		const { owner, name } = job.where.place;
		options.log('info', 'a run ended', { command: job.command, repository: `${owner}/${name}`, ...told(end, files) });
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

interface Checkout {
	readonly workspace: string;
	readonly sha: string;
}

async function checkOut(
	{ where }: Job,
	{ folder, ...given }: { readonly folder: string; readonly token: string; readonly interruption: AbortSignal },
	{ serverUrl }: LocalRunsOptions,
): Promise<Checkout> {
	const { owner, name, defaultBranch: branch } = where.place;
	const workspace = join(folder, 'work', name);
	const url = `${serverUrl}/${owner}/${name}.git`;
	const cloned = await cloneRepository({ ...given, url, branch, into: workspace, wallSeconds: cloneSeconds });
	if (!cloned.ok) throw new Error(`git: ${cloned.message}`);
	return { workspace, sha: readFileSync(join(workspace, '.git', 'refs', 'heads', branch), 'utf8').trim() };
}

function runAction(
	{ command }: Job,
	process: Pick<ProgramRequest, 'env' | 'cwd' | 'interruption'>,
	{ action, log, minutes }: LocalRunsOptions,
): Promise<ProgramEnd> {
	return runProgram({
		...process,
		script: action,
		nodeFlags: [`--max-old-space-size=${heapMegabytes}`],
		wallMinutes: minutes ?? longestLocalJob,
		onLine: (line) => {
			if (!isOfRunner(line)) log('debug', 'run', { command, line });
		},
	});
}

interface JobFiles {
	readonly folder: string;
	/** The run's scratch folder. It is deleted after the run, even if the run was killed. */
	readonly scratch: string;
	readonly event: string;
	readonly answer: string;
	readonly output: string;
	readonly summary: string;
}

function jobFiles(folder: string, { command, where, answer }: Job & { readonly answer: AppAnswer }): JobFiles {
	const temporary = join(folder, 'temp');
	mkdirSync(temporary);
	mkdirSync(join(folder, 'tmp'));
	const { owner, name, defaultBranch } = where.place;
	const { app } = answer;
	const files: readonly (readonly [keyof JobFiles, string])[] = [
		[
			'event',
			JSON.stringify({
				repository: { name, owner: { login: owner }, default_branch: defaultBranch },
				sender: { id: app.user_id, login: app.login, type: 'Bot' },
				inputs: { command },
			}),
		],
		['answer', JSON.stringify(answer)],
		['output', ''],
		['summary', ''],
	];
	for (const [file, text] of files) writeFileSync(join(temporary, file), text, { mode: 0o600 });
	const paths = Object.fromEntries(files.map(([file]) => [file, join(temporary, file)]));
	return { folder: temporary, scratch: join(folder, 'tmp'), ...(paths as Omit<JobFiles, 'folder' | 'scratch'>) };
}

interface Setting extends Checkout {
	readonly where: RunsIn;
	readonly files: JobFiles;
}

/** The environment variables that a runner of GitHub sets. */
function jobEnvironment(
	{ where: { place }, workspace, files, sha }: Setting,
	{ apiUrl, serverUrl }: LocalRunsOptions,
): Record<string, string> {
	return {
		HOME: files.folder,
		TMPDIR: files.scratch,
		CI: 'true',
		COUNTERSIGN_RUNNER: 'local',
		COUNTERSIGN_APP_ANSWER: files.answer,
		GITHUB_EVENT_NAME: 'workflow_dispatch',
		GITHUB_EVENT_PATH: files.event,
		GITHUB_REPOSITORY: `${place.owner}/${place.name}`,
		// A random id, so that the run does not share an id with a job of GitHub.
		GITHUB_RUN_ID: String(randomInt(1, 2 ** 47)),
		GITHUB_RUN_ATTEMPT: '1',
		GITHUB_SHA: sha,
		GITHUB_REF_NAME: place.defaultBranch,
		GITHUB_WORKFLOW: 'countersign',
		GITHUB_WORKSPACE: workspace,
		GITHUB_API_URL: apiUrl,
		GITHUB_SERVER_URL: serverUrl,
		GITHUB_OUTPUT: files.output,
		GITHUB_STEP_SUMMARY: files.summary,
		RUNNER_TEMP: files.folder,
		RUNNER_OS: 'Linux',
	};
}

/**
 * Returns the environment variables with the inputs of the action. The run's folder is deleted after the run, so by default the audit is
 * committed to a branch.
 */
function inputsOf(command: string, { token }: AppAnswer, { inputs }: LocalRunner): Record<string, string> {
	const all = { audit: 'branch', ...inputs, command, 'github-token': token };
	return Object.fromEntries(Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]));
}

function told({ exitCode, timedOut }: ProgramEnd, files: JobFiles): Record<string, unknown> {
	const outputs = readFileSync(files.output, 'utf8');
	const read = (name: string): string => new RegExp(`^${name}<<(\\S+)\\n(.*)\\n\\1$`, 'm').exec(outputs)?.[2] ?? '';
	return {
		outcome: read('outcome'),
		reason: read('reason-code'),
		run: read('run'),
		exitCode,
		...(timedOut ? { timedOut } : {}),
	};
}

/**
 * Whether the line is a mask command for GitHub's runner. Such a line contains a secret in plain text, and here no runner would hide it.
 */
function isOfRunner(line: string): boolean {
	return line.includes('::add-mask::');
}

function nameOf({ command, where }: Job): string {
	return `${where.place.id} ${command}`;
}

function busy(): CountersignError {
	return new CountersignError({
		code: 'github-unreachable',
		message: `${mostWaiting} runs wait on this machine already.`,
		fix: 'Nothing is lost: GitHub marks the delivery as failed, and the bot asks for it again.',
	});
}

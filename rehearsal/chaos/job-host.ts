import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getOctokit } from '@actions/github';
import { type Inputs, type JobEnvironment, readInputs } from '../../src/config/index.ts';
import { asCountersignError, type Entry, type Outcome } from '../../src/core/index.ts';
import {
	actAsApp,
	actingClient,
	createJobContext,
	handle,
	type Machine,
	readEvent,
	revokeToken,
} from '../../src/job/index.ts';

/** The settings that all jobs of a host share. They are the only argument of the process. */
export interface HostStage {
	readonly githubUrl: string;
	readonly owner: string;
	readonly repo: string;
	readonly sha: string;
	readonly branch: string;
	/** A clone. Each job gets a copy of it. */
	readonly checkout: string;
	/** Where the jobs' disks are. */
	readonly folder: string;
	/** The bot's address. */
	readonly bot: string;
	/** The file that records each step when a job begins it, even if the job is killed later. */
	readonly begun: string;
}

/** A workflow run to carry out. */
export interface JobOrder {
	readonly id: number;
	readonly attempt: number;
	readonly command: string;
	readonly payload: unknown;
	readonly model: string;
	readonly door: { readonly url: string; readonly token: string };
}

/** How it ended. */
export interface JobReport {
	readonly id: number;
	readonly attempt: number;
	readonly outcome: Outcome;
	readonly modelCalls: number;
	readonly milliseconds: number;
}

/** A line of {@link HostStage.begun}. */
export interface Begun {
	readonly run: string;
	readonly call: string;
	readonly job: number;
}

const packageRoot = join(import.meta.dirname, '..', '..');
/** A machine without a sandbox. No job here runs commands, and testing a sandbox would take most of a job's time. */
const noMachine: Machine = {
	probe: async () => ({ ok: false, why: 'there are no commands in this storm', fix: 'none', kind: 'other' }),
	mend: () => Promise.reject(new Error('nothing is mended here')),
	hosted: false,
};

/** Runs one job like `src/action.ts`, but in this process. */
async function doJob(order: JobOrder, stage: HostStage): Promise<JobReport> {
	const started = performance.now();
	const disk = mkdtempSync(join(stage.folder, 'job-'));
	let modelCalls = 0;
	try {
		const seen = (run: string, entry: Entry): void => {
			if (entry.type === 'model_reply' || entry.type === 'reply_discarded') modelCalls++;
			if (entry.type === 'tool_started') write({ run, call: entry.call_id, job: order.id }, stage);
		};
		const outcome = await outcomeOf(order, disk, stage, seen);
		return { id: order.id, attempt: order.attempt, outcome, modelCalls, milliseconds: performance.now() - started };
	} finally {
		rmSync(disk, { recursive: true, force: true });
	}
}

function write(begun: Begun, { begun: file }: HostStage): void {
	appendFileSync(file, `${JSON.stringify(begun)}\n`);
}

type Seen = (run: string, entry: Entry) => void;

async function outcomeOf(order: JobOrder, disk: string, stage: HostStage, seen: Seen): Promise<Outcome> {
	try {
		return await handled(order, environmentOf(order, disk, stage), stage, seen);
	} catch (thrown) {
		const { code, message, fix } = asCountersignError(thrown);
		if (code === 'internal') console.error(thrown);
		return { kind: 'failed', reason: code, message: `${message} ${fix}` };
	}
}

async function handled(order: JobOrder, environment: JobEnvironment, stage: HostStage, seen: Seen): Promise<Outcome> {
	const inputs = inputsOf(order, stage);
	const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));
	const app = await actAsApp({ inputs, environment, mask: ignore, sleep, now: () => new Date() });
	if (app === undefined) throw new Error('a job of this storm acts as the App');
	const octokit = actingClient(app.current, (token) => getOctokit(token, { baseUrl: stage.githubUrl }));
	const { workflowRunId, refName, eventName: name } = environment;
	const { command, label } = { ...inputs, command: order.command };
	const incoming = readEvent({ name, payload: order.payload, workflowRunId, refName, task: '', label, command });
	const context = createJobContext({
		...{ inputs, environment, packageRoot, octokit, app, machine: noMachine },
		...{ program: 'chaos', narrate: ignore, warn: ignore, say: ignore },
		watch: async (journal) => {
			const [first] = journal.entries();
			const run = first?.type === 'run_started' ? first.run : '';
			journal.subscribe((entry) => seen(run, entry));
		},
	});
	try {
		return (await handle(incoming, context)).outcome;
	} finally {
		await revokeToken(octokit);
	}
}

function ignore(): void {
	// Nobody reads a log here.
}

function inputsOf({ command, model }: JobOrder, { bot }: HostStage): Inputs {
	const given: Readonly<Record<string, string>> = { 'github-token': 'ghs_none', bot, command, model, mode: 'default' };
	return readInputs((name) => given[name] ?? '', {});
}

function environmentOf(order: JobOrder, disk: string, stage: HostStage): JobEnvironment {
	const workspace = join(disk, 'work');
	const temporary = join(disk, 'temp');
	cpSync(stage.checkout, workspace, { recursive: true });
	mkdirSync(temporary);
	const { owner, repo, sha, branch, githubUrl } = stage;
	return {
		...{ eventName: 'workflow_dispatch', eventPath: '', owner, repo, sha, refName: branch, workflow: 'agent' },
		...{ workflowRunId: String(order.id), attempt: order.attempt, runnerKind: 'actions', hosted: false },
		tools: { path: [], home: '/nowhere', variables: [] },
		...{ workspace, temporary, apiUrl: githubUrl, serverUrl: githubUrl, identityDoor: order.door },
	};
}

const stage = JSON.parse(process.argv[2] ?? '{}') as HostStage;
process.on('message', (order: JobOrder) => {
	void doJob(order, stage).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit());

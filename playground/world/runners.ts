import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dispatch, LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { type JobEnd, type JobOptions, type RunningJob, startJob } from '../../rehearsal/job-runner.ts';
import type { JobView } from '../protocol.ts';
import { threadOf } from './command-thread.ts';
import { inBackground } from './in-background.ts';
import { JobLog } from './job-log.ts';

const mostAtOnce = 4;

/** A job, from its dispatch to its end. */
export interface Job {
	readonly id: number;
	readonly command: string;
	/** 0 if it belongs to no thread. */
	readonly thread: number;
	readonly disk: string;
	readonly event: JobOptions['event'];
	readonly log: JobLog;
	status: JobView['status'];
	startedAt: string;
	endedAt?: string;
	outcome?: string;
	running?: RunningJob;
}

export interface RunnersOptions {
	readonly github: LocalGitHub;
	/** Where the disks of the jobs are. */
	readonly folder: string;
	/** The built action. */
	readonly action: string;
	readonly preload: string;
	/** Further inputs of a job. */
	readonly inputsOf: (job: Pick<Job, 'command' | 'thread'>) => Readonly<Record<string, string>>;
	/** Further variables of a job. */
	readonly envOf: (job: Pick<Job, 'command' | 'thread'>) => Readonly<Record<string, string>>;
	/** Called before the disk of an ended job is deleted. */
	readonly lastLook: (job: Job) => Promise<void>;
	readonly changed: (job: Job) => void;
}

/** Simulates GitHub's runners: each job is the built action in a separate process, on a separate disk. */
export class Runners {
	readonly jobs: Job[] = [];
	readonly #options: RunnersOptions;
	#nextSchedule = 6_000_000_001;
	#closed = false;

	constructor(options: RunnersOptions) {
		this.#options = options;
	}

	/** Takes a dispatch of the bot. For each command, one job runs at a time, and only the newest of the others waits. */
	async dispatched({ run, inputs, payload }: Dispatch): Promise<void> {
		const command = inputs['command'] ?? '';
		const thread = await threadOf(command, this.#options.github);
		for (const other of this.jobs)
			if (other.command === command && other.status === 'queued') this.#end(other, 'ended', 'cancelled');
		this.#queue({ id: run.id, command, thread, event: { name: 'workflow_dispatch', payload } });
	}

	/** The scheduled workflow. */
	async scheduled(): Promise<void> {
		const payload = await this.#options.github.scheduleEvent();
		this.#queue({ id: this.#nextSchedule++, command: 'schedule', thread: 0, event: { name: 'schedule', payload } });
	}

	/** Kills the running job of a thread like a lost machine: the job can write nothing more, and its disk is deleted. */
	kill(thread: number): boolean {
		const job = this.jobs.find((one) => one.thread === thread && one.status === 'running');
		if (job?.running === undefined) return false;
		job.status = 'killed';
		job.running.process.kill('SIGKILL');
		return true;
	}

	async close(): Promise<void> {
		this.#closed = true;
		const running = this.jobs.flatMap((job) =>
			job.running !== undefined && job.endedAt === undefined ? [job.running] : [],
		);
		for (const { process } of running) process.kill('SIGKILL');
		await Promise.allSettled(running.map(({ ended }) => ended));
	}

	#queue(ordered: Pick<Job, 'id' | 'command' | 'thread' | 'event'>): void {
		const disk = join(this.#options.folder, `disk-${ordered.id}`);
		const job: Job = { ...ordered, disk, log: new JobLog(), status: 'queued', startedAt: new Date().toISOString() };
		this.jobs.push(job);
		this.#options.changed(job);
		this.#next();
	}

	#next(): void {
		if (this.#closed) return;
		const running = this.jobs.filter(({ status }) => status === 'running');
		const busy = new Set(running.map(({ command }) => command));
		const job = this.jobs.find(({ status, command }) => status === 'queued' && !busy.has(command));
		if (job === undefined || running.length >= mostAtOnce) return;
		inBackground(this.#run(job));
		this.#next();
	}

	/** Runs a job. Even after an error, the job ends and the next one starts. */
	async #run(job: Job): Promise<void> {
		try {
			const { outputs, signal } = await this.#start(job);
			if (signal !== 'SIGKILL') await this.#options.lastLook(job);
			this.#end(job, signal === 'SIGKILL' ? 'killed' : 'ended', outputs['outcome']);
		} catch (error) {
			job.log.take(`The runner failed: ${error instanceof Error ? error.message : String(error)}`);
			this.#end(job, 'ended', 'failed');
		} finally {
			// A runner's disk does not outlive its job.
			await rm(job.disk, { recursive: true, force: true, maxRetries: 3 });
			this.#next();
		}
	}

	#start(job: Job): Promise<JobEnd> {
		const { github, action, preload, inputsOf, envOf, changed } = this.#options;
		job.status = 'running';
		job.startedAt = new Date().toISOString();
		job.running = startJob({
			...{ github, disk: job.disk, event: job.event, runId: job.id, action, preload, identity: true },
			inputs: {
				'github-token': github.actionsToken,
				command: job.event.name === 'schedule' ? '' : job.command,
				...inputsOf(job),
			},
			env: envOf(job),
			onLine: (line) => {
				job.log.take(line);
				changed(job);
			},
		});
		changed(job);
		return job.running.ended;
	}

	#end(job: Job, status: 'ended' | 'killed', outcome: string | undefined): void {
		job.status = status;
		job.endedAt = new Date().toISOString();
		if (outcome !== undefined) job.outcome = outcome;
		// A runner reports the end of its job to GitHub. A job that never began has no runner.
		if (job.running === undefined)
			this.#options.github.setWorkflowRun({ id: job.id, attempt: 1, status: 'completed', conclusion: 'cancelled' });
		this.#options.changed(job);
	}
}

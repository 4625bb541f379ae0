import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatch, LocalGitHub } from '../github/local-github.ts';
import type { HostStage, JobOrder, JobReport } from './job-host.ts';
import type { Random } from './random.ts';
import { Tally } from './tally.ts';

const program = join(import.meta.dirname, 'job-host.ts');
/** A host can run many jobs, because a job waits for GitHub most of its time. */
const jobsAtOnce = 8;

interface Host {
	process: ChildProcess;
	readonly running: Map<number, JobOrder>;
}

/** Simulates GitHub's runners. It carries out dispatches, one run of a command at a time, as the workflow's `concurrency` demands. */
export class JobHosts {
	readonly outcomes = new Tally();
	/** Why jobs failed. */
	readonly failures: string[] = [];
	/** How each job ended, in order. */
	readonly ends: { readonly command: string; readonly text: string }[] = [];
	killed = 0;
	/** The command of each job that ended as a duplicate, once for each of its model calls. */
	readonly duplicateModelCalls: string[] = [];
	readonly durations: number[] = [];
	readonly #github: LocalGitHub;
	readonly #stage: HostStage;
	readonly #modelOf: (command: string) => string;
	readonly #hosts: Host[];
	/** How often a person ran a job again, because the bot had given up its command. */
	readonly rerun = new Tally();
	/** The last order for each command. */
	readonly #last = new Map<string, JobOrder>();
	/** In the order of their dispatches. */
	#waiting: JobOrder[] = [];

	constructor(count: number, github: LocalGitHub, stage: HostStage, modelOf: (command: string) => string) {
		this.#github = github;
		this.#stage = stage;
		this.#modelOf = modelOf;
		this.#hosts = Array.from({ length: count }, () => ({ process: this.#fork(), running: new Map() }));
	}

	get backlog(): number {
		return this.#waiting.length + this.#running.length;
	}

	get #running(): readonly JobOrder[] {
		return this.#hosts.flatMap(({ running }) => [...running.values()]);
	}

	/** Queues a run. It waits for the running one of the same command, and replaces one that already waits. */
	take({ run, inputs, payload }: Dispatch): void {
		const command = inputs['command'] ?? '';
		const door = this.#github.identityRequest({ runId: run.id, event: 'workflow_dispatch' });
		for (const order of this.#waiting.filter((other) => other.command === command)) this.#end(order, 'cancelled');
		this.#waiting = this.#waiting.filter((other) => other.command !== command);
		this.#queue({ id: run.id, attempt: 1, command, payload, model: this.#modelOf(command), door });
	}

	/** Runs the last job of a command again, as a person who then watches it would. Does nothing if a job of this command runs or waits. */
	runAgain(command: string): void {
		const last = this.#last.get(command);
		if (last === undefined || [...this.#running, ...this.#waiting].some((one) => one.command === command)) return;
		const attempt = last.attempt + 1;
		const door = this.#github.identityRequest({ runId: last.id, attempt, event: 'workflow_dispatch' });
		this.rerun.add(command);
		this.#github.setWorkflowRun({ id: last.id, attempt, status: 'queued' });
		this.#queue({ ...last, attempt, door });
	}

	#queue(order: JobOrder): void {
		this.#last.set(order.command, order);
		this.#waiting.push(order);
		this.#next();
	}

	/** Kills a host from time to time, with all jobs that it runs. */
	async storm(random: Random, over: AbortSignal): Promise<void> {
		while (!over.aborted) {
			await sleep(random.between(12_000, 24_000), undefined, { signal: over }).catch(() => undefined);
			const host = random.of(this.#hosts);
			if (!over.aborted) await this.#kill(host);
		}
	}

	async close(): Promise<void> {
		await Promise.all(
			this.#hosts.map(async ({ process }) => {
				const gone = once(process, 'exit');
				process.kill('SIGKILL');
				await gone;
			}),
		);
	}

	async #kill(host: Host): Promise<void> {
		const gone = once(host.process, 'exit');
		host.process.kill('SIGKILL');
		await gone;
		this.killed++;
		const killed = [...host.running.values()];
		host.running.clear();
		host.process = this.#fork();
		for (const order of killed) this.#end(order, 'failure', 'killed');
		this.#next();
	}

	#fork(): ChildProcess {
		const child = fork(program, [JSON.stringify(this.#stage)]);
		child.on('message', (report) => this.#hear(report as JobReport));
		return child;
	}

	#next(): void {
		for (;;) {
			const host = this.#hosts.toSorted((one, other) => one.running.size - other.running.size)[0];
			if (host === undefined || host.running.size >= jobsAtOnce) return;
			const busy = new Set(this.#running.map(({ command }) => command));
			const order = this.#waiting.find(({ command }) => !busy.has(command));
			if (order === undefined) return;
			this.#waiting = this.#waiting.filter((other) => other !== order);
			host.running.set(order.id, order);
			this.#github.setWorkflowRun({ id: order.id, attempt: order.attempt, status: 'in_progress' });
			// A host that is killed at this moment does not receive the order, and the job ends with the host.
			host.process.send(order, () => undefined);
		}
	}

	#hear({ id, attempt, outcome, modelCalls, milliseconds }: JobReport): void {
		const host = this.#hosts.find(({ running }) => running.has(id));
		const order = host?.running.get(id);
		// A late report of a killed job must not count for its next attempt.
		if (host === undefined || order?.attempt !== attempt) return;
		const { command } = order;
		host.running.delete(id);
		this.durations.push(milliseconds);
		if (outcome.kind === 'duplicate')
			this.duplicateModelCalls.push(...Array.from({ length: modelCalls }, () => command));
		const hasFailed = outcome.kind === 'failed';
		if (hasFailed) this.failures.push(`${command} ${outcome.reason}: ${outcome.message}`);
		this.#end(order, hasFailed ? 'failure' : 'success', outcome.kind, outcome.reason);
		this.#next();
	}

	#end(
		{ id, attempt, command }: JobOrder,
		conclusion: 'success' | 'failure' | 'cancelled',
		outcome: string = conclusion,
		why = '',
	): void {
		this.outcomes.add(outcome);
		this.ends.push({
			command,
			text: `${new Date().toISOString()} ${command} in job ${id}, attempt ${attempt}: ${outcome} ${why}`,
		});
		this.#github.setWorkflowRun({ id, attempt, status: 'completed', conclusion });
		if (conclusion === 'failure' && this.rerun.of(command) > 0) this.runAgain(command);
	}
}

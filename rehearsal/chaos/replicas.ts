import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import type { Random } from './random.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

interface Replica {
	readonly port: number;
	process: ChildProcess;
}

/** Processes of the built bot, one of which is killed from time to time. */
export class Replicas {
	killed = 0;
	/** Commands that a replica found without a run, and dispatched. */
	foundByLooking = 0;
	/** Lines of their logs about problems, to find the cause of a failure. */
	readonly complaints: string[] = [];
	readonly #all: Replica[] = [];
	readonly #env: (port: number) => Readonly<Record<string, string>>;
	#isOver = false;

	private constructor(env: (port: number) => Readonly<Record<string, string>>) {
		this.#env = env;
	}

	static async start(count: number, env: (port: number) => Readonly<Record<string, string>>): Promise<Replicas> {
		const replicas = new Replicas(env);
		for (let index = 0; index < count; index++) {
			const port = await freePort();
			replicas.#all.push({ port, process: replicas.#spawn(port) });
		}
		await Promise.all(replicas.ports.map(listening));
		return replicas;
	}

	get ports(): readonly number[] {
		return this.#all.map(({ port }) => port);
	}

	/** Kills one replica after another, two to four seconds apart, and starts each again at once. */
	async storm(random: Random, over: AbortSignal): Promise<void> {
		while (!over.aborted) {
			await sleep(random.between(2000, 4000), undefined, { signal: over }).catch(() => undefined);
			if (over.aborted) return;
			const replica = random.of(this.#all);
			const gone = once(replica.process, 'exit');
			replica.process.kill('SIGKILL');
			await gone;
			this.killed++;
			replica.process = this.#spawn(replica.port);
		}
	}

	async close(): Promise<void> {
		this.#isOver = true;
		await Promise.all(
			this.#all.map(async ({ process }) => {
				const gone = once(process, 'exit');
				process.kill('SIGKILL');
				await gone;
			}),
		);
	}

	#spawn(port: number): ChildProcess {
		const child = spawn(process.execPath, [cli, 'bot'], {
			env: { PATH: process.env['PATH'] ?? '', ...this.#env(port) },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		for (const stream of [child.stdout, child.stderr])
			createInterface({ input: stream }).on('line', (line) => this.#hear(line));
		child.on('exit', (code, signal) => {
			if (!this.#isOver && signal !== 'SIGKILL') this.complaints.push(`a replica ended by itself: ${code ?? signal}`);
		});
		return child;
	}

	#hear(line: string): void {
		if (line.includes('"a command without a run"') && line.includes('"dispatched"')) this.foundByLooking++;
		if (/"level":"(warn|error)"/.test(line) || !line.startsWith('{')) this.complaints.push(line);
	}
}

/** Waits until a replica listens on the port. @throws if it does not. */
async function listening(port: number): Promise<void> {
	for (let tries = 0; tries < 200; tries++) {
		const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
		if (answer?.ok === true) return;
		await sleep(100);
	}
	throw new Error(`the replica on port ${port} does not listen`);
}

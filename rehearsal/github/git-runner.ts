import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { GitOrder, GitReport } from './git-process.ts';

export interface GitResult {
	readonly code: number;
	readonly out: Buffer;
	readonly err: string;
}

/** Git was killed before it answered. It is unknown whether it has done its work. */
export class GitKilled extends Error {
	constructor() {
		super('Git was killed before it answered. It starts again with the next request.');
	}
}

type Waiting = PromiseWithResolvers<GitResult>;

const program = join(import.meta.dirname, 'git-process.ts');

/** Runs git in a folder and an environment, from a separate process. If that process is killed, the next call starts another one. */
export class GitRunner {
	readonly #folder: string;
	readonly #env: NodeJS.ProcessEnv;
	#process: GitProcess | undefined;
	#isClosed = false;

	constructor(folder: string, env: NodeJS.ProcessEnv) {
		this.#folder = folder;
		this.#env = env;
	}

	/** @throws GitKilled if git was killed meanwhile. It is not run again: a command that writes may have done its work. */
	async run(args: readonly string[], input: string | Buffer): Promise<GitResult> {
		if (this.#isClosed) throw new Error('The repository is closed.');
		if (this.#process?.isAlive !== true) this.#process = new GitProcess(this.#folder, this.#env);
		return this.#process.run(args, input);
	}

	/** Ends the process after all orders are done. */
	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#process?.close();
	}
}

/** One process that runs git. */
class GitProcess {
	readonly #child: ChildProcess;
	readonly #waiting = new Map<number, Waiting>();
	#last = 0;

	constructor(folder: string, env: NodeJS.ProcessEnv) {
		// Without our own Node options, because they are not meant for this process.
		this.#child = fork(program, [], { cwd: folder, env, execArgv: [], serialization: 'advanced' });
		this.#child.on('message', (report) => this.#hear(report as GitReport));
		this.#child.on('exit', () => this.#end(new GitKilled()));
		this.#child.on('error', (error) => this.#end(error));
	}

	get isAlive(): boolean {
		return this.#child.connected;
	}

	run(args: readonly string[], input: string | Buffer): Promise<GitResult> {
		const waiting: Waiting = Promise.withResolvers();
		const order: GitOrder = { id: ++this.#last, args, input };
		this.#waiting.set(order.id, waiting);
		this.#child.send(order, (error) => {
			if (error !== null) this.#end(new GitKilled());
		});
		return waiting.promise;
	}

	async close(): Promise<void> {
		await Promise.allSettled([...this.#waiting.values()].map(({ promise }) => promise));
		if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
		const gone = new Promise((exited) => this.#child.once('exit', exited));
		if (this.isAlive) this.#child.disconnect();
		await gone;
	}

	#hear({ id, failure, isKilled, ...result }: GitReport): void {
		const waiting = this.#waiting.get(id);
		this.#waiting.delete(id);
		if (isKilled === true) waiting?.reject(new GitKilled());
		else if (failure !== undefined) waiting?.reject(new Error(failure));
		else waiting?.resolve(result);
	}

	#end(why: Error): void {
		for (const { reject } of this.#waiting.values()) reject(why);
		this.#waiting.clear();
	}
}

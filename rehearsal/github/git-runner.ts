import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { GitOrder, GitReport } from './git-process.ts';

export interface GitResult {
	readonly code: number;
	readonly out: Buffer;
	readonly err: string;
}

type Waiting = PromiseWithResolvers<GitResult>;

const program = join(import.meta.dirname, 'git-process.ts');

/** Runs git in a folder and an environment, from a process beside this one. */
export class GitRunner {
	readonly #process: ChildProcess;
	readonly #waiting = new Map<number, Waiting>();
	#last = 0;

	constructor(folder: string, env: NodeJS.ProcessEnv) {
		// By its own node: who runs this may have options that are not meant for it.
		this.#process = fork(program, [], { cwd: folder, env, execArgv: [], serialization: 'advanced' });
		this.#process.on('message', (report) => this.#hear(report as GitReport));
		this.#process.on('exit', () => this.#end('the process that runs git has ended'));
		this.#process.on('error', ({ message }) => this.#end(message));
	}

	run(args: readonly string[], input: string | Buffer): Promise<GitResult> {
		const waiting: Waiting = Promise.withResolvers();
		const order: GitOrder = { id: ++this.#last, args, input };
		this.#waiting.set(order.id, waiting);
		this.#process.send(order, (error) => {
			if (error !== null) this.#end(error.message);
		});
		return waiting.promise;
	}

	/** After everything that it was asked for. */
	async close(): Promise<void> {
		await Promise.allSettled([...this.#waiting.values()].map(({ promise }) => promise));
		if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
		const gone = new Promise((exited) => this.#process.once('exit', exited));
		this.#process.disconnect();
		await gone;
	}

	#hear({ id, failure, ...result }: GitReport): void {
		const waiting = this.#waiting.get(id);
		this.#waiting.delete(id);
		if (failure === undefined) waiting?.resolve(result);
		else waiting?.reject(new Error(failure));
	}

	#end(why: string): void {
		for (const { reject } of this.#waiting.values()) reject(new Error(why));
		this.#waiting.clear();
	}
}

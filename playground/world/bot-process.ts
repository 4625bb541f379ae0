import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endsWithParentVariable } from './end-with-parent.ts';

export interface BotOptions {
	/** The built command line. */
	readonly program: string;
	readonly env: Readonly<Record<string, string>>;
	/** Loaded before the program. */
	readonly preload: string;
	/** Called if it ended without being stopped. */
	readonly lost: () => void;
}

/** The built bot as a separate process. It ends with this process. */
export class BotProcess {
	/** Resolves when it listens. Rejects if it ends before. */
	readonly ready: Promise<void>;
	readonly #child: ChildProcess;
	readonly #ended: Promise<unknown>;
	#isStopped = false;

	constructor({ program, env, preload, lost }: BotOptions) {
		this.#child = spawn(process.execPath, ['--import', preload, program, 'bot'], {
			env: { PATH: process.env['PATH'] ?? '', ...env, [endsWithParentVariable]: '1' },
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		this.#ended = once(this.#child, 'close');
		this.ready = listening(this.#child);
		this.ready.then(
			() => this.#ended.then(() => this.#isStopped || lost()),
			// Code that awaits `ready` gets the error.
			() => undefined,
		);
	}

	async stop(): Promise<void> {
		this.#isStopped = true;
		this.#child.kill('SIGKILL');
		await this.#ended;
	}
}

/** Its output is read to the end, because a full pipe would stop it. */
function listening(child: ChildProcess): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const seen: string[] = [];
	for (const stream of [child.stdout, child.stderr])
		if (stream !== null)
			createInterface({ input: stream }).on('line', (line) => {
				if (line.includes('"msg":"listening"')) resolve();
				if (seen.length < 50) seen.push(line);
			});
	child.once('close', () => reject(new Error(`The bot ended before it listened:\n${seen.join('\n')}`)));
	return promise;
}

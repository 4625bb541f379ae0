import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface BotOptions {
	/** The built command line. */
	readonly program: string;
	readonly env: Readonly<Record<string, string>>;
	/** Loaded before the program. */
	readonly preload: string;
}

/** The built bot as a process of its own. */
export class BotProcess {
	readonly #child: ChildProcess;
	readonly #ended: Promise<unknown>;

	private constructor(child: ChildProcess) {
		this.#child = child;
		this.#ended = once(child, 'close');
	}

	/** Starts it, and waits until it listens. @throws if it ends before. */
	static async start({ program, env, preload }: BotOptions): Promise<BotProcess> {
		const child = spawn(process.execPath, ['--import', preload, program, 'bot'], {
			env: { PATH: process.env['PATH'] ?? '', ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const bot = new BotProcess(child);
		await listening(child);
		return bot;
	}

	async stop(): Promise<void> {
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

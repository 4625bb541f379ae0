import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Acted, Action, Changed, RunView, ThreadView, WorldView } from '../../playground/protocol.ts';
import { root } from './stage.ts';

/** The built playground, as somebody starts it, and what its page would ask. */
export class PlaygroundProcess implements AsyncDisposable {
	readonly address: URL;
	readonly #child: ChildProcess;
	readonly #ended: Promise<unknown>;
	readonly #lines: readonly string[];

	private constructor(child: ChildProcess, address: URL, lines: readonly string[]) {
		this.#child = child;
		this.address = address;
		this.#lines = lines;
		this.#ended = once(child, 'close');
	}

	static async start(
		args: readonly string[] = [],
		env: Readonly<Record<string, string>> = {},
	): Promise<PlaygroundProcess> {
		const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'play', '--no-open', ...args], {
			env: { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', TMPDIR: process.env['TMPDIR'] ?? '/tmp', ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const lines: string[] = [];
		const address = await new Promise<URL>((resolve, reject) => {
			for (const stream of [child.stdout, child.stderr])
				createInterface({ input: stream }).on('line', (line) => {
					lines.push(line);
					const found = /http:\/\/\S+\?token=\S+/.exec(line)?.[0];
					if (found !== undefined) resolve(new URL(found));
				});
			child.once('close', () => reject(new Error(`The playground has ended:\n${lines.join('\n')}`)));
		});
		return new PlaygroundProcess(child, address, lines);
	}

	get token(): string {
		return this.address.searchParams.get('token') ?? '';
	}

	get output(): string {
		return this.#lines.join('\n');
	}

	get pid(): number {
		return this.#child.pid ?? 0;
	}

	/** A request as the page sends it; `headers` replace its own. */
	ask(path: string, init: RequestInit = {}): Promise<Response> {
		const headers = { authorization: `Bearer ${this.token}`, ...init.headers };
		return fetch(new URL(path, this.address), { ...init, headers });
	}

	async act(action: Action): Promise<Acted> {
		const response = await this.ask('/api/act', { method: 'POST', body: JSON.stringify(action) });
		return (await response.json()) as Acted;
	}

	world(): Promise<WorldView> {
		return this.#view('/api/world');
	}

	thread(number: number): Promise<ThreadView> {
		return this.#view(`/api/threads/${number}`);
	}

	/** The newest run of a thread, or undefined if there is none yet. */
	async run(thread: number): Promise<RunView | undefined> {
		const [newest] = (await this.thread(thread)).runs;
		return newest && this.#view(`/api/runs/${newest.id}`);
	}

	/** What the server tells about its views, from now on. */
	async *changes(signal: AbortSignal): AsyncGenerator<Changed> {
		const response = await fetch(new URL(`/api/changes?token=${this.token}`, this.address), { signal });
		let rest = '';
		for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			const lines = `${rest}${piece}`.split('\n');
			rest = lines.pop() ?? '';
			for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as Changed;
		}
	}

	/** Looks again after each change until it finds something. */
	async until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
		const over = new AbortController();
		try {
			const changes = this.changes(over.signal);
			// The stream is open before the first look, so no change is missed.
			const next = changes.next();
			// It is aborted if the first look finds something.
			next.catch(() => undefined);
			const first = await look();
			if (first) return first;
			await next;
			for (;;) {
				const found = await look();
				if (found) return found;
				if ((await changes.next()).done) throw new Error(`The playground has ended:\n${this.output}`);
			}
		} finally {
			over.abort();
		}
	}

	/** Waits until the newest run of a thread has this status. */
	reaches(thread: number, status: RunView['status']): Promise<RunView> {
		return this.until(async () => {
			const run = await this.run(thread);
			return run?.status === status ? run : undefined;
		});
	}

	async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
		if (this.#child.exitCode === null) this.#child.kill(signal);
		await this.#ended;
		return this.#child.exitCode;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.stop();
	}

	async #view<T>(path: string): Promise<T> {
		const response = await this.ask(path);
		if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
		return (await response.json()) as T;
	}
}

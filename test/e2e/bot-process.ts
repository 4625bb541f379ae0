import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './stage.ts';

/** One line of the bot's log. */
export type Logged = Readonly<Record<string, unknown>>;

/** The built `countersign bot`, as somebody starts it, with exactly this environment. */
export class BotProcess implements AsyncDisposable {
	readonly lines: Logged[] = [];
	/** Everything that it wrote. */
	text = '';
	readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
	readonly pid: number;
	readonly #child: ChildProcess;
	readonly #waiting = new Set<() => void>();
	#hasEnded = false;

	constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
		this.#child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'bot', ...args], {
			env: { PATH: process.env['PATH'] ?? '', ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.pid = this.#child.pid ?? 0;
		for (const stream of [this.#child.stdout, this.#child.stderr])
			if (stream !== null) createInterface({ input: stream }).on('line', (line) => this.#take(line));
		this.ended = once(this.#child, 'close').then(([code, signal]) => {
			this.#hasEnded = true;
			for (const look of this.#waiting) look();
			return { code, signal };
		});
	}

	/** Nobody reads its log any more: the reader is slow, or gone. */
	leaveLog(how: 'slow' | 'gone'): void {
		if (how === 'gone') this.#child.stdout?.destroy();
		else this.#child.stdout?.pause();
	}

	/** Its slow reader goes on. */
	readLog(): void {
		this.#child.stdout?.resume();
	}

	#take(line: string): void {
		this.text += `${line}\n`;
		if (line.startsWith('{')) this.lines.push(JSON.parse(line) as Logged);
		for (const look of this.#waiting) look();
	}

	/** The first line with these facts that was written, or will be. @throws where the bot ends before, or a minute goes by. */
	async logged(facts: Logged): Promise<Logged> {
		const fits = (line: Logged): boolean => Object.entries(facts).every(([name, value]) => line[name] === value);
		const found = Promise.withResolvers<Logged>();
		const look = (): void => {
			const line = this.lines.find(fits);
			if (line !== undefined) found.resolve(line);
			else if (this.#hasEnded) found.reject(new Error(`the bot has ended:\n${this.text}`));
		};
		this.#waiting.add(look);
		look();
		const late = (): void => found.reject(new Error(`no line has ${JSON.stringify(facts)}:\n${this.text}`));
		const patience = setTimeout(late, 60_000);
		return found.promise.finally(() => {
			clearTimeout(patience);
			this.#waiting.delete(look);
		});
	}

	/** The ends of its deliveries, in order. */
	ends(): readonly unknown[] {
		return this.lines.filter(({ msg }) => msg === 'delivery').map(({ end }) => end);
	}

	async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
		if (!this.#hasEnded) this.#child.kill(signal);
		await this.ended;
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.stop('SIGKILL');
	}
}

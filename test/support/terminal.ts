import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { git, makeSampleRepository } from '../../rehearsal/sample-repository.ts';

const root = join(import.meta.dirname, '..', '..');

/** A command that runs on a pseudo-terminal. */
export class TerminalRun {
	private readonly child: ChildProcess;
	private text = '';
	private readonly ended: Promise<number | null>;

	constructor(child: ChildProcess) {
		this.child = child;
		const take = (chunk: Buffer): void => {
			this.text += chunk.toString().replaceAll('\r\n', '\n');
		};
		child.stdout?.on('data', take);
		child.stderr?.on('data', take);
		this.ended = new Promise((resolve) => child.once('close', resolve));
	}

	/** All that the terminal has shown. */
	get shown(): string {
		return this.text;
	}

	/** Waits until new output matches the pattern, and forgets the output up to there. */
	async until(pattern: RegExp): Promise<RegExpExecArray> {
		for (let from = this.from; ; ) {
			const found = pattern.exec(this.text.slice(from));
			if (found !== null) {
				this.from = from + found.index + found[0].length;
				return found;
			}
			if (this.child.exitCode !== null) throw new Error(`it ended without ${pattern}:\n${this.text}`);
			await new Promise((wake) => setTimeout(wake, 20));
			from = this.from;
		}
	}

	private from = 0;

	type(keys: string): void {
		this.child.stdin?.write(keys);
	}

	/** Kills the process that the terminal runs, without a warning. */
	async kill(): Promise<void> {
		const [, pid] = /^PID (\d+)$/m.exec(this.text) ?? [];
		process.kill(Number(pid), 'SIGKILL');
		await this.ended;
	}

	/** Waits for the end of the process, and returns its exit code. */
	async end(): Promise<number | null> {
		const code = await this.ended;
		return code;
	}
}

/** A person's machine: a repository, a home folder and a folder for the state of runs. */
export class PersonsMachine implements Disposable {
	readonly folder = mkdtempSync(join(tmpdir(), 'countersign-terminal-'));
	readonly repository = join(this.folder, 'slugs');
	readonly home = join(this.folder, 'home');
	readonly state = join(this.folder, 'state');
	readonly head: string;

	constructor(files: Readonly<Record<string, string>> = {}) {
		for (const folder of [this.repository, this.home, this.state]) mkdirSync(folder);
		this.head = makeSampleRepository(this.repository, files);
		git(this.repository, 'config', 'user.name', 'Ann Example');
		git(this.repository, 'config', 'user.email', 'ann@example.com');
	}

	[Symbol.dispose](): void {
		rmSync(this.folder, { recursive: true, force: true });
	}

	/** Writes a script for the model, and returns the value of the option for it. */
	script(text: string, name = 'script.yml'): string {
		const path = join(this.folder, name);
		writeFileSync(path, text);
		return `scripted:${path}`;
	}

	/** Git's own view of the repository. */
	git(...args: readonly string[]): string {
		return git(this.repository, ...args);
	}

	/** Runs `countersign` on a pseudo-terminal. */
	terminal(args: readonly string[], cwd: string = this.repository): TerminalRun {
		const words = [process.execPath, join(root, 'dist', 'cli.js'), ...args].map(quoted).join(' ');
		const command = `echo PID $$; exec ${words}`;
		return new TerminalRun(
			spawn('script', ['-qec', `sh -c ${quoted(command)}`, '/dev/null'], { cwd, env: this.env() }),
		);
	}

	/** Runs `countersign` without a terminal. */
	async piped(
		args: readonly string[],
		cwd: string = this.repository,
		program: string = root,
	): Promise<{ code: number | null; out: string; err: string }> {
		const child = spawn(process.execPath, [join(program, 'dist', 'cli.js'), ...args], {
			cwd,
			env: this.env(),
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const [out, err]: [string[], string[]] = [[], []];
		child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
		const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
		return { code, out: out.join(''), err: err.join('') };
	}

	private env(): NodeJS.ProcessEnv {
		const node = dirname(process.execPath);
		const path = [node, process.env['PATH'] ?? ''].join(delimiter);
		return { PATH: path, HOME: this.home, XDG_STATE_HOME: this.state, NO_COLOR: '1', TERM: 'xterm' };
	}
}

function quoted(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}

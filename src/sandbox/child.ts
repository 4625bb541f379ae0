import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Duplex, Readable, type Stream, Writable } from 'node:stream';
import { openRealPipes } from './real-pipe.ts';

/** Something that the child reads from a descriptor: text, bytes or a file. */
export type Feed = { readonly text: string | Uint8Array } | { readonly file: string };

/** A process whose input is written while it runs. */
export interface Talking {
	readonly stdin: Writable;
	/** Kills the process with its whole group. */
	readonly kill: () => void;
}

/** One process to start. `env` is its whole environment. */
export interface ChildRequest<R extends string = string> {
	readonly program: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly input?: string | Uint8Array;
	/** Called with the child's open standard input, and with a function that kills the child. */
	readonly talk?: (child: Talking) => void;
	/** What the child reads from the file descriptors 4, 5, …. The child reports on descriptor 3. */
	readonly feeds?: readonly Feed[];
	/** Use pipes of the operating system instead of Node's sockets, so that a script can open /dev/stderr. This needs an extra process. */
	readonly realPipes?: boolean;
	/** The time limit. Without one, only the watch and the caller can end the process. */
	readonly wallMs?: number;
	/** Checks the running process regularly. If it returns a reason, the whole group is killed. */
	readonly watch?: (pid: number) => R | undefined;
	readonly onStdout: (chunk: Buffer) => void;
	readonly onStderr: (chunk: Buffer) => void;
}

/** How a process ended. */
export interface ChildEnd<R extends string = string> {
	readonly exitCode: number | null;
	readonly timedOut: boolean;
	/** The reason that the watch returned, if it ended the process. */
	readonly stoppedFor?: R;
	readonly durationMs: number;
	/** What the process wrote on file descriptor 3. */
	readonly status: string;
}

const statusBytes = 64 * 1024;
const graceMs = 2_000;
const watchEveryMs = 100;

/**
 * Starts a process in its own group and waits for its end. Kills the whole group when the time is over or the watch returns a reason.
 * Rejects with the operating system's error if the process cannot be started, and with the watch's error if the watch fails.
 */
export async function runChild<R extends string>(request: ChildRequest<R>): Promise<ChildEnd<R>> {
	const began = performance.now();
	const { child, streams } = start(request);
	let timedOut = false;
	let status = '';
	const expire = (): void => {
		timedOut = true;
		killGroup(child);
	};
	const deadline = request.wallMs === undefined ? undefined : setTimeout(expire, request.wallMs);
	const watch = keepWatch(child, request.watch);
	child.stdio[3]?.on('data', (chunk: Buffer) => {
		if (status.length < statusBytes) status += chunk.toString();
	});
	try {
		const [exitCode] = await Promise.all([ended(child, streams), ...streams.map(closed)]);
		const stoppedFor = watch.stoppedFor();
		const said = stoppedFor === undefined ? {} : { stoppedFor };
		return { exitCode, timedOut, ...said, durationMs: performance.now() - began, status };
	} finally {
		clearTimeout(deadline);
		watch.end();
		destroyAll(streams);
	}
}

interface Watch<R> {
	/** Returns the watch's reason. @throws the error of the watch. In that case, the process is killed. */
	stoppedFor(): R | undefined;
	end(): void;
}

function keepWatch<R extends string>(child: ChildProcess, watch: ChildRequest<R>['watch']): Watch<R> {
	let reason: R | undefined;
	let trouble: unknown;
	const look = (): void => {
		if (child.pid === undefined) return;
		try {
			reason ??= watch?.(child.pid);
		} catch (error) {
			trouble = error;
		}
		if (reason !== undefined || trouble !== undefined) killGroup(child);
	};
	const timer = watch === undefined ? undefined : setInterval(look, watchEveryMs);
	const stoppedFor = (): R | undefined => {
		if (trouble !== undefined) throw trouble;
		return reason;
	};
	return { stoppedFor, end: () => clearInterval(timer) };
}

interface Started {
	readonly child: ChildProcess;
	readonly streams: readonly Readable[];
}

function start(request: ChildRequest): Started {
	const pipes = request.realPipes === true ? openRealPipes(2) : [];
	const [out, err] = pipes;
	const opened: (number | 'pipe')[] = [];
	const input = openInput(request);
	try {
		for (const feed of request.feeds ?? []) opened.push('file' in feed ? openSync(feed.file, 'r') : 'pipe');
		const child = spawn(request.program, request.args, {
			detached: true,
			env: { ...request.env },
			cwd: request.cwd,
			stdio: [input, out?.writeFd ?? 'pipe', err?.writeFd ?? 'pipe', 'pipe', ...opened],
		});
		requireStarted(child);
		const streams = [out?.reader ?? child.stdout, err?.reader ?? child.stderr].filter((stream) => stream !== null);
		connect(child, request, streams);
		return { child, streams };
	} catch (error) {
		destroyAll(pipes.map((pipe) => pipe.reader));
		throw error;
	} finally {
		for (const pipe of pipes) pipe.release();
		for (const feed of [input, ...opened]) if (typeof feed === 'number') closeSync(feed);
	}
}

/**
 * Throws if the child did not start. Without free descriptors or processes, a child has no streams and later emits an error. Threat: an
 * error event without a listener would end the job.
 */
function requireStarted(child: ChildProcess): void {
	child.once('error', () => undefined);
	const streams: unknown = child.stdio;
	if (streams === undefined)
		throw new Error('too many files are open, or too many processes run, to start another one');
}

/**
 * Opens the child's standard input as a file if `realPipes` is set, because a script can open /dev/stdin again only if it is a file, not
 * Node's socket.
 */
function openInput({ input, talk, realPipes }: ChildRequest): number | 'pipe' | 'ignore' {
	if (input === undefined) return talk === undefined ? 'ignore' : 'pipe';
	if (realPipes !== true) return 'pipe';
	const folder = mkdtempSync(join(tmpdir(), 'countersign-input-'));
	try {
		const file = join(folder, 'input');
		writeFileSync(file, input, { mode: 0o600 });
		return openSync(file, 'r');
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function connect(child: ChildProcess, request: ChildRequest, [out, err]: readonly Readable[]): void {
	out?.on('data', request.onStdout);
	err?.on('data', request.onStderr);
	for (const stream of child.stdio) stream?.on('error', toleratePipeError);
	request.feeds?.forEach((feed, index) => {
		if ('text' in feed) (child.stdio[index + 4] as Duplex | undefined)?.end(feed.text);
	});
	const { stdin } = child;
	if (stdin === null) return;
	if (request.talk === undefined) stdin.end(request.input);
	else request.talk({ stdin, kill: () => killGroup(child) });
}

function ended(child: ChildProcess, streams: readonly Readable[]): Promise<number | null> {
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		// A surviving descendant may keep a pipe open. Stop waiting for it after a while.
		child.once('exit', () => setTimeout(() => destroyAll([...streams, ...child.stdio]), graceMs).unref());
		// Wait for `close` and not for `exit`, because descriptor 3 must be read to its end.
		child.once('close', resolve);
	});
}

function closed(stream: Readable): Promise<void> {
	return new Promise((resolve) => {
		stream.once('close', resolve);
		stream.once('error', () => stream.destroy());
	});
}

/** Ignores a broken pipe. It only means that the child ended before it read all its input, and the exit code shows the result. */
function toleratePipeError(): undefined {
	return undefined;
}

function destroyAll(streams: readonly (Stream | null | undefined)[]): void {
	for (const stream of streams) if (stream instanceof Readable || stream instanceof Writable) stream.destroy();
}

function killGroup(child: ChildProcess): void {
	if (child.pid === undefined) return;
	hurryChildren(child.pid);
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch {
		child.kill('SIGKILL');
	}
}

/**
 * Gives the children of a process the highest priority. One of them is the sandbox's first process, whose end stops the sandbox. In a fork
 * bomb, it would otherwise wait for seconds while other processes multiply. Only root may raise priorities. Other users do not need it,
 * because the kernel limits their processes.
 */
function hurryChildren(pid: number): void {
	try {
		const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
		for (const child of children) if (child !== '') setPriority(Number(child), constants.priority.PRIORITY_HIGHEST);
	} catch {
		// The children have ended, or this user is not root. The caller kills them in any case.
	}
}

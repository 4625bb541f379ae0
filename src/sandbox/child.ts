import { type ChildProcess, spawn } from 'node:child_process';
import { type Duplex, Readable, type Stream, Writable } from 'node:stream';
import { openRealPipes } from './real-pipe.ts';

/** One process to start. It gets exactly this environment. */
export interface ChildRequest {
	readonly program: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly input?: string | Uint8Array;
	/** Texts that the child reads from the file descriptors 4, 5, …; 3 is what it reports on. */
	readonly feeds?: readonly string[];
	/** For scripts, which may open /dev/stderr: a pipe of the system instead of Node's socket. Costs a process. */
	readonly realPipes?: boolean;
	readonly wallMs: number;
	readonly onStdout: (chunk: Buffer) => void;
	readonly onStderr: (chunk: Buffer) => void;
}

/** How a process ended. */
export interface ChildEnd {
	readonly exitCode: number | null;
	readonly timedOut: boolean;
	readonly durationMs: number;
	/** What it wrote on file descriptor 3. */
	readonly status: string;
}

const statusBytes = 64 * 1024;
const graceMs = 2_000;

/**
 * Starts a process in a group of its own, and kills the whole group when its time is over.
 * Rejects with the operating system's error when it cannot be started.
 */
export async function runChild(request: ChildRequest): Promise<ChildEnd> {
	const began = performance.now();
	const { child, streams } = start(request);
	let timedOut = false;
	let status = '';
	const deadline = setTimeout(() => {
		timedOut = true;
		killGroup(child);
	}, request.wallMs);
	child.stdio[3]?.on('data', (chunk: Buffer) => {
		if (status.length < statusBytes) status += chunk.toString();
	});
	try {
		const [exitCode] = await Promise.all([ended(child, streams), ...streams.map(closed)]);
		return { exitCode, timedOut, durationMs: performance.now() - began, status };
	} finally {
		clearTimeout(deadline);
		destroyAll(streams);
	}
}

interface Started {
	readonly child: ChildProcess;
	readonly streams: readonly Readable[];
}

function start(request: ChildRequest): Started {
	const feeds = request.feeds ?? [];
	const pipes = request.realPipes === true ? openRealPipes(2) : [];
	const [out, err] = pipes;
	try {
		const child = spawn(request.program, request.args, {
			detached: true,
			env: { ...request.env },
			cwd: request.cwd,
			stdio: [
				request.input === undefined ? 'ignore' : 'pipe',
				out?.writeFd ?? 'pipe',
				err?.writeFd ?? 'pipe',
				'pipe',
				...feeds.map(() => 'pipe' as const),
			],
		});
		const streams = [out?.reader ?? child.stdout, err?.reader ?? child.stderr].filter((stream) => stream !== null);
		connect(child, request, streams);
		return { child, streams };
	} catch (error) {
		destroyAll(pipes.map((pipe) => pipe.reader));
		throw error;
	} finally {
		for (const pipe of pipes) pipe.release();
	}
}

function connect(child: ChildProcess, request: ChildRequest, [out, err]: readonly Readable[]): void {
	out?.on('data', request.onStdout);
	err?.on('data', request.onStderr);
	for (const stream of child.stdio) stream?.on('error', toleratePipeError);
	child.stdin?.end(request.input);
	request.feeds?.forEach((text, index) => {
		(child.stdio[index + 4] as Duplex | undefined)?.end(text);
	});
}

function ended(child: ChildProcess, streams: readonly Readable[]): Promise<number | null> {
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		// A survivor that holds a pipe must not hold us.
		child.once('exit', () => setTimeout(() => destroyAll([...streams, ...child.stdio]), graceMs).unref());
		// `close` and not `exit`: what was written on descriptor 3 must have been read.
		child.once('close', resolve);
	});
}

function closed(stream: Readable): Promise<void> {
	return new Promise((resolve) => {
		stream.once('close', resolve);
		stream.once('error', () => stream.destroy());
	});
}

/** A child that ends before it has read all is told by its exit code, not by our broken pipe. */
function toleratePipeError(): undefined {
	return undefined;
}

function destroyAll(streams: readonly (Stream | null | undefined)[]): void {
	for (const stream of streams) if (stream instanceof Readable || stream instanceof Writable) stream.destroy();
}

function killGroup(child: ChildProcess): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch {
		child.kill('SIGKILL');
	}
}

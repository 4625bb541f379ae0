import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
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
	const pipes = openRealPipes(2);
	const streams = pipes.map((pipe) => pipe.reader);
	try {
		const child = spawn(request.program, request.args, {
			detached: true,
			env: { ...request.env },
			cwd: request.cwd,
			stdio: [
				request.input === undefined ? 'ignore' : 'pipe',
				...pipes.map((pipe) => pipe.writeFd),
				'pipe',
				...feeds.map(() => 'pipe' as const),
			],
		});
		connect(child, request, streams);
		return { child, streams };
	} catch (error) {
		destroyAll(streams);
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
		child.once('exit', (exitCode) => {
			// A survivor that holds the pipe must not hold us.
			setTimeout(() => destroyAll(streams), graceMs).unref();
			resolve(exitCode);
		});
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

function destroyAll(streams: readonly Readable[]): void {
	for (const stream of streams) stream.destroy();
}

function killGroup(child: ChildProcess): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch {
		child.kill('SIGKILL');
	}
}

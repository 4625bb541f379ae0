import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A pipe of the operating system: our end for reading, and the descriptor for a child. */
export interface RealPipe {
	readonly reader: Socket;
	readonly writeFd: number;
	/** Closes our copy of the descriptor. Call this when the child has its copy, or the end of the output never arrives. */
	release(): void;
}

interface PipeEnds {
	readonly readFd: number;
	readonly writeFd: number;
}

/** Spare pipes. To make pipes, we need a child process, and one such process can make many. */
const spare: PipeEnds[] = [];
const madeAtOnce = 16;

/** Opens pipes. Node's own pipes are sockets, but a script that writes to /dev/stderr cannot open a socket. */
export function openRealPipes(count: number): readonly RealPipe[] {
	if (spare.length < count) spare.push(...makePipes(Math.max(count, madeAtOnce)));
	return spare.splice(0, count).map(({ readFd, writeFd }) => ({
		reader: new Socket({ fd: readFd, readable: true, writable: false }),
		writeFd,
		release: () => closeSync(writeFd),
	}));
}

function makePipes(count: number): readonly PipeEnds[] {
	const dir = mkdtempSync(join(tmpdir(), 'countersign-pipe-'));
	try {
		const paths = Array.from({ length: count }, (_, index) => join(dir, String(index)));
		const made = spawnSync('mkfifo', ['-m', '600', ...paths], { env: { PATH: '/usr/bin:/bin' } });
		if (made.status !== 0) throw made.error ?? new Error(`mkfifo failed: ${made.stderr.toString().trim()}`);
		return paths.map((path) => ({
			readFd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
			writeFd: openSync(path, constants.O_WRONLY),
		}));
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
}

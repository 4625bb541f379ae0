import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A pipe of the operating system: our reading end, and the descriptor to hand to a child. */
export interface RealPipe {
	readonly reader: Socket;
	readonly writeFd: number;
	/** To be called once the child has its copy, else the end of its output is never seen. */
	release(): void;
}

/** Makes pipes. Node's own are sockets, and a script that writes to /dev/stderr cannot open a socket. */
export function openRealPipes(count: number): readonly RealPipe[] {
	const dir = mkdtempSync(join(tmpdir(), 'countersign-pipe-'));
	try {
		const paths = Array.from({ length: count }, (_, index) => join(dir, String(index)));
		const made = spawnSync('mkfifo', ['-m', '600', ...paths], { env: { PATH: '/usr/bin:/bin' } });
		if (made.status !== 0) throw made.error ?? new Error(`mkfifo failed: ${made.stderr.toString().trim()}`);
		return paths.map(openPipe);
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
}

function openPipe(path: string): RealPipe {
	const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	const writeFd = openSync(path, constants.O_WRONLY);
	return {
		reader: new Socket({ fd: readFd, readable: true, writable: false }),
		writeFd,
		release: () => closeSync(writeFd),
	};
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** A process that belongs to a folder, and the evidence for this. */
export interface Survivor {
	readonly pid: number;
	readonly name: string;
	readonly because: string;
}

/**
 * Returns the processes that belong to a folder. The evidence is their mounts, which no command in a sandbox can change, or their
 * working directory, environment or command line.
 */
export function processesAround(folder: string, known: readonly number[] = []): readonly Survivor[] {
	const pids = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number);
	return pids
		.filter((pid) => pid !== process.pid && !known.includes(pid))
		.flatMap((pid) => {
			const because = tieTo(pid, folder);
			return because === undefined ? [] : [{ pid, name: read(pid, 'comm').trim(), because }];
		});
}

/** Like {@link processesAround}, but waits until the kernel has ended the killed processes. */
export async function survivorsOf(folder: string, known: readonly number[] = []): Promise<readonly Survivor[]> {
	for (let tries = 0; ; tries++) {
		const found = processesAround(folder, known);
		if (found.length === 0 || tries === 40) return found;
		await wait(50);
	}
}

function tieTo(pid: number, folder: string): string | undefined {
	// A zombie does nothing any more.
	if (/^State:\s+[ZX]/m.test(read(pid, 'status'))) return undefined;
	const mounts = read(pid, 'mountinfo').split('\n');
	const mount = mounts.find((line) => line.includes(folder));
	if (mount !== undefined) return `mount: ${mount}`;
	for (const file of ['environ', 'cmdline']) if (read(pid, file).includes(folder)) return file;
	try {
		return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ? 'cwd' : undefined;
	} catch {
		return undefined;
	}
}

function read(pid: number, file: string): string {
	try {
		return readFileSync(`/proc/${pid}/${file}`, 'latin1');
	} catch {
		return '';
	}
}

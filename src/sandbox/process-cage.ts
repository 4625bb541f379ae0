import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './system-mounts.ts';

/** A control group in which the kernel counts processes. */
export interface ProcessCage {
	readonly folder: string;
	/** Takes it away, once the last process in it has ended. */
	close(): void;
}

/** What bubblewrap and the shell that starts a command need for themselves. */
const ownProcesses = 8;

/**
 * Opens a control group that holds so many processes and no more. Only for root, whom the kernel's limit of processes (`RLIMIT_NPROC`) does
 * not bind: a fork bomb grows faster than anything that looks at it from outside. Undefined where root has no control groups, as in most
 * containers, and for everybody else.
 */
export function openProcessCage(processes: number): ProcessCage | undefined {
	// Without bubblewrap it is the starting of that which must fail.
	if (process.getuid?.() !== 0 || findProgram('bwrap') === undefined) return undefined;
	const base = groupOfCounting();
	if (base === undefined) return undefined;
	opened += 1;
	const folder = join(base, `countersign-${process.pid}-${opened}`);
	const close = (): void => remove(folder, 40);
	try {
		mkdirSync(folder);
		writeFileSync(join(folder, 'pids.max'), String(processes + ownProcesses));
		return { folder, close };
	} catch {
		// It cannot be written, or does not count here: the watch must do.
		close();
		return undefined;
	}
}

/** What holds a command to its number of processes: the kernel's limit of a user, a control group, or the watch that counts them from outside. */
export type ProcessLimit = 'user' | 'control-group' | 'watch';

/** What does on this machine. */
export function processLimit(): ProcessLimit {
	if (process.getuid?.() !== 0) return 'user';
	const cage = openProcessCage(1);
	cage?.close();
	return cage === undefined ? 'watch' : 'control-group';
}

let opened = 0;

/** The control group of this process that counts processes: of version 1, or of version 2. */
function groupOfCounting(): string | undefined {
	const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
	const first = lines.flatMap((line) => /^\d+:(?:.*,)?pids(?:,.*)?:(\/.*)$/.exec(line)?.[1] ?? [])[0];
	const second = lines.flatMap((line) => /^0::(\/.*)$/.exec(line)?.[1] ?? [])[0];
	const places = [
		...(first === undefined ? [] : [join('/sys/fs/cgroup/pids', first)]),
		...(second === undefined ? [] : [join('/sys/fs/cgroup', second)]),
	];
	return places.find((place) => existsSync(join(place, 'cgroup.procs')));
}

/** The kernel refuses until its last process has been waited for, which takes a moment. */
function remove(folder: string, tries: number): void {
	try {
		rmdirSync(folder);
	} catch {
		if (tries > 0 && existsSync(folder)) setTimeout(() => remove(folder, tries - 1), 50).unref();
	}
}

/** A program, started inside a control group; it gives way to everything else on the machine. */
export function inCage(cage: ProcessCage | undefined, program: string, args: readonly string[]) {
	if (cage === undefined) return { program, args };
	const enter = 'echo $$ >"$0/cgroup.procs" && exec nice -n 10 "$@"';
	return { program: '/bin/sh', args: ['-c', enter, cage.folder, program, ...args] };
}

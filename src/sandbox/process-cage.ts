import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './system-mounts.ts';

/** A control group in which the kernel limits the number of processes. */
export interface ProcessCage {
	readonly folder: string;
	/** Removes the group after its last process has ended. */
	close(): void;
}

/** How many processes bubblewrap and the starting shell need. */
const ownProcesses = 8;

/**
 * Opens a control group that allows at most this number of processes. Only root needs it: the kernel's process limit (`RLIMIT_NPROC`) does
 * not apply to root, and a fork bomb grows faster than a watch from outside can react. Undefined for other users, and if root cannot use
 * control groups, as in most containers.
 */
export function openProcessCage(processes: number): ProcessCage | undefined {
	// If bubblewrap is missing, no group is needed, because nothing can start.
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
		// The group is not writable or does not limit processes here. Then the watch must limit them.
		close();
		return undefined;
	}
}

/**
 * How a command's processes are limited. `user`: by the kernel's limit for a user. `control-group`: by a control group. `watch`: by a watch
 * that counts the processes from outside.
 */
export type ProcessLimit = 'user' | 'control-group' | 'watch';

/** Returns the kind of process limit on this machine. */
export function processLimit(): ProcessLimit {
	if (process.getuid?.() !== 0) return 'user';
	const cage = openProcessCage(1);
	cage?.close();
	return cage === undefined ? 'watch' : 'control-group';
}

let opened = 0;

/** Returns the control group (version 1 or 2) of this process that counts processes. */
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

/** Removes the group, with retries. The kernel refuses until the last process is completely gone, which takes a moment. */
function remove(folder: string, tries: number): void {
	try {
		rmdirSync(folder);
	} catch {
		if (tries > 0 && existsSync(folder)) setTimeout(() => remove(folder, tries - 1), 50).unref();
	}
}

/**
 * Returns the command line that starts a program inside a control group. The program gets a lower priority than everything else on the
 * machine.
 */
export function inCage(cage: ProcessCage | undefined, program: string, args: readonly string[]) {
	if (cage === undefined) return { program, args };
	const enter = 'echo $$ >"$0/cgroup.procs" && exec nice -n 10 "$@"';
	return { program: '/bin/sh', args: ['-c', enter, cage.folder, program, ...args] };
}

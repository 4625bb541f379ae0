import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Runner, sha256 } from '../core/index.ts';

/** Facts about a process that are visible from outside. */
export interface ProcessSigns {
	/** The machine and its process namespace. A process number has a meaning only there. */
	readonly machine: string;
	/** The current boot of the machine. */
	readonly boot: string;
	/** The start time of a process, in the machine's own units. Undefined if there is no process with this number. */
	readonly beganAt: (pid: number) => string | undefined;
}

/** A process whose state is unknown is treated as living for this time. Milliseconds. */
const longest = 24 * 60 * 60 * 1000;

/** The id of this process. It can never mean another process, although process numbers are used again. */
export function terminalRunner(pid: number, { machine, boot, beganAt }: ProcessSigns): Runner {
	return { kind: 'terminal', id: [pid, beganAt(pid) ?? '', machine, boot].join('.'), attempt: 1 };
}

/** Returns the process number in the id of a process. */
export function pidOf({ id }: Runner): string {
	const [pid = ''] = id.split('.');
	return pid;
}

/** Whether a process that was seen at that time (ISO 8601) still lives. A process of another machine cannot be checked. */
export function isTerminalLiving({ kind, id }: Runner, at: string, signs: ProcessSigns, now: Date): boolean {
	const [pid = '', began, machine, boot] = id.split('.');
	if (kind !== 'terminal' || machine !== signs.machine) return now.getTime() - Date.parse(at) < longest;
	return boot === signs.boot && signs.beganAt(Number(pid)) === began;
}

/** The facts about this machine. Without `/proc`, only the number identifies a process. */
export function thisMachineSigns(): ProcessSigns {
	const boot = orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
	const room = orNothing(() => readlinkSync('/proc/self/ns/pid'));
	return {
		machine: sha256(`${hostname()}\n${room ?? ''}`).slice(0, 10),
		boot: sha256(boot ?? '').slice(0, 10),
		beganAt: (pid) => (boot === undefined ? isThere(pid) : orNothing(() => startOf(pid))),
	};
}

/** The start time, which is field 22 of `stat`. The name in the second field may contain anything. It ends at the last parenthesis. */
function startOf(pid: number): string {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	// A killed process stays in the table until its parent reads its exit status.
	if (state === 'Z' || state === 'X') throw new Error('it is over');
	return fields[18] ?? '';
}

function isThere(pid: number): string | undefined {
	try {
		process.kill(pid, 0);
		return '';
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'EPERM' ? '' : undefined;
	}
}

function orNothing<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

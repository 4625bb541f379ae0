import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Runner, sha256 } from '../core/index.ts';

/** What can be told of a process without asking it. */
export interface ProcessSigns {
	/** The machine, and the room of processes on it: only there does a number name a process. */
	readonly machine: string;
	/** One start of the machine. */
	readonly boot: string;
	/** When a process began, in the machine's own count; undefined where there is none of this number. */
	readonly beganAt: (pid: number) => string | undefined;
}

/** What cannot be told counts as living for so long. Milliseconds. */
const longest = 24 * 60 * 60 * 1000;

/** This process, named so that no other one is ever taken for it: a number comes again. */
export function terminalRunner(pid: number, { machine, boot, beganAt }: ProcessSigns): Runner {
	return { kind: 'terminal', id: [pid, beganAt(pid) ?? '', machine, boot].join('.'), attempt: 1 };
}

/** Whether the process still lives that was seen at that time (ISO 8601). One of another machine cannot be asked. */
export function isTerminalLiving({ kind, id }: Runner, at: string, signs: ProcessSigns, now: Date): boolean {
	const [pid = '', began, machine, boot] = id.split('.');
	if (kind !== 'terminal' || machine !== signs.machine) return now.getTime() - Date.parse(at) < longest;
	return boot === signs.boot && signs.beganAt(Number(pid)) === began;
}

/** This machine. Where there is no `/proc`, a process is told by its number alone. */
export function thisMachineSigns(): ProcessSigns {
	const boot = orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
	const room = orNothing(() => readlinkSync('/proc/self/ns/pid'));
	return {
		machine: sha256(`${hostname()}\n${room ?? ''}`).slice(0, 10),
		boot: sha256(boot ?? '').slice(0, 10),
		beganAt: (pid) => (boot === undefined ? isThere(pid) : orNothing(() => startOf(pid))),
	};
}

/** Field 22 of `stat`; the name in the second may hold anything, and ends at the last parenthesis. */
function startOf(pid: number): string {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	// A killed process stays in the table until its parent asks for it.
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

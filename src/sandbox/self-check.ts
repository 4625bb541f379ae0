import { randomBytes } from 'node:crypto';
import type { Mount } from './mount.ts';

/** A check of the sandbox, which runs directly before every command: a shell script, and a parser for the script's output. */
export interface SelfCheck {
	readonly script: string;
	/** Returns the missing protection, from the shell's output. Undefined if the command began. */
	readonly openIn: (output: string) => string | undefined;
}

/** Reads all mounts into a shell variable. Bash can do this without another process, which saves a millisecond in every command. */
const readMounts = '{ IFS= read -rd "" m </proc/self/mountinfo || [ -n "$m" ] || m=$(cat /proc/self/mountinfo); } 2>&-';

/**
 * Returns the check. A command does not begin if the check finds a network interface, or a sealed mount that is writable. Threat: the
 * sandbox may be weaker now than at the start of the job, when it passed its test. Examples are another `bwrap` on the path, or a kernel
 * that ignores a flag.
 */
export function selfCheck(mounts: readonly Mount[]): SelfCheck {
	// If a command finds this word and prints it, the run only requires more approvals.
	const word = `countersign-open-${randomBytes(8).toString('hex')}`;
	const sealed = [...new Set(mounts.flatMap((mount) => (mount.kind === 'seal' ? [mount.target] : [])))];
	const script = [
		'o= w=',
		`while read -r n _; do case $n in lo:*|Inter-*|face) ;; *) o='the network is open' ;; esac; done </proc/net/dev`,
		readMounts,
		...sealed.map((path) => `case $m in ${listed(path, 'rw')}) w=y ;; ${listed(path, 'ro')}) ;; *) w=y ;; esac`),
		`[ -z "$w" ] || o="\${o:+$o, and }a sealed folder can be written"`,
		`[ -z "$o" ] || { printf '%s %s\\n' ${word} "$o"; exit 99; }`,
		'unset o w n m',
	].join('; ');
	return {
		script,
		openIn: (output) => (output.startsWith(`${word} `) ? firstLine(output).slice(word.length + 1) : undefined),
	};
}

/** Returns a literal shell pattern for a mount with its first option, as the kernel lists it. */
function listed(path: string, option: 'ro' | 'rw'): string {
	const escaped = path.replace(/[ \t\n\\]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`);
	return `*' ${escaped.replaceAll("'", `'\\''`)} ${option}'*`;
}

function firstLine(text: string): string {
	return text.split('\n', 1)[0] ?? '';
}

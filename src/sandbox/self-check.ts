import { randomBytes } from 'node:crypto';
import type { Mount } from './mount.ts';

/** A look that every command takes at its own walls before it begins: shell text, and what it prints when one stands open. */
export interface SelfCheck {
	readonly script: string;
	/** What stands open, by what the shell printed; undefined when the command began. */
	readonly openIn: (output: string) => string | undefined;
}

/** All mounts in one text. Only bash reads a whole file by itself, and each process more costs every command a millisecond. */
const readMounts = '{ IFS= read -rd "" m </proc/self/mountinfo || [ -n "$m" ] || m=$(cat /proc/self/mountinfo); } 2>&-';

/**
 * A command that finds a network interface, or a mount writable that was sealed, does not begin. Threat: a sandbox that was proven at the
 * start of the job may be weaker later (another `bwrap` on the path, a kernel that ignores a flag).
 */
export function selfCheck(mounts: readonly Mount[]): SelfCheck {
	// A command can read this word, and print it to stop itself: then the run asks more, not less.
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

/** A mount as the kernel lists it, with its first option, as a literal pattern of a shell. */
function listed(path: string, option: 'ro' | 'rw'): string {
	const escaped = path.replace(/[ \t\n\\]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`);
	return `*' ${escaped.replaceAll("'", `'\\''`)} ${option}'*`;
}

function firstLine(text: string): string {
	return text.split('\n', 1)[0] ?? '';
}

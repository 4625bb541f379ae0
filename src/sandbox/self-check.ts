import { randomBytes } from 'node:crypto';
import type { Mount } from './mount.ts';

/** A look that every command takes at its own walls before it begins: shell text, and what it prints when one stands open. */
export interface SelfCheck {
	readonly script: string;
	/** What stands open, by what the shell printed; undefined when the command began. */
	readonly openIn: (output: string) => string | undefined;
}

/**
 * A command that finds a network interface, or a mount writable that was sealed, does not begin. Threat: a sandbox that was proven at the
 * start of the job may be weaker later (another `bwrap` on the path, a kernel that ignores a flag).
 */
export function selfCheck(mounts: readonly Mount[]): SelfCheck {
	// A command can read this word, and print it to stop itself: then the run asks more, not less.
	const word = `countersign-open-${randomBytes(8).toString('hex')}`;
	const sealed = [...new Set(mounts.flatMap((mount) => (mount.kind === 'seal' ? [mount.target] : [])))];
	const script = [
		'o=',
		`while read -r n _; do case $n in lo:*|Inter-*|face) ;; *) o='the network is open' ;; esac; done </proc/net/dev`,
		'c=0',
		`while read -r _ _ _ _ p a _; do case $p in ${sealed.map(pattern).join('|')}) case $a in ro|ro,*) c=$((c+1)) ;; *) c=-9999 ;; esac ;; esac; done </proc/self/mountinfo`,
		`[ "$c" -ge ${sealed.length} ] || o="\${o:+$o, and }a sealed folder can be written"`,
		`[ -z "$o" ] || { printf '%s %s\\n' ${word} "$o"; exit 99; }`,
		'unset o n c p a',
	].join('; ');
	return {
		script,
		openIn: (output) => (output.startsWith(`${word} `) ? firstLine(output).slice(word.length + 1) : undefined),
	};
}

/** A path as the kernel lists it among the mounts, as a literal pattern of a shell. */
function pattern(path: string): string {
	const listed = path.replace(/[ \t\n\\]/g, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`);
	return `'${listed.replaceAll("'", `'\\''`)}'`;
}

function firstLine(text: string): string {
	return text.split('\n', 1)[0] ?? '';
}

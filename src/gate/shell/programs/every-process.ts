import type { Invocation } from '../program.ts';
import type { Yield } from '../word.ts';

function lineOf({ words }: Invocation): string {
	return words.every(({ known }) => known) ? words.map(({ text }) => ` ${text}`).join('') : '';
}

/** Returns whether `ps` shows a line for each process of the machine, and nothing selects some of them. */
function showsAll(it: Invocation): boolean {
	const line = lineOf(it);
	return (
		/^ (-[A-Zlfjy]*[eA][lfjyFHLMTw]*o?|-?[alfjuvwr]*a[lfjuvw]*x[lfjuvwo]*)( |$)/.test(line) && !selecting.test(line)
	);
}

const selecting = / -([CpqGgstU]|-(pid|ppid|group|sid|tty|user|deselect)|N)/i;

/** Returns whether the name that `pgrep` looks for matches each process. */
function namesAll({ operands }: Invocation): boolean {
	return operands.some((word) => word.known && /^(\^?\.[*+]?\$?|\^|\$|)$/.test(word.text));
}

/** Returns what `ps` shows of all processes. `ps -e -o pid=` shows only their numbers. */
export function shownByPs(it: Invocation): Yield | undefined {
	if (!showsAll(it)) return undefined;
	return /^( -[eA]+| -?ax)? (-[eA]*o ?|-?axo ?|--format=)pid=?$/.test(lineOf(it)) ? 'every process' : 'processes';
}

/** Returns what `pgrep` shows, if its pattern matches each name. */
export function shownByPgrep(it: Invocation): Yield | undefined {
	return !/ (-\w*[lavPugUGtsxn]|--\w)/.test(lineOf(it)) && namesAll(it) ? 'every process' : undefined;
}

const firstColumn = /^ ((NR ?(>|!=|>=) ?\d+|\/[PU]ID\/ ?\{ ?next ?\}) ?)?\{\s*print \$[12];?\s*\}$/;

/** Returns what awk leaves of the lines of all processes, if it prints the column of their numbers. */
export function columnOfProcesses({ words, stdin }: Invocation): Yield | undefined {
	const line = words.map(({ text }) => ` ${text}`).join('');
	return stdin?.yields === 'processes' && firstColumn.test(line) ? 'every process' : undefined;
}

/** Returns whether `tail -n +2` leaves the head out of a list of processes. */
export function isBehindHead({ words, stdin }: Invocation): boolean {
	return stdin?.yields === 'processes' && /^( -n)? ?\+\d$/.test(words.map(({ text }) => ` ${text}`).join(''));
}

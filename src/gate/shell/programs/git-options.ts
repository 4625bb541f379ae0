import { cutFrom } from '../arguments.ts';
import { data, type Invocation, role, type Subcommand } from '../program.ts';

/** Options of git's log and diff family that write or execute, and those whose value is a word of its own. */
export const diffOptions = {
	...role('write', '--output'),
	...data(
		'-S -G -L -n -U -l -O --since --until --after --before --author --committer --grep --max-count --skip --src-prefix --dst-prefix --line-prefix --inter-hunk-context --diff-algorithm --output-indicator-new --output-indicator-old --output-indicator-context',
	),
};

/**
 * Whether one of these options, parted by blanks, may be given: git takes a long name cut short. For options that make a command do more.
 */
export function mayHave({ options }: Invocation, names: string): boolean {
	const all = names.split(' ');
	return options.some(({ name }) => all.includes(name) || cutFrom(name, all).length > 0);
}

/** Whether one of these options is given in full, and none is taken back by a `--no-`. For options that make a command do less. */
export function surelyHas({ options }: Invocation, names: string): boolean {
	const all = names.split(' ');
	const taken = all.map((name) => name.replace(/^--/, '--no-'));
	const isTakenBack = options.some(({ name }) => /^--n/.test(name) && taken.some((one) => one.startsWith(name)));
	return !isTakenBack && options.some(({ name }) => all.includes(name));
}

/** The row of a subcommand that prints its usage, and does nothing else, when `-h` or `--help` is all that it gets. */
export function withHelp(row: Subcommand): Subcommand {
	return { ...row, also: (it) => (asksHelp(it) ? [] : (row.also?.(it) ?? [])) };
}

function asksHelp({ words }: Invocation): boolean {
	const [only, ...others] = words;
	return others.length === 0 && only?.known === true && /^(-h|--help)$/.test(only.text);
}

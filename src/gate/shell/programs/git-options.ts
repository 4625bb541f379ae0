import { cutFrom } from '../arguments.ts';
import { data, type Invocation, role, type Subcommand } from '../program.ts';

/** Options of git's log and diff commands that write or execute, and options that take a separate value. */
export const diffOptions = {
	...role('write', '--output'),
	...data(
		'-S -G -L -n -U -l -O --since --until --after --before --author --committer --grep --max-count --skip --src-prefix --dst-prefix --line-prefix --inter-hunk-context --diff-algorithm --output-indicator-new --output-indicator-old --output-indicator-context',
	),
};

/**
 * Returns whether one of these options, separated by blanks, may be given. Git accepts abbreviated long names. Use this function for
 * options that make a command do more.
 */
export function mayHave({ options }: Invocation, names: string): boolean {
	const all = names.split(' ');
	return options.some(({ name }) => all.includes(name) || cutFrom(name, all).length > 0);
}

/**
 * Returns whether one of these options is given in full, and no `--no-` option cancels it. Use this function for options that make a
 * command do less.
 */
export function surelyHas({ options }: Invocation, names: string): boolean {
	const all = names.split(' ');
	const taken = all.map((name) => name.replace(/^--/, '--no-'));
	const isTakenBack = options.some(({ name }) => /^--n/.test(name) && taken.some((one) => one.startsWith(name)));
	return !isTakenBack && options.some(({ name }) => all.includes(name));
}

/** Returns the row with an exception: if `-h` or `--help` is the only word, the subcommand only prints its usage. */
export function withHelp(row: Subcommand): Subcommand {
	return { ...row, also: (it) => (asksHelp(it) ? [] : (row.also?.(it) ?? [])) };
}

function asksHelp({ words }: Invocation): boolean {
	const [only, ...others] = words;
	return others.length === 0 && only?.known === true && /^(-h|--help)$/.test(only.text);
}

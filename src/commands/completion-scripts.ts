import type { CommandWords } from './command-words.ts';

/** What a shell completes. Every word consists of letters and dashes, so none has a special meaning for a shell. */
export interface Completed {
	readonly commands: readonly { readonly name: string; readonly summary: string; readonly verbs: readonly string[] }[];
	readonly words: readonly CommandWords[];
}

/** Returns the completion script for bash. If none of our words matches, the shell itself completes file names. */
export function bashCompletion({ commands, words }: Completed): string {
	const groups = commands.filter(({ verbs }) => verbs.length > 0);
	return [
		'_countersign() {',
		'  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} name=${COMP_WORDS[1]} words=',
		'  COMPREPLY=()',
		`  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$cur")); return; fi`,
		'  case "$name" in',
		...groups.map(
			({ name, verbs }) =>
				`    ${name}) if [ "$COMP_CWORD" -eq 2 ]; then words="${verbs.join(' ')}"; else case " ${verbs.join(' ')} " in *" \${COMP_WORDS[2]} "*) name="$name \${COMP_WORDS[2]}";; esac; fi;;`,
		),
		'  esac',
		'  case "$name $prev" in',
		...words.flatMap(({ name, options }) =>
			options
				.filter(({ takesValue }) => takesValue)
				.map(({ name: option, values }) =>
					values.length === 0
						? `    "${name} ${option}") return;;`
						: `    "${name} ${option}") COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$cur")); return;;`,
				),
		),
		'  esac',
		'  case "$name" in',
		...words.map(
			({ name, options, values }) =>
				`    "${name}") words="$words ${[...values, ...options.map((option) => option.name), '--help'].join(' ')}";;`,
		),
		'  esac',
		'  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
		'}',
		'complete -o default -F _countersign countersign',
	].join('\n');
}

/** Returns the completion script for zsh, which reads the one for bash. */
export function zshCompletion(completed: Completed): string {
	return `autoload -U +X bashcompinit && bashcompinit\n${bashCompletion(completed)}`;
}

export function fishCompletion({ commands, words }: Completed): string {
	const verbs = new Map(commands.map((command) => [command.name, command.verbs]));
	return [
		...commands.map(
			({ name, summary }) =>
				`complete -c countersign -n __fish_use_subcommand -f -a ${name} -d '${summary.replaceAll("'", '')}'`,
		),
		...commands
			.filter((command) => command.verbs.length > 0)
			.map(
				(command) =>
					`complete -c countersign -n '${seen(command.name)}; and not ${seen(command.verbs.join(' '))}' -f -a '${command.verbs.join(' ')}'`,
			),
		...words.flatMap((command) => fishOptions(command, verbs)),
	].join('\n');
}

function fishOptions(
	{ name, options, values }: CommandWords,
	verbs: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
	const [first = '', verb] = name.split(' ');
	const others = verbs.get(first) ?? [];
	const without = others.length === 0 ? '' : `; and not ${seen(others.join(' '))}`;
	const where = `${seen(first)}${verb === undefined ? without : `; and ${seen(verb)}`}`;
	return [
		...(values.length === 0 ? [] : [`complete -c countersign -n '${where}' -f -a '${values.join(' ')}'`]),
		...options.map((option) => {
			const value = option.values.length > 0 ? ` -x -a '${option.values.join(' ')}'` : ' -r';
			return `complete -c countersign -n '${where}' -l ${option.name.slice(2)}${option.takesValue ? value : ''}`;
		}),
	];
}

function seen(names: string): string {
	return `__fish_seen_subcommand_from ${names}`;
}

import { CountersignError } from '../core/index.ts';
import { type CliContext, readCommandLine } from './command-line.ts';
import { commandWords } from './command-words.ts';
import { bashCompletion, type Completed, fishCompletion, zshCompletion } from './completion-scripts.ts';
import { helpOf } from './help.ts';

const shells: Readonly<Record<string, (completed: Completed) => string>> = {
	bash: bashCompletion,
	zsh: zshCompletion,
	fish: fishCompletion,
};

/** The shells that have a completion. */
export const completionShells = Object.keys(shells);

/**
 * `countersign completion <shell>`: prints the script that completes commands and options in a shell. @throws CountersignError
 * `bad-input`
 */
export function completion(args: readonly string[], { print }: Pick<CliContext, 'print'>): number {
	const [shell = ''] = readCommandLine(args, {}, 1).positionals;
	const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
	if (script === undefined) {
		const message =
			shell === '' ? 'The name of the shell is missing.' : `There is no completion for the shell \`${shell}\`.`;
		throw new CountersignError({ code: 'bad-input', message, fix: `One of: ${completionShells.join(', ')}.` });
	}
	print(script(completed()));
	return 0;
}

/** Returns everything that can be completed, from the help texts. */
function completed(): Completed {
	const commands = [...helpOf().matchAll(/^ {2}([a-z]+) {2,}(\S.*)$/gm)];
	const words = commands.flatMap(([, name = '']) => commandWords(helpOf(name)));
	return {
		words,
		commands: commands.map(([, name = '', summary = '']) => ({
			name,
			summary,
			verbs: words.filter((one) => one.name.startsWith(`${name} `)).map((one) => one.name.slice(name.length + 1)),
		})),
	};
}

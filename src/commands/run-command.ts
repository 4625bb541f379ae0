import { CountersignError, nearestWord } from '../core/index.ts';
import type { CliContext } from './command-line.ts';
import { type Command, commands, type Group } from './commands.ts';

/** The command that was asked for, and its arguments. */
interface Asked {
	readonly command: Command;
	readonly args: readonly string[];
}

/**
 * Runs a command line, without the program's name, and returns the exit code.
 * @throws CountersignError `bad-input` for an unknown command or verb, and what the command throws.
 */
export async function runCommand(words: readonly string[], cli: CliContext): Promise<number> {
	const [name = ''] = words;
	if (!Object.hasOwn(commands, name)) throw unknownCommand(name);
	if (asksForHelp(words.slice(1))) {
		const { helpOf } = await import('./help.ts');
		cli.print(helpOf(name));
		return 0;
	}
	const { command, args } = await find(words);
	return command(args, cli);
}

/** Whether the words ask for help. Words after `--` are not options. */
function asksForHelp(args: readonly string[]): boolean {
	const end = args.indexOf('--');
	const options = end === -1 ? args : args.slice(0, end);
	return args[0] === 'help' || options.some((word) => word === '--help' || word === '-h');
}

async function find([name = '', ...args]: readonly string[]): Promise<Asked> {
	const entry = commands[name];
	if (entry === undefined) throw unknownCommand(name);
	if (typeof entry === 'function') return { command: await entry(), args };
	return verbOf(name, entry, args);
}

async function verbOf(name: string, { verbs, otherwise }: Group, args: readonly string[]): Promise<Asked> {
	const [verb, ...rest] = args;
	const isVerb = verb !== undefined && !verb.startsWith('-');
	if (!isVerb && otherwise !== undefined) return { command: await otherwise(), args };
	const load = verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
	if (load === undefined) throw unknownVerb(name, verb, Object.keys(verbs));
	return { command: await load(), args: rest };
}

function unknownCommand(name: string): CountersignError {
	const known = Object.keys(commands);
	const near = nearestWord(name, known);
	return new CountersignError({
		code: 'bad-input',
		message: `\`${name}\` is not a command${near === undefined ? '.' : `; did you mean \`${near}\`?`}`,
		fix: `One of: ${known.join(', ')}. \`countersign --help\` describes them.`,
	});
}

function unknownVerb(name: string, verb: string | undefined, known: readonly string[]): CountersignError {
	const near = verb === undefined ? undefined : nearestWord(verb, known);
	const message =
		verb === undefined
			? `\`countersign ${name}\` needs a subcommand.`
			: `\`${name} ${verb}\` is not a command${near === undefined ? '.' : `; did you mean \`${name} ${near}\`?`}`;
	const fix = `One of: ${known.join(', ')}. \`countersign ${name} --help\` shows examples.`;
	return new CountersignError({ code: 'bad-input', message, fix });
}

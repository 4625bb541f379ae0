import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CountersignError, nearestWord } from '../core/index.ts';
import type { Connection } from './connection.ts';
import type { Session } from './run/terminal-session.ts';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command may read of its environment. A test can replace it. */
export interface CliContext {
	readonly packageRoot: string;
	readonly cwd: string;
	readonly home: string;
	readonly env: Environment;
	readonly connection: Connection;
	/** Returns the parts that a run needs. Only commands that start runs call it. */
	session(): Promise<Session>;
	/** Whether the output goes to a terminal that shows colours. */
	readonly colours: boolean;
	/** Whether there is a person at the terminal who can be asked. */
	readonly isTerminal: boolean;
	/** Standard input, line by line. */
	lines: () => Iterable<string>;
	readonly print: (text: string) => void;
}

/**
 * Reads a command's arguments. If an option is unknown, the error suggests a similar one. More than `most` words are refused, too.
 * @throws CountersignError `bad-input`.
 */
export function readCommandLine<T extends ParseArgsOptionsConfig>(
	args: readonly string[],
	options: T,
	most = Number.POSITIVE_INFINITY,
) {
	const read = parse(args, options);
	const surplus = read.positionals[most];
	if (surplus !== undefined) {
		throw new CountersignError({
			code: 'bad-input',
			message: `Unexpected argument \`${surplus}\`.`,
			fix: `${optionsWords(Object.keys(options))} \`--help\` shows examples.`,
		});
	}
	return read;
}

function parse<T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
	try {
		return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
	} catch (cause) {
		const message = cause instanceof Error ? cause.message : String(cause);
		const given = /'(--?[^\s']+)/.exec(message)?.[1]?.replace(/^--?/, '');
		const known = Object.keys(options);
		const near = given === undefined ? undefined : nearestWord(given, known);
		throw new CountersignError({
			code: 'bad-input',
			message: `${message.split('.')[0]}${near === undefined ? '' : `; did you mean \`--${near}\`?`}`,
			fix: optionsWords(known),
			cause,
		});
	}
}

function optionsWords(known: readonly string[]): string {
	return known.length === 0
		? 'This command has no options.'
		: `Options: ${known.map((name) => `--${name}`).join(', ')}.`;
}

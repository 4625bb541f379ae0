import type { Readable } from 'node:stream';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Inputs, TerminalEnvironment } from '../config/index.ts';
import { CountersignError, nearestWord } from '../core/index.ts';
import type { Connection } from './connection.ts';

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a run in a terminal needs, in addition to what every command has. */
export interface Session {
	readonly environment: TerminalEnvironment;
	/** Returns the inputs of a run. @throws CountersignError `bad-input` */
	readonly inputsOf: (options: Readonly<Record<string, string>>) => Inputs;
	/** Returns standard input if there is a person at the terminal who sees what is written to the descriptor. */
	readonly personAt: (descriptor: number) => Readable | undefined;
	/** Returns the width of the terminal of a descriptor. Undefined if it is unknown, or if there is no terminal. */
	readonly columnsOf: (descriptor: number) => number | undefined;
	/** Writes part of a line to a descriptor. */
	readonly write: (text: string, descriptor: number) => void;
	/** Aborted with the signal's name when the person stops the run. */
	readonly interruption: AbortSignal;
	readonly pid: number;
	readonly program: string;
}

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

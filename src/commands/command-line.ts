import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CountersignError, nearestWord } from '../core/index.ts';
import type { Connection } from './connection.ts';
import type { Session } from './terminal-session.ts';

/** The variables that a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a command runs: what it may read of its surroundings, so that a test can give it others. */
export interface Surroundings {
	readonly packageRoot: string;
	readonly cwd: string;
	readonly home: string;
	readonly env: Environment;
	readonly connection: Connection;
	/** What a run talks to; asked for by those commands alone that have one. */
	session(): Promise<Session>;
	/** Whether what is printed is read on a terminal that shows colours. */
	readonly colours: boolean;
	/** Whether somebody sits there who can be asked. */
	readonly isTerminal: boolean;
	/** Standard input, line by line. */
	lines: () => Iterable<string>;
	readonly print: (text: string) => void;
}

/**
 * Reads a command's arguments; an option that is not there is refused with the one that was meant, and words beyond `most` are, too.
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
			message: `\`${surplus}\` is one word too many.`,
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
	return known.length === 0 ? 'It has no options.' : `Options: ${known.map((name) => `--${name}`).join(', ')}.`;
}

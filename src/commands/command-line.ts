import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { CountersignError, nearestWord } from '../core/index.ts';

/** Where a command runs: what it may read of its surroundings, so that a test can give it others. */
export interface Surroundings {
	readonly packageRoot: string;
	readonly cwd: string;
	readonly home: string;
	/** Whether what is printed is read on a terminal that shows colours. */
	readonly colours: boolean;
	/** Standard input, line by line. */
	lines: () => Iterable<string>;
	readonly print: (text: string) => void;
}

/** Reads a command's arguments; an option that is not there is refused with the one that was meant. @throws CountersignError `bad-input`. */
export function readCommandLine<T extends ParseArgsOptionsConfig>(args: readonly string[], options: T) {
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
			fix: `Options: ${known.map((name) => `--${name}`).join(', ')}.`,
			cause,
		});
	}
}

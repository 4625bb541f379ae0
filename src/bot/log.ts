import { type LogLevel, logLevels } from '../config/index.ts';
import { CountersignError, jsonLine } from '../core/index.ts';

type Level = Exclude<LogLevel, 'silent'>;

/** Writes one line of JSON. All facts are logged unchanged, so they must not contain a body, a token or a secret. */
export type Log = (level: Level, message: string, facts?: Readonly<Record<string, unknown>>) => void;

/** Returns a log that prints JSON lines, and drops the lines below the level `least`. */
export function createLog(least: LogLevel, print: (line: string) => void): Log {
	const from = logLevels.indexOf(least);
	return (level, message, facts = {}) => {
		if (logLevels.indexOf(level) < from) return;
		print(jsonLine({ time: new Date().toISOString(), level, msg: message, ...facts }));
	};
}

/** Returns the error's message for a log, with its fix if there is one. */
export function whyOf(error: unknown): string {
	if (error instanceof CountersignError) return `${error.message} ${error.fix}`;
	return error instanceof Error ? error.message : String(error);
}

/**
 * Returns a logger with the interface that Probot needs. It logs only the messages of Probot and its client, because the objects that they
 * log contain payloads and headers.
 */
export function quietLogger(log: Log) {
	const say =
		(level: Level) =>
		(first: unknown, second?: unknown): void => {
			const said = typeof first === 'string' ? first : typeof second === 'string' ? second : messageOf(first);
			log(level, 'probot', { said: said.split('\n')[0]?.slice(0, 200) });
		};
	// Probot logs GitHub's answer again, but the end of the delivery already contains it. So Probot's line goes to the debug level.
	const aside = say('debug');
	const logger = {
		level: 'warn',
		trace: ignore,
		debug: ignore,
		info: ignore,
		warn: say('warn'),
		error: aside,
		fatal: say('error'),
	};
	return { ...logger, child: () => ({ ...logger, child: () => logger }) };
}

function ignore(): void {
	// Probot's lines of lower levels say nothing that ours do not say.
}

function messageOf(value: unknown): string {
	return value instanceof Error ? value.name : 'an object';
}

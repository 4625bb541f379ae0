import type { LogLevel } from '../config/index.ts';
import { CountersignError, jsonLine } from '../core/index.ts';

type Level = Exclude<LogLevel, 'silent'>;

/** Writes one line of JSON. What it is given is logged as it is: never a body, a token or a secret. */
export type Log = (level: Level, message: string, facts?: Readonly<Record<string, unknown>>) => void;

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** Lines of JSON, from a level on. */
export function createLog(least: LogLevel, print: (line: string) => void): Log {
	const from = order.indexOf(least);
	return (level, message, facts = {}) => {
		if (order.indexOf(level) < from) return;
		print(jsonLine({ time: new Date().toISOString(), level, msg: message, ...facts }));
	};
}

/** What went wrong, as a log tells it: with what to do, where that is known. */
export function whyOf(error: unknown): string {
	if (error instanceof CountersignError) return `${error.message} ${error.fix}`;
	return error instanceof Error ? error.message : String(error);
}

/** A logger of the form that Probot wants. Of what Probot and its client log, the words alone are kept: their objects hold payloads and headers. */
export function quietLogger(log: Log) {
	const say =
		(level: Level) =>
		(first: unknown, second?: unknown): void => {
			const said = typeof first === 'string' ? first : typeof second === 'string' ? second : messageOf(first);
			log(level, 'probot', { said: said.split('\n')[0]?.slice(0, 200) });
		};
	// What GitHub answered is in the end of the delivery: Probot tells of it once more.
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
	// Probot's lesser lines say nothing that ours do not.
}

function messageOf(value: unknown): string {
	return value instanceof Error ? value.name : 'an object';
}

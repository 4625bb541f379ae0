import { serveBot } from '../bot/index.ts';
import { readBotSettings } from '../config/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';

/**
 * `countersign bot`: the App's web process, until it is told to stop; what is in flight is finished first.
 * @throws CountersignError `bad-input` for settings that are missing or wrong.
 */
export async function bot(
	args: readonly string[],
	{ env, print }: Pick<Surroundings, 'env' | 'print'>,
): Promise<number> {
	readCommandLine(args, {}, 0);
	const settings = readBotSettings(env);
	const stop = new AbortController();
	for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort(name));
	await serveBot(settings, { print }, stop.signal);
	return 0;
}

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { serveBot } from '../bot/index.ts';
import { readBotSettings, readLocalRunner } from '../config/index.ts';
import { CountersignError } from '../core/index.ts';
import { type Environment, readCommandLine, type Surroundings } from './command-line.ts';

/**
 * `countersign bot`: the App's web process, until it is told to stop; what is in flight is finished first.
 * @throws CountersignError `bad-input` for settings that are missing or wrong.
 */
export async function bot(
	args: readonly string[],
	{ env: given, cwd, packageRoot, print }: Pick<Surroundings, 'env' | 'cwd' | 'packageRoot' | 'print'>,
): Promise<number> {
	const { values } = readCommandLine(args, { 'env-file': { type: 'string' } }, 0);
	const file = values['env-file'];
	const env = file === undefined ? given : { ...variablesOf(file, cwd), ...given };
	const settings = readBotSettings(env);
	const stop = new AbortController();
	for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort(name));
	const action = join(packageRoot, 'dist', 'action.js');
	const local = settings.runner === 'local' ? { local: { action, runner: readLocalRunner(env) } } : {};
	await serveBot(settings, { print, recovery: settings.recovery, ...local }, stop.signal);
	return 0;
}

function variablesOf(file: string, cwd: string): Environment {
	try {
		return parseEnv(readFileSync(resolve(cwd, file), 'utf8'));
	} catch (cause) {
		throw new CountersignError({
			code: 'bad-input',
			message: `${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
			fix: 'Name the file that `countersign bot setup` has written.',
			cause,
		});
	}
}

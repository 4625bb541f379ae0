import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { openLineLog, serveBot } from '../../bot/index.ts';
import { readBotSettings, readLocalRunner } from '../../config/index.ts';
import { CountersignError } from '../../core/index.ts';
import { isShown } from '../../sandbox/index.ts';
import { type CliContext, type Environment, readCommandLine } from '../command-line.ts';
import { writeText } from '../standard-streams.ts';

/**
 * `countersign bot`: runs the App's web server until it is stopped. Open requests are finished first.
 * @throws CountersignError `bad-input` for settings that are missing or wrong.
 */
export async function bot(
	args: readonly string[],
	{ env: given, cwd, packageRoot }: Pick<CliContext, 'env' | 'cwd' | 'packageRoot'>,
): Promise<number> {
	const { values } = readCommandLine(args, { settings: { type: 'string' } }, 0);
	const file = values.settings;
	const env = file === undefined ? given : { ...variablesOf(file, cwd), ...given };
	const settings = readBotSettings(env);
	if (settings.runner === 'local') requireUnseen([file, env['PRIVATE_KEY_PATH']], cwd);
	const stop = new AbortController();
	for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort(name));
	const action = join(packageRoot, 'dist', 'action.js');
	const local = settings.runner === 'local' ? { local: { action, runner: readLocalRunner(env) } } : {};
	const { print, close } = openLineLog(writeText);
	try {
		await serveBot(settings, { print, recovery: settings.recovery, ...local }, stop.signal);
	} finally {
		await close();
	}
	return 0;
}

/**
 * Refuses a file with the App's key if a run's commands could read it. Threat: a run on the bot's machine sees the folders of installed
 * programs, such as /usr and /opt.
 */
function requireUnseen(files: readonly (string | undefined)[], cwd: string): void {
	const seen = files.find((file) => file !== undefined && file !== '' && isShown(resolve(cwd, file)));
	if (seen === undefined) return;
	throw new CountersignError({
		code: 'bad-input',
		message: `${seen} contains the App's secrets, and every command of a run on this machine can read it there.`,
		fix: 'Move it out of /usr and /opt, for example to /etc or /var, or remove RUNNER=local.',
	});
}

function variablesOf(file: string, cwd: string): Environment {
	try {
		return parseEnv(readFileSync(resolve(cwd, file), 'utf8'));
	} catch (cause) {
		throw new CountersignError({
			code: 'bad-input',
			message: `The settings file ${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
			fix: 'Name the file that `countersign bot setup` wrote.',
			cause,
		});
	}
}

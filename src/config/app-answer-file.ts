import { readFileSync, rmSync } from 'node:fs';
import { CountersignError } from '../core/index.ts';

const variable = 'COUNTERSIGN_APP_ANSWER';

/**
 * Reads the App bot's answer for a job that the bot started itself. The environment names the file. Undefined if it names none. The file is
 * deleted after reading, because it contains a token. @throws CountersignError `bad-input`
 */
export function takeAppAnswer(env: NodeJS.ProcessEnv): string | undefined {
	const path = env[variable];
	if (path === undefined || path === '') return undefined;
	try {
		return readFileSync(path, 'utf8');
	} catch (cause) {
		throw new CountersignError({
			code: 'bad-input',
			message: `${variable} names ${path}, which cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
			fix: 'Only a bot that runs jobs itself sets this variable. Remove it from the environment of the workflow.',
			cause,
		});
	} finally {
		rmSync(path, { force: true });
	}
}

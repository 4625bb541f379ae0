import { join } from 'node:path';
import type { CliContext } from '../../src/commands/index.ts';
import { runCommand } from '../../src/commands/run-command.ts';

/** The folder of this package. */
export const packageRoot = join(import.meta.dirname, '../..');

const noSession = () => Promise.reject(new Error('no terminal'));

/** Runs a command in this process as if it had been typed. Returns its output and its exit code. `seen` gets each printed text. */
export async function typed(
	words: readonly string[],
	around: Partial<CliContext> = {},
	seen: (text: string) => void = () => undefined,
) {
	const printed: string[] = [];
	const print = (text: string): void => {
		printed.push(text);
		seen(text);
	};
	const plain = {
		packageRoot,
		cwd: packageRoot,
		home: '/home/runner',
		colours: false,
		isTerminal: false,
		env: {},
		lines: () => [],
	};
	const connection = {
		repository: undefined,
		webUrl: 'https://github.com',
		connect: () => Promise.reject(new Error('offline')),
	};
	const status = await runCommand(words, { ...plain, connection, session: noSession, ...around, print });
	return { status, text: printed.join('\n') };
}

// This import is the first one: an old Node cannot load some of the others.
import './refuse-old-node.ts';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Connection, Environment, Session } from './commands/index.ts';
import { runCommand } from './commands/run-command.ts';
import { printLine, standardInputLines, writeText } from './commands/standard-streams.ts';
import { asCountersignError, CountersignError } from './core/index.ts';
import { version } from './version.ts';

/** The entry point of the command line. */
async function main(words: readonly string[]): Promise<number> {
	const [name] = words;
	if (name === '--version' || name === '-v') return say(version);
	if (name === undefined || ['help', '--help', '-h'].includes(name)) return help(words[1]);
	const packageRoot = join(import.meta.dirname, '..');
	// Threat: compiled code is executed. So it is kept in the program's own folder. Only people who can change the program can write there.
	// Scripts that judge calls keep their own compiled code.
	if (!judgesCalls(words) || readsRules(words)) enableCompileCache(join(packageRoot, '.cache'));
	return runCommand(words, {
		packageRoot,
		cwd: process.cwd(),
		home: homedir(),
		env: process.env,
		connection: connectionOf(process.env),
		session,
		// This is a getter, because reading it opens the stream, and a command that needs no colours should not wait for that.
		get colours() {
			return process.stdout.isTTY === true && !process.env['NO_COLOR'];
		},
		get isTerminal() {
			return process.stdin.isTTY === true && process.stdout.isTTY === true;
		},
		lines: standardInputLines,
		print: printLine,
	});
}

/** Whether a command starts for each tool call, so that its start must be fast. */
function judgesCalls([name]: readonly string[]): boolean {
	return name === 'hook' || name === 'gate';
}

/** Whether the words name a person's own rules. No kept script contains the modules that read such rules. */
function readsRules(words: readonly string[]): boolean {
	return words.some((word) => /^--(policy|skills)(=|$)/.test(word));
}

/** Returns the terminal that a run talks to. */
async function session(): Promise<Session> {
	const { readTerminal, readTerminalInputs } = await import('./config/index.ts');
	// This module loads sockets and streams, which a gate call does not need.
	const { isatty } = await import('node:tty');
	return {
		environment: readTerminal(process.env, homedir()),
		inputsOf: (options) => readTerminalInputs(options, process.env),
		// A person who does not see the question cannot answer it.
		personAt: (descriptor) => (isatty(0) && isatty(descriptor) ? process.stdin : undefined),
		columnsOf: (descriptor) => (descriptor === 2 ? process.stderr : process.stdout).columns,
		write: writeText,
		interruption: stopSignal(),
		pid: process.pid,
		program: version,
	};
}

/** Returns a signal. The first Ctrl-C lets the current step finish. The second one ends at once. */
function stopSignal(): AbortSignal {
	const controller = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, () => {
			if (controller.signal.aborted) process.exit(130);
			if (name === 'SIGINT') writeText('\nStopping after this step. Ctrl-C again: at once.\n', 2);
			controller.abort(name);
		});
	}
	return controller.signal;
}

/** Returns the GitHub that the environment names. Its client is loaded when it is first needed. */
function connectionOf(env: Environment): Connection {
	return {
		repository: env['GITHUB_REPOSITORY'],
		webUrl: env['GITHUB_SERVER_URL'] ?? 'https://github.com',
		connect: async () => {
			const auth = env['GITHUB_TOKEN'];
			if (auth === undefined || auth === '') throw noToken();
			const { Octokit } = await import('octokit');
			const baseUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com';
			return new Octokit({ auth, baseUrl, throttle: { enabled: false } });
		},
	};
}

function noToken(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: 'GITHUB_TOKEN is not set.',
		fix: 'Set it to a token that may read the repository and write its issues, for example `GITHUB_TOKEN=$(gh auth token)`.',
	});
}

async function help(name: string | undefined): Promise<number> {
	return say((await import('./commands/help.ts')).helpOf(name));
}

function say(text: string): number {
	printLine(text);
	return 0;
}

/** Reports an error to people, or as JSON to the program that asked for it. */
async function tell({ code, message, fix }: CountersignError, words: readonly string[]): Promise<void> {
	if (words.includes('--json')) {
		const { jsonLine } = await import('./core/index.ts');
		return console.error(jsonLine({ error: { code, message, fix } }));
	}
	const { steerless } = await import('./commands/paint.ts');
	console.error(`countersign: ${steerless(code === 'internal' ? message : `${message} ${fix}`)}`);
}

const words = process.argv.slice(2);
try {
	process.exitCode = await main(words);
	// All output is written. To end the process now is faster than to free its memory.
	if (judgesCalls(words)) process.exit();
} catch (thrown) {
	// The reader of the answers has stopped reading, as in `countersign gate | head -1`.
	const isUnread = thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE';
	if (!isUnread) await tell(asCountersignError(thrown), words);
	process.exitCode = isUnread ? 0 : 2;
}

import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Connection, Environment, Session } from './commands/index.ts';
import { requireNode } from './commands/node-version.ts';
import { runCommand } from './commands/run-command.ts';
import { printLine, standardInputLines, writeText } from './commands/standard-streams.ts';
import { asCountersignError, CountersignError } from './core/index.ts';
import { version } from './version.ts';

/** The door of the terminal. */
async function main(words: readonly string[]): Promise<number> {
	requireNode(process.versions.node);
	const [name] = words;
	if (name === '--version' || name === '-v') return say(version);
	if (name === undefined || ['help', '--help', '-h'].includes(name)) return help(words[1]);
	const packageRoot = join(import.meta.dirname, '..');
	// Compiled code is code: it lies where only those may write who may change the program itself, or it is not kept at all.
	// Scripts that judge calls keep compiled code of their own.
	if (!judgesCalls(words) || readsRules(words)) enableCompileCache(join(packageRoot, '.cache'));
	return runCommand(words, {
		packageRoot,
		cwd: process.cwd(),
		home: homedir(),
		env: process.env,
		connection: connectionOf(process.env),
		session,
		// Asking sets up the stream, which a command that never asks must not wait for.
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

/** Whether a command starts for each call, so that its start counts. */
function judgesCalls([name]: readonly string[]): boolean {
	return name === 'hook' || name === 'gate';
}

/** Rules of one's own are read by modules, which the kept scripts do not hold. */
function readsRules(words: readonly string[]): boolean {
	return words.some((word) => /^--(policy|skills)(=|$)/.test(word));
}

/** The terminal that a run talks to. */
async function session(): Promise<Session> {
	const { readTerminal, readTerminalInputs } = await import('./config/index.ts');
	// It brings sockets and streams, which no call of the gate needs.
	const { isatty } = await import('node:tty');
	return {
		environment: readTerminal(process.env, homedir()),
		inputsOf: (options) => readTerminalInputs(options, process.env),
		// Who does not see the question does not answer it.
		personAt: (descriptor) => (isatty(0) && isatty(descriptor) ? process.stdin : undefined),
		columnsOf: (descriptor) => (descriptor === 2 ? process.stderr : process.stdout).columns,
		write: writeText,
		interruption: stopSignal(),
		pid: process.pid,
		program: version,
	};
}

/** The first Ctrl-C lets the step that is under way come to its end; the second one does not wait. */
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

/** GitHub as the environment names it; its client is loaded when it is first needed. */
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

/** What went wrong, for people, or for the program that asked for JSON. */
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
	// All is written, and taking the memory apart takes longer than leaving it to the system.
	if (judgesCalls(words)) process.exit();
} catch (thrown) {
	// Whoever read the answers has stopped reading them: `countersign gate | head -1`.
	const isUnread = thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE';
	if (!isUnread) await tell(asCountersignError(thrown), words);
	process.exitCode = isUnread ? 0 : 2;
}

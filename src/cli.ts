import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hook } from './commands/hook.ts';
import type { Surroundings } from './commands/index.ts';
import { requireNode } from './commands/node-version.ts';
import { printLine, standardInputLines } from './commands/standard-streams.ts';
import type { Connection } from './commands/sweep.ts';
import { asCountersignError, CountersignError, nearestWord } from './core/index.ts';
import { version } from './version.ts';

const help = `countersign ${version}: the repository agent whose risky steps need a maintainer's signature

  countersign gate [--policy <name|file>]… [--skills <folder>]… [--root <folder>] [--home <folder>]
                   [--allow <folder>]… [--changed <path>]… [--mode plan|default|edit|auto]
      Judges tool calls: JSON lines {"tool","args"} on standard input, one verdict line each on standard output.
      echo '{"tool":"Bash","args":{"command":"rm -rf /"}}' | countersign gate
  countersign policy test | explain | replay | suggest | schema
      Tries policies, explains verdicts, compares policies over past runs, and suggests rules: countersign policy --help
  countersign skills list | check [<folder>] | update [--dry-run]
      Lists skills, checks those of a folder (file, line, field and fix of each fault), and updates copies of shipped ones: countersign skills --help
  countersign audit verify | show | export
      Proves that nobody changed what a run recorded, shows it as a timeline, and exports it: countersign audit --help
  countersign report <journal.jsonl | folder> [--out <file>] [--head <lines>:<sha256>]
      Writes a run as one page that needs nothing else: report.html beside the journal. --out - writes it to standard output.
  countersign hook install | check
      Gives Claude Code on this machine the same gate, before every tool call: countersign hook --help
  countersign doctor
      Tells whether this machine can run the agent's commands sandboxed, and what to do where it cannot. Changes nothing.
  countersign sweep [--json]
      Lists what waits for signatures in GITHUB_REPOSITORY, with GITHUB_TOKEN, and refreshes its issue "Agent approvals".
  countersign --version
  countersign --help

Exit codes: 0 fine, 1 what was checked does not hold, 2 wrong usage.
`;

type Command = (args: readonly string[], surroundings: Surroundings) => number | Promise<number>;

/** Each command is loaded when it is called: a hook starts one process per call, and must not wait for the others. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
	gate: async () => (await import('./commands/gate.ts')).gate,
	policy: async () => (await import('./commands/policy.ts')).policy,
	skills: async () => (await import('./commands/skills.ts')).skills,
	audit: async () => (await import('./commands/audit.ts')).audit,
	report: async () => (await import('./commands/report.ts')).report,
	doctor: async () => (await import('./commands/doctor.ts')).doctor,
	// It keeps compiled code of its own.
	hook: async () => hook,
	sweep: async () => {
		const { sweep } = await import('./commands/sweep.ts');
		return (args, surroundings) => sweep(args, surroundings, connection(process.env));
	},
};

/** Commands that tell more of themselves than fits one help. */
const ownHelp: ReadonlySet<string> = new Set(['policy', 'skills', 'audit', 'hook']);

/** The door of the terminal. */
async function main([name, ...args]: readonly string[]): Promise<number> {
	requireNode(process.versions.node);
	if (name === undefined || ['help', '--help', '-h'].includes(name)) return say(help);
	if (name === '--version' || name === '-v') return say(version);
	const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (load === undefined) return unknownCommand(name);
	if (!ownHelp.has(name) && (args.includes('--help') || args.includes('-h'))) return say(help);
	const packageRoot = join(import.meta.dirname, '..');
	// Compiled code is code: it lies where only those may write who may change the program itself, or it is not kept at all.
	if (name !== 'hook') enableCompileCache(join(packageRoot, '.cache'));
	const command = await load();
	return command(args, {
		packageRoot,
		cwd: process.cwd(),
		home: homedir(),
		// Asking sets up the stream, which a command that never asks must not wait for.
		get colours() {
			return process.stdout.isTTY === true && !process.env['NO_COLOR'];
		},
		lines: standardInputLines,
		print: printLine,
	});
}

/** GitHub as the environment names it. */
function connection(env: NodeJS.ProcessEnv): Connection {
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

function unknownCommand(name: string): number {
	const near = nearestWord(name, Object.keys(commands));
	const meant = near === undefined ? '' : ` Did you mean "${near}"?`;
	console.error(`countersign: "${name}" is not a command.${meant}\n\n${help}`);
	return 2;
}

function say(text: string): number {
	console.log(text.trimEnd());
	return 0;
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
	const error = asCountersignError(thrown);
	// Whoever read the answers has stopped reading them: `countersign gate | head -1`.
	const isUnread = thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE';
	if (!isUnread) console.error(`countersign: ${error.message}${error.code === 'internal' ? '' : ` ${error.fix}`}`);
	process.exitCode = isUnread ? 0 : 2;
}

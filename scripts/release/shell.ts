import { spawnSync } from 'node:child_process';

export interface Answer {
	readonly ok: boolean;
	readonly stdout: string;
	/** What the command printed, for a message about its failure. */
	readonly printed: string;
}

/** Runs a command and waits for it. Standard input is empty, so no command can ask. */
export function tryRun(argv: readonly string[], cwd: string): Answer {
	const [program = '', ...args] = argv;
	const { status, stdout, stderr, error } = spawnSync(program, args, {
		...{ cwd, input: '', encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
		env: ownEnvironment(),
	});
	const printed = [stdout, stderr, error?.message].filter(Boolean).join('\n').trim();
	return { ok: status === 0, stdout: stdout?.trimEnd() ?? '', printed };
}

/** Runs a command and returns what it printed. @throws ReleaseError if it fails. */
export function run(argv: readonly string[], cwd: string): string {
	const { ok, stdout, printed } = tryRun(argv, cwd);
	if (ok) return stdout;
	throw new ReleaseError(`\`${argv.join(' ')}\` failed:\n${printed.split('\n').slice(-20).join('\n')}`);
}

/** Something that a maintainer must change before a release. */
export class ReleaseError extends Error {}

/** npm tells its scripts about the package that started them. A command in another folder must not see this. */
function ownEnvironment(): NodeJS.ProcessEnv {
	const foreign = /^(npm_(package|lifecycle|command|execpath|node_execpath|config_local_prefix)|INIT_CWD$)/;
	return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

import { runChild } from './child.ts';
import { openShadow } from './shadow-repository.ts';
import { systemPath } from './system-mounts.ts';

/** Additional input of a git command. */
export interface GitInput {
	/** Standard input. */
	readonly input?: string | Uint8Array;
	/** Names of commits or trees that others chose. Git never reads them as options. */
	readonly revisions?: readonly string[];
	/** Literal paths that others chose. Git never reads them as options or patterns. */
	readonly paths?: readonly string[];
	readonly wallSeconds?: number;
	/** Aborting this signal kills the command. */
	readonly interruption?: AbortSignal;
}

/** The result of a git command. A failure is returned, not thrown. `message` is the first line of git's error output. */
export type GitResult =
	| { readonly ok: true; readonly stdout: Buffer; readonly warnings: string }
	| { readonly ok: false; readonly exitCode: number | null; readonly message: string; readonly stdout: Buffer };

/** Runs one git command in an opened repository. `args` are the command and its options, and only our code chooses them. */
export type Git = (args: readonly string[], given?: GitInput) => Promise<GitResult>;

const config = {
	'core.hooksPath': '/dev/null',
	'core.fsmonitor': 'false',
	'core.pager': 'cat',
	'core.editor': 'false',
	'core.sshCommand': 'false',
	'core.askPass': 'false',
	'core.attributesFile': '/dev/null',
	'core.excludesFile': '/dev/null',
	'core.quotePath': 'false',
	'core.untrackedCache': 'false',
	'credential.helper': '',
	'diff.ignoreSubmodules': 'all',
	'gc.auto': '0',
	'maintenance.auto': 'false',
	'protocol.allow': 'never',
	'protocol.ext.allow': 'never',
	'safe.directory': '*',
	'submodule.recurse': 'false',
};
const configFlags = Object.entries(config).flatMap(([key, value]) => ['-c', `${key}=${value}`]);

const cleanEnvironment = {
	PATH: systemPath,
	HOME: '/nonexistent',
	XDG_CONFIG_HOME: '/nonexistent',
	LANG: 'C.UTF-8',
	TZ: 'UTC',
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_CONFIG_GLOBAL: '/dev/null',
	GIT_ATTR_NOSYSTEM: '1',
	GIT_NO_LAZY_FETCH: '1',
	GIT_NO_REPLACE_OBJECTS: '1',
	GIT_LITERAL_PATHSPECS: '1',
	GIT_OPTIONAL_LOCKS: '0',
	GIT_TERMINAL_PROMPT: '0',
};
const showsText = ['diff', 'log', 'show'];
const mostBytes = 1_073_741_824;

/**
 * Runs one git command on the checkout at `cwd` (its top directory). Git never reads the repository's own configuration. It works on a
 * private git directory that uses only the objects and refs of the real one. So no hook, filter, monitor, pager, alias or helper can run.
 */
export function git(args: readonly string[], given: GitInput & { readonly cwd: string }): Promise<GitResult> {
	return withRepository(given.cwd, (run) => run(args, given));
}

/**
 * Like {@link git}, for several commands that share one private index. With `work: 'none'`, git sees an empty work tree, so the result
 * depends only on commits. Files that git writes into it are deleted.
 */
export async function withRepository<T>(
	cwd: string,
	use: (git: Git, workTree: string) => Promise<T>,
	work: 'checkout' | 'none' = 'checkout',
): Promise<T> {
	const shadow = openShadow(cwd, work);
	try {
		const { gitDir, workTree } = shadow;
		const place = { gitDir, cwd: workTree, env: { GIT_WORK_TREE: workTree } };
		return await use((args, given = {}) => runGit(args, given, place), workTree);
	} finally {
		shadow.close();
	}
}

/** The directories and variables with which a git command runs. */
export interface GitPlace {
	readonly gitDir: string;
	readonly cwd: string;
	/** Variables that are added to the clean environment, or replace its variables. */
	readonly env: Readonly<Record<string, string>>;
}

/** Runs one git command. Nothing that git reads can make it start a program. */
export async function runGit(
	args: readonly string[],
	given: GitInput,
	{ gitDir, cwd, env }: GitPlace,
): Promise<GitResult> {
	const refused = given.revisions?.find((revision) => revision.startsWith('-'));
	if (refused !== undefined) return failure(null, `not a revision: ${refused}`, Buffer.alloc(0));
	const stdout: Buffer[] = [];
	const stderr: Buffer[] = [];
	let bytes = 0;
	const { interruption } = given;
	const end = await runChild({
		program: 'git',
		args: [...configFlags, ...commandLine(args, given)],
		env: { ...cleanEnvironment, ...env, GIT_DIR: gitDir },
		cwd,
		wallMs: (given.wallSeconds ?? 120) * 1000,
		...(interruption === undefined ? {} : { watch: () => (interruption.aborted ? 'interrupted' : undefined) }),
		...(given.input === undefined ? {} : { input: given.input }),
		onStdout: (chunk) => {
			bytes += chunk.length;
			if (bytes <= mostBytes) stdout.push(chunk);
		},
		onStderr: (chunk) => stderr.push(chunk),
	});
	const all = Buffer.concat(stdout);
	if (bytes > mostBytes) return failure(null, 'git answered with more than 1 GiB', all);
	if (end.stoppedFor !== undefined) return failure(null, 'git was interrupted', all);
	if (end.timedOut) return failure(null, 'git took too long', all);
	const said = Buffer.concat(stderr).toString();
	if (end.exitCode === 0) return { ok: true, stdout: all, warnings: said };
	return failure(end.exitCode, said.split('\n')[0] ?? '', all);
}

function failure(exitCode: number | null, message: string, stdout: Buffer): GitResult {
	return { ok: false, exitCode, message, stdout };
}

function commandLine(args: readonly string[], given: GitInput): readonly string[] {
	const [command = '', ...options] = args;
	return [
		command,
		...(showsText.includes(command) ? ['--no-ext-diff', '--no-textconv'] : []),
		...options,
		...(given.revisions === undefined ? [] : ['--end-of-options', ...given.revisions]),
		...(given.paths === undefined ? [] : ['--', ...given.paths]),
	];
}

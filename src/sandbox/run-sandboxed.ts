import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { type Captured, newCapture } from './capture.ts';
import { type ChildEnd, runChild } from './child.ts';
import { explainRefusal } from './explain-refusal.ts';
import { gitMounts } from './git-mounts.ts';
import { type Mount, renderMounts } from './mount.ts';
import { findProgram, holds, isTooWide, sandboxHome, sandboxPath, systemMounts, systemPath } from './system-mounts.ts';

/** What a command may use up. */
export interface SandboxLimits {
	readonly wallSeconds: number;
	/** Of the output, this much of its beginning and of its end is kept. */
	readonly headBytes: number;
	readonly tailBytes: number;
	/** Processes and threads. Not enforced by the kernel where the parent is root. */
	readonly processes: number;
	readonly openFiles: number;
	/** The largest file it may write. */
	readonly fileBytes: number;
	/** The size of each of its private directories: /tmp, home, /dev/shm. */
	readonly scratchBytes: number;
}

/** Limits that a test suite fits into. */
export const defaultLimits: SandboxLimits = {
	wallSeconds: 120,
	headBytes: 65_536,
	tailBytes: 65_536,
	processes: 4_096,
	openFiles: 8_192,
	fileBytes: 1_073_741_824,
	scratchBytes: 1_073_741_824,
};

interface SandboxSurroundings {
	/** The only directory that can be written; seen at its own path. */
	readonly workspace: string;
	/** Where the command starts, relative to the workspace or absolute inside it. */
	readonly cwd?: string;
	readonly limits?: Partial<SandboxLimits>;
	/** More directories to see, read-only, whose programs come first on the path. */
	readonly toolchain?: readonly string[];
	/** Keeps stderr apart from stdout; without it both are in `output` in the order in which they were written. */
	readonly apart?: boolean;
}

/** A command line for a shell, or a program with its arguments. */
export type SandboxRequest = SandboxSurroundings & ({ readonly script: string } | { readonly argv: readonly string[] });

export interface SandboxResult {
	/** 128 + the signal's number where a signal ended the command; null when its time was over. */
	readonly exitCode: number | null;
	readonly timedOut: boolean;
	readonly durationMs: number;
	readonly output: Captured;
	readonly errors: Captured;
}

/**
 * Runs a command in bubblewrap: it sees the system read-only, the workspace, and nothing else; no network, no credential, no
 * environment of ours. When its time is over everything it started dies with it.
 * @throws CountersignError `sandbox-unavailable`: there is no way to run a command without the sandbox.
 */
export async function runSandboxed(request: SandboxRequest): Promise<SandboxResult> {
	const limits = { ...defaultLimits, ...request.limits };
	const workspace = requireWorkspace(request.workspace);
	const output = newCapture(limits.headBytes, limits.tailBytes);
	const errors = newCapture(limits.headBytes, limits.tailBytes);
	const { args, feeds } = bubblewrapArguments(request, limits, workspace);
	const end = await startBubblewrap({
		program: 'bwrap',
		args,
		feeds,
		// /proc/1/environ of the sandbox is this: nothing of ours.
		env: { PATH: systemPath },
		cwd: '/',
		realPipes: true,
		wallMs: limits.wallSeconds * 1000,
		onStdout: output.add,
		onStderr: errors.add,
	});
	const exitCode = /"exit-code": (\d+)/.exec(end.status)?.[1];
	const result = { timedOut: end.timedOut, durationMs: end.durationMs, output: output.done(), errors: errors.done() };
	if (end.timedOut) return { ...result, exitCode: null };
	if (exitCode === undefined) throw unavailable(result.errors.head);
	return { ...result, exitCode: Number(exitCode) };
}

async function startBubblewrap(request: Parameters<typeof runChild>[0]): Promise<ChildEnd> {
	try {
		return await runChild(request);
	} catch (cause) {
		throw unavailable(cause instanceof Error ? cause.message : String(cause), cause);
	}
}

function unavailable(said: string, cause?: unknown): CountersignError {
	const { why, fix } = explainRefusal(said.trim() || 'bubblewrap ended without saying why');
	return new CountersignError({
		code: 'sandbox-unavailable',
		message: `No command can be sandboxed: ${why}.`,
		fix,
		cause,
	});
}

function requireWorkspace(path: string): string {
	const real = realpathSync(path);
	if (!isTooWide(real) && real !== '/tmp') return real;
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: 'The workspace is a home or system directory; every command could read and change all of it.',
		fix: 'Start in the checkout of a repository.',
	});
}

function bubblewrapArguments(request: SandboxRequest, limits: SandboxLimits, workspace: string) {
	const toolchain = request.toolchain ?? [];
	const mounts: readonly Mount[] = [
		...systemMounts(toolchain, limits.scratchBytes),
		{ kind: 'read-write', source: workspace, target: workspace },
		...gitMounts(workspace),
		{ kind: 'seal', target: '/' },
	];
	const cwd = resolve(workspace, request.cwd ?? '.');
	if (!holds(workspace, cwd)) throw new RangeError('the working directory lies outside the workspace');
	const { args, feeds } = renderMounts(mounts);
	const all = [...isolation, ...environment(toolchain), ...args, '--chdir', cwd, '--', ...limited(request, limits)];
	return { args: all, feeds };
}

const isolation = [
	'--unshare-all',
	'--unshare-user',
	'--disable-userns',
	'--uid',
	'1000',
	'--gid',
	'1000',
	'--hostname',
	'sandbox',
	'--die-with-parent',
	'--new-session',
	'--json-status-fd',
	'3',
	'--clearenv',
];

function environment(toolchain: readonly string[]): readonly string[] {
	const values = {
		PATH: sandboxPath(toolchain),
		HOME: sandboxHome,
		USER: 'agent',
		LANG: 'C.UTF-8',
		TERM: 'dumb',
		CI: 'true',
		TMPDIR: '/tmp',
		PAGER: 'cat',
		GIT_PAGER: 'cat',
		GIT_OPTIONAL_LOCKS: '0',
		GIT_TERMINAL_PROMPT: '0',
		// In a container the checkout may belong to another user than the one we are.
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'safe.directory',
		GIT_CONFIG_VALUE_0: '*',
	};
	return Object.entries(values).flatMap(([name, value]) => ['--setenv', name, value]);
}

/**
 * The shell that drops inherited descriptors, sets the limits and then becomes the command. A limit that it does not know stays as
 * the system has it.
 */
function limited(request: SandboxRequest, limits: SandboxLimits): readonly string[] {
	const bash = findProgram('bash');
	// Only bash can name a descriptor of two digits.
	const descriptors = bash === undefined ? '[3-9]' : '*';
	const launcher = [
		`for f in /proc/self/fd/${descriptors}; do n=\${f##*/}; [ "$n" -gt 2 ] 2>/dev/null && eval "exec $n>&-"; done`,
		'ulimit -c 0',
		`ulimit -n ${limits.openFiles} 2>/dev/null`,
		`ulimit -f ${Math.ceil(limits.fileBytes / 1024)} 2>/dev/null`,
		`{ ulimit -u ${limits.processes} || ulimit -p ${limits.processes}; } 2>/dev/null`,
		`exec "$@"${request.apart === true ? '' : ' 2>&1'}`,
	].join('; ');
	const shell = bash ?? '/bin/sh';
	const argv = 'argv' in request ? request.argv : [shell, '-c', request.script];
	return [shell, '-c', launcher, 'sh', ...argv];
}

import { realpathSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { resolve } from 'node:path';
import { CountersignError, noToolchain, type SandboxLimits, type Toolchain } from '../core/index.ts';
import { type Captured, newCapture } from './capture.ts';
import { type ChildEnd, type ChildRequest, runChild } from './child.ts';
import { rememberDevices, restoreDevices } from './device-modes.ts';
import { explainRefusal, type Refusal } from './explain-refusal.ts';
import { gitMounts } from './git-mounts.ts';
import { hiddenMounts } from './hidden-mounts.ts';
import { type Exceeded, firstExceeded, type Headroom, limitsOf } from './limits.ts';
import { firstFeed, type Mount, renderMounts } from './mount.ts';
import type { Network } from './network/proxy-gate.ts';
import { insideParts, type Missed, missedNothing, openWayOut, type WayOut } from './network/way-out.ts';
import { pinMounts } from './pin-mounts.ts';
import { inCage, openProcessCage } from './process-cage.ts';
import { sealedMounts } from './sealed-mounts.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { selfCheck } from './self-check.ts';
import { findProgram, holds, isTooWide, runnerHomes, sandboxPath, systemMounts, systemPath } from './system-mounts.ts';
import { cacheMounts } from './toolchain/caches.ts';
import { packageVariables, sandboxHome } from './toolchain/package-variables.ts';
import { hasMoreThan, readTree } from './tree-use.ts';

interface SandboxSurroundings {
	/** The only writable directory. It has the same path inside. */
	readonly workspace: string;
	/** True if the workspace is read-only, too. */
	readonly readOnly?: boolean;
	/** Directories of ours that the command sees read-only, at other paths. */
	readonly shown?: readonly { readonly source: string; readonly target: string }[];
	/** The folder where the command starts. It is relative to the workspace, or absolute inside the workspace or a `shown` directory. */
	readonly cwd?: string;
	/** Variables in addition to those that every command has. */
	readonly env?: Readonly<Record<string, string>>;
	/** The standard input. Empty if left out. */
	readonly input?: string;
	readonly limits?: Partial<SandboxLimits>;
	/** The job's own programs, which come first on the path. If left out, only the system's programs. */
	readonly toolchain?: Toolchain;
	/** The folder with the caches of package managers, which appear in the home. If left out, there are none. */
	readonly caches?: string;
	/** Files of the workspace, relative to it, that look empty and are read-only. */
	readonly hidden?: readonly string[];
	/** Folders of submodules that are not checked out, relative to the workspace. They are read-only. */
	readonly sealed?: readonly string[];
	/** Keeps stderr separate from stdout. Without it, `output` contains both in the order in which they were written. */
	readonly apart?: boolean;
	/** What the command may reach. If left out or empty, there is no network. */
	readonly network?: Network;
	/** When this is aborted, the command and everything that it started are stopped. */
	readonly interruption?: AbortSignal;
}

/** A command line for a shell, or a program with its arguments. */
export type SandboxRequest = SandboxSurroundings & ({ readonly script: string } | { readonly argv: readonly string[] });

export interface SandboxResult extends Missed {
	/** The exit code. It is 128 + the signal's number if a signal ended the command, and null if a limit stopped it. */
	readonly exitCode: number | null;
	readonly timedOut: boolean;
	/** The limit that stopped the command. Undefined if the command ended by itself. */
	readonly exceeded?: Exceeded;
	/** The limits of this command. */
	readonly limits: SandboxLimits;
	readonly durationMs: number;
	readonly output: Captured;
	readonly errors: Captured;
	/** The protection that is open. The command checked this at its start, and then did not run. */
	readonly open?: string;
}

/**
 * Runs a command in bubblewrap. The command sees the system read-only and the workspace, and nothing else. It gets no credential and no
 * environment of ours. It reaches only the hosts and services of the request, and only until the call ends. When its time is over,
 * everything that it started dies.
 * @throws CountersignError `sandbox-unavailable`, because a command never runs without the sandbox.
 */
export async function runSandboxed(request: SandboxRequest): Promise<SandboxResult> {
	const result = await trySandboxed(request);
	if (!('refusal' in result)) return result;
	const { why, fix } = result.refusal;
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: `No command can be sandboxed: ${why}.`,
		fix,
		cause: result.cause,
	});
}

/** The sandbox did not start, so nothing ran. */
export interface NotStarted {
	readonly refusal: Refusal;
	readonly cause?: unknown;
}

/** Like {@link runSandboxed}, but returns a value if the sandbox does not start. */
export async function trySandboxed(request: SandboxRequest): Promise<SandboxResult | NotStarted> {
	const wayOut = request.network === undefined ? undefined : await openWayOut(request.network);
	try {
		return await runInside(request, wayOut);
	} finally {
		await wayOut?.close();
	}
}

async function runInside(request: SandboxRequest, wayOut?: WayOut): Promise<SandboxResult | NotStarted> {
	const limits = limitsOf(request.limits);
	const workspace = requireWorkspace(request.workspace);
	const output = newCapture(limits.headBytes, limits.tailBytes);
	const errors = newCapture(limits.headBytes, limits.tailBytes);
	const { check, args, feeds } = bubblewrapArguments({ request, limits, workspace, wayOut });
	const cage = openProcessCage(limits.processes);
	const end = await startBubblewrap({
		...inCage(cage, 'bwrap', args),
		feeds,
		// This becomes /proc/1/environ of the sandbox, so it contains nothing of ours.
		env: { PATH: systemPath },
		cwd: '/',
		realPipes: true,
		...(request.input === undefined ? {} : { input: request.input }),
		wallMs: limits.wallSeconds * 1000,
		watch: unlessInterrupted(request.interruption, watchOver([workspace, request.caches ?? workspace], limits)),
		onStdout: output.add,
		onStderr: errors.add,
	});
	cage?.close();
	restoreDevices();
	if ('refusal' in end) return end;
	const exitCode = /"exit-code": (\d+)/.exec(end.status)?.[1];
	const { timedOut, durationMs } = end;
	const captured = { output: output.done(), errors: errors.done() };
	const open = check.openIn(captured.output.head.toString());
	const found = { ...captured, ...(wayOut?.missed() ?? missedNothing), ...(open === undefined ? {} : { open }) };
	const result = { timedOut, durationMs, limits, ...found };
	const exceeded = timedOut ? 'wallSeconds' : end.stoppedFor;
	if (exceeded !== undefined) return { ...result, exitCode: null, exceeded };
	if (exitCode === undefined) return notStarted(result.errors.head);
	return { ...result, exitCode: Number(exitCode) };
}

/** Checks a process tree, and returns the limit that it exceeds. */
type Watch = (pid: number) => Exceeded | undefined;

/**
 * Returns a watch over a process tree and over each folder that it can fill. The kernel does not limit a user's memory, and does not limit
 * root's processes. The watch runs outside, so no process in the tree can hide from it or stop it.
 */
export function watchOver(folders: readonly string[], limits: SandboxLimits): Watch {
	const headroom = (folder: string): Headroom => {
		const { bavail, bsize } = statfsSync(folder);
		return { memory: freemem(), disk: bavail * bsize };
	};
	const begun = [...new Set(folders)].map((folder) => ({ folder, before: headroom(folder) }));
	rememberDevices();
	return (pid) => {
		restoreDevices();
		if (hasMoreThan(limits.processes, pid)) return 'processes';
		const use = readTree(pid);
		for (const { folder, before } of begun) {
			const exceeded = firstExceeded(use, limits, headroom(folder), before);
			if (exceeded !== undefined) return exceeded;
		}
		return undefined;
	};
}

/**
 * A watch that also stops when the job is interrupted. A runner kills a cancelled job after ten seconds. If the command stops earlier, the
 * result can still be recorded.
 */
function unlessInterrupted(interruption: AbortSignal | undefined, watch: Watch): Watch {
	return (pid) => (interruption?.aborted === true ? 'interrupted' : watch(pid));
}

async function startBubblewrap<R extends string>(request: ChildRequest<R>): Promise<ChildEnd<R> | NotStarted> {
	try {
		return await runChild(request);
	} catch (cause) {
		return notStarted(cause instanceof Error ? cause.message : String(cause), cause);
	}
}

/** Makes a `NotStarted` from the message of the sandbox. */
export function notStarted(said: string, cause?: unknown): NotStarted {
	return { refusal: explainRefusal(said.trim() || 'bubblewrap ended without saying why'), cause };
}

/** The real path of a workspace. @throws CountersignError `sandbox-unavailable` if every command could change a home or the system. */
export function requireWorkspace(path: string): string {
	const real = realpathSync(path);
	if (!isTooWide(real) && real !== '/tmp') return real;
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: 'The workspace is a home or system directory; every command could read and change all of it.',
		fix: 'Start in the checkout of a repository.',
	});
}

export interface Inside {
	readonly request: SandboxRequest;
	readonly limits: SandboxLimits;
	readonly workspace: string;
	readonly wayOut?: WayOut | undefined;
}

/** Bubblewrap's arguments for a request, and what bubblewrap reads from descriptors. */
export function bubblewrapArguments({ request, limits, workspace, wayOut }: Inside) {
	const { toolchain = noToolchain, shown = [] } = request;
	const hidden = runnerHomes();
	const way = insideParts(wayOut);
	const kind = request.readOnly === true ? 'read-only' : 'read-write';
	const workspaceMount = { kind, source: workspace, target: workspace } as const;
	const covers: readonly Mount[] = [
		...hiddenMounts(request.hidden ?? [], workspace),
		...sealedMounts(request.sealed ?? [], workspace),
		...gitMounts(workspace),
	];
	const mounts: readonly Mount[] = [
		...systemMounts(toolchain, limits.scratchBytes, hidden),
		...cacheMounts(request.caches, [...toolchain.mounts, workspace]),
		workspaceMount,
		...pinMounts(covers, workspaceMount),
		...covers,
		...shown.map((place): Mount => ({ kind: 'read-only', ...place })),
		// This must come last, because the workspace may be below such a folder.
		...hidden.map((target): Mount => ({ kind: 'seal', target })),
		...way.mounts,
		{ kind: 'seal', target: '/' },
	];
	const cwd = resolve(workspace, request.cwd ?? '.');
	if (![workspace, ...shown.map(({ target }) => target)].some((dir) => holds(dir, cwd)))
		throw new RangeError('the working directory lies outside the workspace');
	const { args: mounting, feeds } = renderMounts(mounts);
	const filter = ['--seccomp', String(firstFeed + feeds.length)];
	const common = commandVariables(toolchain, wayOut?.hasProxy === true);
	const variables = settings({ ...common, ...request.env, ...way.variables });
	const own = [...isolation, ...filter, ...variables, ...mounting, '--chdir', cwd];
	const check = selfCheck(mounts);
	const before = [check.script, ...way.before];
	const args = [...own, '--', ...limited(request, limits, before)];
	return { args, feeds: [...feeds, { text: seccompFilter() }], check };
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

/** The variables that every command has. */
export function commandVariables(toolchain: Toolchain, isOnline: boolean): Readonly<Record<string, string>> {
	return {
		...toolchain.variables,
		...packageVariables(toolchain.variables, { isOnline }),
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
		// In a container, the checkout may belong to another user than the current one.
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'safe.directory',
		GIT_CONFIG_VALUE_0: '*',
	};
}

function settings(values: Readonly<Record<string, string>>): readonly string[] {
	return Object.entries(values).flatMap(([name, value]) => ['--setenv', name, value]);
}

/**
 * The shell script that closes inherited descriptors and sets the limits. Then it runs the script itself, or is replaced by the program. If
 * the system does not allow a limit to be set, the limit there is already stricter.
 */
function limited(request: SandboxRequest, limits: SandboxLimits, before: readonly string[]): readonly string[] {
	const bash = findProgram('bash');
	const shell = bash ?? '/bin/sh';
	const together = request.apart === true ? '' : ' 2>&1';
	// Output is silenced by closing it. If /dev/null is not writable, the shell would skip a command that redirects there.
	const launcher = [
		// Only bash can use a descriptor with two digits.
		`for f in /proc/self/fd/${bash === undefined ? '[3-9]' : '*'}; do n=\${f##*/}; [ "$n" -gt 2 ] 2>&- && eval "exec $n>&-"; done`,
		...before,
		'ulimit -c 0',
		`ulimit -n ${limits.openFiles} 2>&-`,
		`ulimit -f ${Math.ceil(limits.fileBytes / 1024)} 2>&-`,
		`{ ulimit -u ${limits.processes} || ulimit -p ${limits.processes}; } 2>&-`,
		`{ ulimit -S -t ${limits.cpuSeconds} && ulimit -H -t ${limits.cpuSeconds + 1}; } 2>&-`,
		// This saves one shell. The lines above have run in any case, whatever the script contains.
		'argv' in request ? `exec "$@"${together}` : `${together === '' ? '' : 'exec 2>&1; '}eval "shift; unset f n; $1"`,
	].join('; ');
	return [shell, '-c', launcher, shell, ...('argv' in request ? request.argv : [request.script])];
}

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
	/** The only directory that can be written; seen at its own path. */
	readonly workspace: string;
	/** Whether not even that can be written. */
	readonly readOnly?: boolean;
	/** Directories of ours to see, read-only, at places of their own. */
	readonly shown?: readonly { readonly source: string; readonly target: string }[];
	/** Where the command starts: relative to the workspace, or absolute inside it or inside what is shown. */
	readonly cwd?: string;
	/** Variables beside those that every command has. */
	readonly env?: Readonly<Record<string, string>>;
	/** What it reads from standard input; nothing when left out. */
	readonly input?: string;
	readonly limits?: Partial<SandboxLimits>;
	/** The job's own programs, which come first on the path; only the system's when left out. */
	readonly toolchain?: Toolchain;
	/** The folder of the caches that package managers find in the home; without it there are none. */
	readonly caches?: string;
	/** Files of the workspace, relative to it, that read as empty and cannot be written. */
	readonly hidden?: readonly string[];
	/** Folders of submodules that nobody checked out, relative to the workspace: nothing can be written into them. */
	readonly sealed?: readonly string[];
	/** Keeps stderr apart from stdout; without it both are in `output` in the order in which they were written. */
	readonly apart?: boolean;
	/** What it may reach; without it, or with nothing in it, there is no way out at all. */
	readonly network?: Network;
	/** When it is aborted, the command is stopped with everything that it started. */
	readonly interruption?: AbortSignal;
}

/** A command line for a shell, or a program with its arguments. */
export type SandboxRequest = SandboxSurroundings & ({ readonly script: string } | { readonly argv: readonly string[] });

export interface SandboxResult extends Missed {
	/** 128 + the signal's number where a signal ended the command; null when a limit stopped it. */
	readonly exitCode: number | null;
	readonly timedOut: boolean;
	/** The limit for which everything was stopped; undefined when the command ended by itself. */
	readonly exceeded?: Exceeded;
	/** The limits that it ran under. */
	readonly limits: SandboxLimits;
	readonly durationMs: number;
	readonly output: Captured;
	readonly errors: Captured;
	/** What of the walls stands open. The command found it before it began, and did not begin. */
	readonly open?: string;
}

/**
 * Runs a command in bubblewrap: it sees the system read-only, the workspace, and nothing else; no credential, no environment of ours, and
 * of the network only the hosts and services of the request, by ways that end with the call. When its time is over everything it started dies
 * with it.
 * @throws CountersignError `sandbox-unavailable`: there is no way to run a command without the sandbox.
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

/** The sandbox did not start: nothing was run. */
export interface NotStarted {
	readonly refusal: Refusal;
	readonly cause?: unknown;
}

/** As {@link runSandboxed}, with a sandbox that does not start as a value. */
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
		// /proc/1/environ of the sandbox is this: nothing of ours.
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

/** Looks at a process tree; answers why it must be stopped. */
type Watch = (pid: number) => Exceeded | undefined;

/**
 * The kernel counts no user's memory, and not the processes of root: the tree is looked at from outside, where nothing in it can
 * hide or stop the look. So is the disk of each folder that it can fill.
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

/** A runner kills a cancelled job after ten seconds: what is stopped before that can still be recorded. */
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

/** The sandbox's refusal, from what was said. */
export function notStarted(said: string, cause?: unknown): NotStarted {
	return { refusal: explainRefusal(said.trim() || 'bubblewrap ended without saying why'), cause };
}

/** The real path of a workspace. @throws CountersignError `sandbox-unavailable` when every command could change a home or the system. */
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

/** Bubblewrap's arguments for a request, and what it reads from descriptors. */
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
		// Only now: the workspace may lie below.
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
		// In a container the checkout may belong to another user than the one we are.
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'safe.directory',
		GIT_CONFIG_VALUE_0: '*',
	};
}

function settings(values: Readonly<Record<string, string>>): readonly string[] {
	return Object.entries(values).flatMap(([name, value]) => ['--setenv', name, value]);
}

/**
 * The shell that drops inherited descriptors, sets the limits and then runs the script itself, or becomes the program. A limit that the
 * system does not let us set is stricter there already.
 */
function limited(request: SandboxRequest, limits: SandboxLimits, before: readonly string[]): readonly string[] {
	const bash = findProgram('bash');
	const shell = bash ?? '/bin/sh';
	const together = request.apart === true ? '' : ' 2>&1';
	// Silenced by closing: where /dev/null may not be written, the shell would leave out what it stands behind.
	const launcher = [
		// Only bash can name a descriptor of two digits.
		`for f in /proc/self/fd/${bash === undefined ? '[3-9]' : '*'}; do n=\${f##*/}; [ "$n" -gt 2 ] 2>&- && eval "exec $n>&-"; done`,
		...before,
		'ulimit -c 0',
		`ulimit -n ${limits.openFiles} 2>&-`,
		`ulimit -f ${Math.ceil(limits.fileBytes / 1024)} 2>&-`,
		`{ ulimit -u ${limits.processes} || ulimit -p ${limits.processes}; } 2>&-`,
		`{ ulimit -S -t ${limits.cpuSeconds} && ulimit -H -t ${limits.cpuSeconds + 1}; } 2>&-`,
		// One shell less to start. Whatever the script says, the lines above it have been run.
		'argv' in request ? `exec "$@"${together}` : `${together === '' ? '' : 'exec 2>&1; '}eval "shift; unset f n; $1"`,
	].join('; ');
	return [shell, '-c', launcher, shell, ...('argv' in request ? request.argv : [request.script])];
}

import { realpathSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { CountersignError, type SandboxLimits } from '../core/index.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { type Captured, newCapture } from './capture.ts';
import { type ChildEnd, runChild } from './child.ts';
import { rememberDevices, restoreDevices } from './device-modes.ts';
import { explainRefusal, type Refusal } from './explain-refusal.ts';
import { type Exceeded, firstExceeded, type Headroom, limitsOf } from './limits.ts';
import { type Missed, missedNothing, openWayOut } from './network/way-out.ts';
import { inCage, openProcessCage } from './process-cage.ts';
import type { SandboxRequest } from './sandbox-request.ts';
import { isTooWide, systemPath } from './system-mounts.ts';
import { hasMoreThan, readTree } from './tree-use.ts';

export interface SandboxResult extends Missed {
	/** The exit code: 128 + the signal's number if a signal ended the command, and null if a limit stopped it. */
	readonly exitCode: number | null;
	readonly timedOut: boolean;
	/** The limit that stopped the command. Undefined if the command ended by itself. */
	readonly exceeded?: Exceeded;
	/** The limits of this command. */
	readonly limits: SandboxLimits;
	readonly durationMs: number;
	readonly output: Captured;
	readonly errors: Captured;
	/**
	 * The protection that was missing when the sandbox was checked, directly before the command. The command did not run. Undefined if the
	 * check passed.
	 */
	readonly open?: string;
}

/**
 * Runs a command in bubblewrap. The command sees only the read-only system and the workspace. It gets no credential and no environment
 * variables of the job. It reaches only the hosts and services of the request, and only until the call ends. When the time is over, the
 * command and everything that it started are stopped. @throws CountersignError `sandbox-unavailable`, because a command never runs without
 * the sandbox.
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

/** Like {@link runSandboxed}, but returns a `NotStarted` instead of throwing if the sandbox does not start. */
export async function trySandboxed(request: SandboxRequest): Promise<SandboxResult | NotStarted> {
	const wayOut = request.network === undefined ? undefined : await openWayOut(request.network);
	try {
		const limits = limitsOf(request.limits);
		const workspace = requireWorkspace(request.workspace);
		const output = newCapture(limits.headBytes, limits.tailBytes);
		const errors = newCapture(limits.headBytes, limits.tailBytes);
		const { check, args, feeds } = bubblewrapArguments({ request, limits, workspace, wayOut });
		const cage = openProcessCage(limits.processes);
		const end = await runChild({
			...inCage(cage, 'bwrap', args),
			feeds,
			// Commands can read this in /proc/1/environ of the sandbox, so it must contain no variable of the job.
			env: { PATH: systemPath },
			cwd: '/',
			realPipes: true,
			...(request.input === undefined ? {} : { input: request.input }),
			wallMs: limits.wallSeconds * 1000,
			watch: unlessInterrupted(request.interruption, watchOver([workspace, request.caches ?? workspace], limits)),
			onStdout: output.add,
			onStderr: errors.add,
		}).catch((cause: unknown) => notStarted(cause instanceof Error ? cause.message : String(cause), cause));
		cage?.close();
		restoreDevices();
		if ('refusal' in end) return end;
		const captured = { output: output.done(), errors: errors.done() };
		const open = check.openIn(captured.output.head.toString());
		const found = { ...captured, ...(wayOut?.missed() ?? missedNothing), ...(open === undefined ? {} : { open }) };
		return withExit(end, { limits, durationMs: end.durationMs, ...found });
	} finally {
		await wayOut?.close();
	}
}

function withExit(
	{ status, timedOut, stoppedFor }: ChildEnd<Exceeded>,
	result: Omit<SandboxResult, 'exitCode' | 'timedOut' | 'exceeded'>,
): SandboxResult | NotStarted {
	const exceeded = timedOut ? 'wallSeconds' : stoppedFor;
	if (exceeded !== undefined) return { ...result, timedOut, exitCode: null, exceeded };
	const exitCode = /"exit-code": (\d+)/.exec(status)?.[1];
	return exitCode === undefined ? notStarted(result.errors.head) : { ...result, timedOut, exitCode: Number(exitCode) };
}

/** Checks a process tree, and returns the limit that the tree exceeds, if any. */
type Watch = (pid: number) => Exceeded | undefined;

/**
 * Returns a watch of a process tree and of each folder that the tree can fill. It is necessary because the kernel limits neither a user's
 * memory nor root's processes. The watch runs outside of the sandbox, so no process in the tree can hide from it or stop it.
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
 * Returns a watch that also ends the command when the job is interrupted. A runner kills a cancelled job after ten seconds. If the command
 * stops earlier, the job can still record the result.
 */
function unlessInterrupted(interruption: AbortSignal | undefined, watch: Watch): Watch {
	return (pid) => (interruption?.aborted === true ? 'interrupted' : watch(pid));
}

/** Returns a `NotStarted` with the explanation of a message from the sandbox. */
export function notStarted(said: string, cause?: unknown): NotStarted {
	return { refusal: explainRefusal(said.trim() || 'bubblewrap ended without saying why'), cause };
}

/**
 * Returns the real path of a workspace. @throws CountersignError `sandbox-unavailable` if every command could change a home or the system.
 */
export function requireWorkspace(path: string): string {
	const real = realpathSync(path);
	if (!isTooWide(real) && real !== '/tmp') return real;
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: 'The workspace is a home or system directory; every command could read and change all of it.',
		fix: 'Start in the checkout of a repository.',
	});
}

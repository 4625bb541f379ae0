import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { runChild, type Talking } from './child.ts';
import { restoreDevices } from './device-modes.ts';
import { type Exceeded, limitsOf } from './limits.ts';
import { inCage, openProcessCage } from './process-cage.ts';
import { requireWorkspace, watchOver } from './run-sandboxed.ts';
import type { SandboxRequest } from './sandbox-request.ts';
import { systemPath } from './system-mounts.ts';

/** Why a sandboxed process ended. */
export interface SandboxedEnd {
	/** The limit that stopped the process, if any. */
	readonly exceeded?: Exceeded;
	/** The end of the process's standard error output, or why the process could not be started. */
	readonly said: string;
}

/** A program in the sandbox with open standard input and output. */
export interface SandboxedProcess {
	/** Resolves when the program has taken the text, or has ended. */
	write(text: string): Promise<void>;
	/** Ends the program and everything that it started. */
	kill(): void;
	/** Resolves when all processes of the sandbox have ended. Never rejects. */
	readonly ended: Promise<SandboxedEnd>;
}

/**
 * A request without `input` and `apart`: the caller writes the input later, and `apart` is always set. `limits.wallSeconds` has no effect,
 * because the caller limits the time.
 */
export type StartRequest = Omit<Extract<SandboxRequest, { readonly argv: readonly string[] }>, 'input' | 'apart'>;

const saidBytes = 4_096;

/**
 * Starts a program in a separate sandbox, built like the sandbox of a command. The program ends with this process at the latest. @throws
 * CountersignError `sandbox-unavailable` if the workspace cannot be shown.
 */
export function startSandboxed(request: StartRequest, onStdout: (chunk: Buffer) => void): SandboxedProcess {
	const limits = limitsOf(request.limits);
	const workspace = requireWorkspace(request.workspace);
	const { promise: child, resolve: talk } = Promise.withResolvers<Talking>();
	let said = '';
	const { args, feeds } = bubblewrapArguments({ request: { ...request, apart: true }, limits, workspace });
	const cage = openProcessCage(limits.processes);
	const release = (): void => {
		cage?.close();
		restoreDevices();
	};
	const running = runChild<Exceeded>({
		...inCage(cage, 'bwrap', args),
		feeds,
		env: { PATH: systemPath },
		cwd: '/',
		realPipes: true,
		watch: watchOver([workspace, request.caches ?? workspace], limits),
		talk,
		onStdout,
		onStderr: (chunk) => {
			said = (said + chunk.toString()).slice(-saidBytes);
		},
	});
	const ended = running.finally(release).then(
		({ stoppedFor }) => ({ said, ...(stoppedFor === undefined ? {} : { exceeded: stoppedFor }) }),
		(error: unknown) => ({ said: error instanceof Error ? error.message : String(error) }),
	);
	return {
		write: async (text) => {
			const taken = child.then(({ stdin }) => new Promise<void>((resolve) => stdin.write(text, () => resolve())));
			await Promise.race([taken, ended]);
		},
		kill: () => void child.then(({ kill }) => kill()),
		ended,
	};
}

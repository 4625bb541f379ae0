import { runChild, type Talking } from './child.ts';
import { restoreDevices } from './device-modes.ts';
import { type Exceeded, limitsOf } from './limits.ts';
import { inCage, openProcessCage } from './process-cage.ts';
import { bubblewrapArguments, requireWorkspace, type SandboxRequest, watchOver } from './run-sandboxed.ts';
import { systemPath } from './system-mounts.ts';

/** Why a sandboxed process is not there any more. */
export interface SandboxedEnd {
	/** The limit for which it was stopped, if any. */
	readonly exceeded?: Exceeded;
	/** The last that it wrote to standard error, or why it could not be started. */
	readonly said: string;
}

/** A program in the sandbox that is talked to over its standard input and output. */
export interface SandboxedProcess {
	/** Resolves when it has taken the text; also when it is gone. */
	write(text: string): Promise<void>;
	/** Ends it with everything it started. */
	kill(): void;
	/** When nothing of it is left. Never rejects. */
	readonly ended: Promise<SandboxedEnd>;
}

/** Everything but what it is told at once: it has no time limit of its own either, whoever talks to it has. */
export type StartRequest = Omit<Extract<SandboxRequest, { readonly argv: readonly string[] }>, 'input' | 'apart'>;

const saidBytes = 4_096;

/**
 * Starts a program behind the same wall as every command. It dies with this process.
 * @throws CountersignError `sandbox-unavailable` when the workspace is none that can be shown.
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

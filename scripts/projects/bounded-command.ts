import { spawn } from 'node:child_process';

/** How a command ended. */
export interface Ended {
	/** Its exit code. Undefined if a signal or the time limit ended it. */
	readonly code: number | undefined;
	readonly isLate: boolean;
	readonly seconds: number;
	readonly out: string;
	readonly err: string;
}

/** A problem of a project before its tests could run. */
export class ProjectTrouble extends Error {
	override readonly name = 'ProjectTrouble';
}

/** The folder, the environment and the time limit of a command. */
export interface Bounds {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly seconds: number;
}

/**
 * Runs a program in a separate process group, without input. When it ends, or when its time is over, all processes of the group are ended.
 */
export function runBounded([program = '', ...args]: readonly string[], { cwd, env, seconds }: Bounds): Promise<Ended> {
	const started = performance.now();
	const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	const [out, err]: [Buffer[], Buffer[]] = [[], []];
	child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
	child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
	const endGroup = () => endAll(child.pid);
	// When this process ends, the group is ended, too.
	process.once('exit', endGroup);
	let isLate = false;
	const timer = setTimeout(() => {
		isLate = true;
		endGroup();
	}, seconds * 1000);
	// Processes that it left behind would keep its output open.
	child.once('exit', endGroup);
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => {
			clearTimeout(timer);
			process.removeListener('exit', endGroup);
			const took = (performance.now() - started) / 1000;
			resolve({ code: code ?? undefined, isLate, seconds: took, out: textOf(out), err: textOf(err) });
		});
	});
}

function endAll(pid: number | undefined): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

function textOf(chunks: readonly Buffer[]): string {
	return Buffer.concat(chunks).toString();
}

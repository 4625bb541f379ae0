import { runChild } from './child.ts';

export interface ProgramRequest {
	/** A script of ours for the Node that runs this. */
	readonly script: string;
	readonly nodeFlags?: readonly string[];
	/** All of it: nothing of ours passes besides. */
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly wallMinutes: number;
	/** Asks it to end; it is killed when its time is over. */
	readonly interruption: AbortSignal;
	readonly onLine: (line: string) => void;
}

export interface ProgramEnd {
	readonly exitCode: number | null;
	readonly timedOut: boolean;
}

/** Longer lines are cut. Characters. */
const longestLine = 4_000;

/** Runs a program of ours as a process of its own, with exactly this environment. */
export async function runProgram(request: ProgramRequest): Promise<ProgramEnd> {
	const { script, nodeFlags = [], env, cwd, wallMinutes, interruption, onLine } = request;
	let rest = '';
	const take = (chunk: Buffer): void => {
		const lines = (rest + chunk.toString()).split('\n');
		rest = (lines.pop() ?? '').slice(0, longestLine);
		for (const line of lines) if (line !== '') onLine(line.slice(0, longestLine));
	};
	let isAsked = false;
	const { exitCode, timedOut } = await runChild({
		program: process.execPath,
		args: [...nodeFlags, script],
		...{ env, cwd, wallMs: wallMinutes * 60_000 },
		watch: (pid) => {
			if (!interruption.aborted || isAsked) return undefined;
			isAsked = true;
			process.kill(pid, 'SIGTERM');
			return undefined;
		},
		onStdout: take,
		onStderr: take,
	});
	if (rest !== '') onLine(rest);
	return { exitCode, timedOut };
}

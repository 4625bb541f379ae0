import { runChild } from './child.ts';

export interface ProgramRequest {
	/** Our script. It runs with the same Node as this process. */
	readonly script: string;
	readonly nodeFlags?: readonly string[];
	/** The whole environment. No variable of ours is added. */
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly wallMinutes: number;
	/** Aborting this signal asks the program to end. When the time is over, the program is killed. */
	readonly interruption: AbortSignal;
	readonly onLine: (line: string) => void;
}

export interface ProgramEnd {
	readonly exitCode: number | null;
	readonly timedOut: boolean;
}

/** The most characters of a line. Longer lines are cut. */
const longestLine = 4_000;

/** Runs our program as a separate process, with exactly this environment. */
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

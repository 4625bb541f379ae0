import { runChild } from './child.ts';
import { systemPath } from './system-mounts.ts';

/** The answer of a hook's command. */
export interface GuardAnswer {
	readonly exitCode: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

const mostCharacters = 65_536;

/** The input for a hook's command. */
export interface GuardStart {
	readonly command: string;
	/** The checkout. Each agent has its own variable for this path. */
	readonly project: string;
	/** The working folder. If left out, a folder unrelated to the project. */
	readonly cwd?: string;
	/** A folder that comes first on the PATH. The person who starts the agent also has its programs on the PATH. */
	readonly programs?: string;
	readonly input: string;
}

/** Starts a hook's command like a coding agent does. The shell runs it, a variable names the project, and the call is on standard input. */
export async function runGuard({ command, project, cwd = '/', programs, input }: GuardStart): Promise<GuardAnswer> {
	const said = { stdout: '', stderr: '' };
	const keep = (name: keyof typeof said) => (chunk: Buffer) => {
		if (said[name].length < mostCharacters) said[name] += chunk.toString();
	};
	const { exitCode } = await runChild({
		program: '/bin/sh',
		args: ['-c', command],
		env: {
			PATH: programs === undefined ? systemPath : `${programs}:${systemPath}`,
			CLAUDE_PROJECT_DIR: project,
			GEMINI_PROJECT_DIR: project,
		},
		cwd,
		input,
		wallMs: 30_000,
		onStdout: keep('stdout'),
		onStderr: keep('stderr'),
	});
	return { exitCode, ...said };
}

import { runChild } from './child.ts';
import { systemPath } from './system-mounts.ts';

/** The answer of a hook's command. */
export interface GuardAnswer {
	readonly exitCode: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

const mostCharacters = 65_536;

/** A hook's command, and everything that it gets. */
export interface GuardStart {
	readonly command: string;
	/** The checkout. Each agent passes this path in a different variable. */
	readonly project: string;
	/** The working folder. If left out, a folder outside of the project. */
	readonly cwd?: string;
	/** A folder to put first on the PATH, because the person's agent also finds the folder's programs there. */
	readonly programs?: string;
	readonly input: string;
}

/**
 * Starts a hook's command in the same way as a coding agent, and returns its answer. A shell runs the command, a variable names the
 * project, and the call is on standard input.
 */
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

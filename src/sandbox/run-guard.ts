import { runChild } from './child.ts';
import { systemPath } from './system-mounts.ts';

/** What a hook's command answered. */
export interface GuardAnswer {
	readonly exitCode: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

const mostCharacters = 65_536;

/** What a hook's command is started with. */
export interface GuardStart {
	readonly command: string;
	/** The checkout, which agents name by a variable of their own. */
	readonly project: string;
	/** The folder that it is started in; left out: one that has nothing to do with the project. */
	readonly cwd?: string;
	/** A folder whose programs come first, as on the PATH of whoever starts the agent. */
	readonly programs?: string;
	readonly input: string;
}

/** Starts a hook's command as a coding agent does: by the shell, the project named by its variable, the call on standard input. */
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

import { runChild } from './child.ts';
import { systemPath } from './system-mounts.ts';

/** Returns the version that a program of this machine prints. Undefined if the program is missing or prints none. */
export async function programVersion(program: string): Promise<string | undefined> {
	let said = '';
	const keep = (chunk: Buffer): void => {
		if (said.length < 4_096) said += chunk.toString();
	};
	const request = { program, args: ['--version'], env: { PATH: systemPath }, cwd: '/', wallMs: 10_000 };
	try {
		await runChild({ ...request, onStdout: keep, onStderr: keep });
	} catch (error) {
		if (error instanceof Error && 'code' in error) return undefined;
		throw error;
	}
	return /\d+(?:\.\d+)+/.exec(said)?.[0];
}

import { join } from 'node:path';
import { type Ended, ProjectTrouble, runBounded } from './bounded-command.ts';
import { judgeOutput, tellingLine } from './judge-output.ts';
import type { Tried } from './outcome.ts';
import type { Project } from './project.ts';

/** What a trial needs in addition to the project. */
export interface Trial {
	/** An empty folder only for this trial. */
	readonly work: string;
	/** The environment of the job. */
	readonly env: Readonly<Record<string, string>>;
	/** The time limit of one command. */
	readonly seconds: number;
}

/** Runs a project's own setup and its own tests in a fresh clone, without a sandbox. */
export async function tryOutside(project: Project, { work, env, seconds }: Trial): Promise<Tried> {
	const clone = await cloneFresh(project, { work, env, seconds });
	const bash = (command: string): Promise<Ended> => runBounded(['bash', '-c', command], { cwd: clone, env, seconds });
	for (const { run } of project.setup) {
		const ended = await bash(run);
		if (ended.code !== 0) return notReady(project.test, run, ended.out + ended.err);
	}
	const { code, isLate, seconds: took, out, err } = await bash(project.test);
	const judged = judgeOutput(code, out + err);
	return { command: project.test, seconds: took, ...judged, ...(isLate && { why: `it took more than ${seconds} s` }) };
}

/** Returns the result for a test command that could not begin, because the setup failed. */
export function notReady(command: string, setup: string, output: string): Tried {
	const why = `\`${setup}\`: ${tellingLine(output) ?? 'it failed'}`;
	return { command, started: false, passed: false, seconds: 0, why };
}

/** Makes a fresh clone at the project's commit, with GitHub as its origin. */
export async function cloneFresh(project: Project, { work, env, seconds }: Trial): Promise<string> {
	const clone = join(work, project.name);
	const git = async (cwd: string, ...args: readonly string[]): Promise<void> => {
		const { code, err } = await runBounded(['git', ...args], { cwd, env, seconds });
		if (code !== 0) throw new ProjectTrouble(`git ${args.join(' ')}: ${err.trim()}`);
	};
	await git(work, 'clone', '--quiet', project.clone, clone);
	await git(clone, 'reset', '--quiet', '--hard', project.commit);
	await git(clone, 'remote', 'set-url', 'origin', `https://github.com/${project.repository}.git`);
	return clone;
}

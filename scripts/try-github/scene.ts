import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type JobEnd, startJob } from '../../rehearsal/job-runner.ts';
import { issueTitle } from './tell.ts';
import type { Trial } from './trial.ts';

const root = join(import.meta.dirname, '..', '..');
const preload = join(import.meta.dirname, 'die-at-start.mjs');
const issue = z.looseObject({ number: z.number(), title: z.string(), body: z.string().nullable() });
const comment = z.looseObject({ id: z.number(), user: z.unknown() });

/** A comment, and the event that GitHub would send to the workflow for it. */
export interface Spoken {
	readonly id: number;
	readonly event: { readonly name: 'issue_comment'; readonly payload: unknown };
	readonly runId: number;
}

export interface JobChange {
	readonly attempt?: number;
	/** If true, the process ends itself as soon as a step has begun. */
	readonly dies?: boolean;
}

/** One issue, the maintainer's comments in it, and the jobs that answer. */
export class Scene {
	readonly issue: number;
	readonly #trial: Trial;
	readonly #script: string;
	#disks = 0;

	private constructor(trial: Trial, number: number, script: string) {
		this.issue = number;
		this.#trial = trial;
		this.#script = script;
	}

	/** Opens an issue. `turns` are the model's replies, written in advance. */
	static async open(trial: Trial, what: string, turns: readonly object[]): Promise<Scene> {
		const title = `${issueTitle}: ${what}`;
		const body = 'Opened by `npm run try-github` on a scratch repository. It is closed again when the try ends.';
		const { number } = await trial.person.must('POST', '/issues', issue, { title, body });
		trial.traces.noteIssue(number);
		const script = join(trial.folder, `script-${number}.json`);
		writeFileSync(script, JSON.stringify({ turns }));
		trial.tell('plain', `issue #${number}: ${title}`);
		return new Scene(trial, number, script);
	}

	async say(body: string): Promise<Spoken> {
		const { person, tell } = this.#trial;
		const said = await person.must('POST', `/issues/${this.issue}/comments`, comment, { body });
		tell('said', body);
		const thread = await person.must('GET', `/issues/${this.issue}`, issue);
		const repository = await person.must('GET', '', z.looseObject({}));
		const payload = { action: 'created', comment: said, issue: thread, repository, sender: said.user };
		return { id: said.id, event: { name: 'issue_comment', payload }, runId: said.id };
	}

	/** Runs the built action as the job of that comment, on an empty disk. */
	async job(spoken: Spoken, { attempt = 1, dies = false }: JobChange = {}): Promise<JobEnd> {
		const { folder, home, options, relay, job, signal, tell } = this.#trial;
		signal.throwIfAborted();
		const { owner, repo } = options;
		const { url, setWorkflowRun } = relay;
		const disk = join(folder, `disk-${this.issue}-${++this.#disks}`);
		const env = { GITHUB_SERVER_URL: home.serverUrl, ...(dies ? { NODE_OPTIONS: `--import=${preload}` } : {}) };
		const running = startJob({
			github: {
				url,
				owner,
				repo,
				defaultBranch: home.defaultBranch,
				repositoryDir: cloned(this.#trial),
				setWorkflowRun,
			},
			...{ disk, env, attempt, event: spoken.event, runId: spoken.runId },
			inputs: { 'github-token': job.token, model: `scripted:${this.#script}`, mode: 'default', audit: 'artifact' },
			action: join(root, 'dist', 'action.js'),
			onLine: (line) => line.startsWith('::add-mask::') || tell('log', line),
		});
		const stop = (): void => void running.process.kill('SIGTERM');
		signal.addEventListener('abort', stop);
		try {
			const end = await running.ended;
			tell(
				'plain',
				`the job ended: ${end.outputs['outcome'] ?? end.signal} (${end.outputs['reason-code'] ?? 'no word'})`,
			);
			return end;
		} finally {
			signal.removeEventListener('abort', stop);
		}
	}

	/** Writes a comment, and runs the job that it starts. */
	async play(body: string): Promise<JobEnd> {
		return this.job(await this.say(body));
	}
}

/** Clones the current default branch to this disk. Git gets the token in its environment, and it is stored nowhere. */
function cloned({ folder, home, options, person }: Trial): string {
	const clone = join(folder, 'default-branch.git');
	const { owner, repo } = options;
	const basic = Buffer.from(`x-access-token:${person.token}`).toString('base64');
	const env = {
		PATH: process.env['PATH'],
		GIT_CONFIG_GLOBAL: '/dev/null',
		GIT_CONFIG_NOSYSTEM: '1',
		GIT_TERMINAL_PROMPT: '0',
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: `http.${home.serverUrl}/.extraheader`,
		GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
	};
	rmSync(clone, { recursive: true, force: true });
	const how = ['clone', '-q', '--bare', '--single-branch', '--branch', home.defaultBranch];
	execFileSync('git', [...how, `${home.serverUrl}/${owner}/${repo}.git`, clone], {
		env,
		cwd: folder,
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	return clone;
}

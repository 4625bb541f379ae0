import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	type ApiComment,
	type LocalGitHub,
	type LocalGitHubOptions,
	startLocalGitHub,
} from '../../rehearsal/github/local-github.ts';
import { type JobEnd, type JobOptions, type RunningJob, startJob } from '../../rehearsal/job-runner.ts';
import { git, makeSampleRepository } from '../../rehearsal/sample-repository.ts';
import type { Mode } from '../../src/core/index.ts';

export const root = join(import.meta.dirname, '..', '..');
export const maintainer = { login: 'maintainer', id: 1001, permission: 'admin' } as const;
export const writer = { login: 'hubot-writer', id: 1002, permission: 'write' } as const;
export const stranger = { login: 'octocat', id: 1003 } as const;

export interface StageOptions extends Partial<LocalGitHubOptions> {
	/** Files of the repository's default branch, beside the sample's. */
	readonly files?: Readonly<Record<string, string>>;
	/** A script for the model: YAML or JSON. */
	readonly script?: string;
	/**
	 * The mode of the jobs, as an input. Without it `edit`, where a small command asks, unless the repository's or the organization's
	 * files name a mode; `configured` leaves it to those, and to the default.
	 */
	readonly mode?: Mode | 'configured';
}

let isHostile = false;

/** Every stage that is opened from now on has a GitHub that hides nothing of what the real one does. */
export function openHostileStages(): void {
	isHostile = true;
}

/** A GitHub, a repository, an issue, and jobs on disks that can be kept or lost. */
export class Stage implements AsyncDisposable {
	readonly folder: string;
	readonly github: LocalGitHub;
	readonly issue: number;
	readonly script: string;
	private nextRun = 9_000_000_001;
	private nextDisk = 1;

	private readonly mode: Mode | undefined;

	private constructor(folder: string, github: LocalGitHub, issue: number, mode: Mode | undefined) {
		this.mode = mode;
		this.folder = folder;
		this.github = github;
		this.issue = issue;
		this.script = join(folder, 'script.yml');
	}

	static async open({
		files = {},
		script = 'turns: [{ text: done }]',
		mode,
		...options
	}: StageOptions = {}): Promise<Stage> {
		const named = /^mode:/m.test(files['.github/countersign.yml'] ?? '') || options.organizationFiles !== undefined;
		const asked = mode ?? (named ? 'configured' : 'edit');
		const folder = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
		makeSampleRepository(join(folder, 'source'), files);
		const users = [maintainer, writer, stranger];
		const github = await startLocalGitHub({
			owner: 'octo-org',
			repo: 'slugs',
			repositoryPath: join(folder, 'source'),
			users,
			hostile: isHostile,
			recordsTo: process.env['TRAFFIC_FOLDER'],
			...options,
		});
		const issue = await github.openIssue({
			user: 'maintainer',
			title: 'Titles get underscores',
			body: 'The test fails.',
		});
		const stage = new Stage(folder, github, issue.number, asked === 'configured' ? undefined : asked);
		writeFileSync(stage.script, script);
		return stage;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.github.close();
		rmSync(this.folder, { recursive: true, force: true });
	}

	comment(user: string, body: string): Promise<ApiComment> {
		return this.github.comment({ issue: this.issue, user, body });
	}

	/** A new runner's empty disk. */
	freshDisk(): string {
		return join(this.folder, `disk-${this.nextDisk++}`);
	}

	newRunId(): number {
		return this.nextRun++;
	}

	/** The job that a new comment starts; `change` overrides what the runner is given. */
	async start(comment: ApiComment, change: Partial<JobOptions> = {}): Promise<RunningJob> {
		const event = { name: 'issue_comment', payload: await this.github.issueCommentEvent(comment) };
		return this.startWith({ event, ...change });
	}

	startWith(change: Partial<JobOptions> & Pick<JobOptions, 'event'>): RunningJob {
		const inputs = { ...this.inputs(), ...change.inputs };
		return startJob({
			github: this.github,
			disk: this.freshDisk(),
			runId: this.newRunId(),
			action: join(root, 'dist', 'action.js'),
			...change,
			inputs,
		});
	}

	/** Says something, and runs the job that it starts to its end. */
	async say(user: string, body: string, change: Partial<JobOptions> = {}): Promise<JobEnd> {
		const job = await this.start(await this.comment(user, body), change);
		return job.ended;
	}

	inputs(): Readonly<Record<string, string>> {
		const mode = this.mode === undefined ? {} : { mode: this.mode };
		return { 'github-token': this.github.actionsToken, model: `scripted:${this.script}`, ...mode };
	}

	async comments(): Promise<
		readonly { readonly id: number; readonly body: string; readonly user: { readonly login: string } }[]
	> {
		const { body } = await this.github.act('maintainer', 'GET', `/issues/${this.issue}/comments?per_page=100`);
		return body as unknown as { id: number; body: string; user: { login: string } }[];
	}

	async pulls(): Promise<
		readonly {
			readonly number: number;
			readonly draft: boolean;
			readonly title: string;
			readonly head: { readonly ref: string };
		}[]
	> {
		const { body } = await this.github.act('maintainer', 'GET', '/pulls?state=all');
		return body as unknown as { number: number; draft: boolean; title: string; head: { ref: string } }[];
	}

	/** The tree of a branch, as git names it. */
	treeOf(branch: string): string {
		return git(this.github.repositoryDir, 'rev-parse', `refs/heads/${branch}^{tree}`);
	}

	refs(): readonly string[] {
		return git(this.github.repositoryDir, 'for-each-ref', '--format=%(refname)').split('\n');
	}
}

/** The lines of a job's journal. */
export function journalOf(end: JobEnd): readonly Record<string, unknown>[] {
	const text = readFileSync(join(end.outputs['audit-dir'] ?? '', 'journal.jsonl'), 'utf8');
	return text
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Record<string, unknown>);
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../rehearsal/free-port.ts';
import { type Dispatch, makeApp } from '../../rehearsal/github/local-github.ts';
import type { JobEnd, RunningJob } from '../../rehearsal/job-runner.ts';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import { settingsFile } from '../../src/bot/manifest.ts';
import { BotProcess } from './bot-process.ts';
import { journalOf, root, Stage, type StageOptions } from './stage.ts';

export const app = makeApp();
export const appLogin = `${app.slug}[bot]`;
const workflow = '.github/workflows/countersign.yml';

export interface BotStageOptions extends StageOptions {
	/** Further variables of the bot's environment. */
	readonly env?: Readonly<Record<string, string>>;
	/** Further inputs of the jobs. */
	readonly inputs?: Readonly<Record<string, string>>;
	/** The bot is down until the test starts it. */
	readonly down?: boolean;
}

/** A job that the bot dispatched. */
export interface Run {
	readonly command: string;
	readonly ended: Promise<JobEnd>;
	readonly process: RunningJob['process'];
	/** The runner's disk. */
	readonly disk: string;
}

type Comment = Awaited<ReturnType<Stage['comments']>>[number];

/** A repository with the App and the example workflow, its bot as a process of its own, and GitHub's runners, which run what is dispatched. */
export class BotStage implements AsyncDisposable {
	readonly stage: Stage;
	readonly url: string;
	readonly runs: Run[] = [];
	readonly #bots: BotProcess[] = [];
	readonly #options: BotStageOptions;

	private constructor(stage: Stage, port: number, options: BotStageOptions) {
		this.stage = stage;
		this.url = `http://127.0.0.1:${port}`;
		this.#options = options;
		mkdirSync(this.temporary);
		stage.github.webhookUrl = `${this.url}/webhooks`;
		// As GitHub does: the bot hears of its own comments, too.
		stage.github.deliversBotWrites = true;
		stage.github.onDispatch = (dispatch) => this.#run(dispatch);
		writeFileSync(join(stage.folder, 'bot.env'), this.#settings(), { mode: 0o600 });
	}

	static async open(options: BotStageOptions = {}): Promise<BotStage> {
		const { env: _env, inputs: _inputs, down = false, files, ...given } = options;
		const example = readFileSync(join(root, 'examples', 'workflows', 'countersign.yml'), 'utf8');
		const stage = await Stage.open({
			app,
			// The job's own token only reads the checkout; every write uses the App's token.
			actionsPermissions: { contents: 'read', actions: 'none', checks: 'none', issues: 'none', pull_requests: 'none' },
			...given,
			files: { [workflow]: example, ...files },
		});
		const there = new BotStage(stage, await freePort(), options);
		if (!down) await there.start();
		return there;
	}

	get github(): Stage['github'] {
		return this.stage.github;
	}

	/** Where the bot, and what runs beside it, puts its temporary files. */
	get temporary(): string {
		return join(this.stage.folder, 'bot-temporary');
	}

	/** The bot that was started last. */
	get bot(): BotProcess {
		const last = this.#bots.at(-1);
		if (last === undefined) throw new Error('no bot was started');
		return last;
	}

	#settings(): string {
		const { id, privateKeyPem: pem, webhookSecret: webhook_secret } = app;
		const html_url = `https://github.com/apps/${app.slug}`;
		return settingsFile({ id, slug: app.slug, html_url, pem, webhook_secret }, new URL(this.url));
	}

	/** A bot at the address that GitHub delivers to; `port`: another one beside it. */
	async start(env: Readonly<Record<string, string>> = {}, port = new URL(this.url).port): Promise<BotProcess> {
		const { url } = this.stage.github;
		const bot = new BotProcess(['--settings', join(this.stage.folder, 'bot.env')], {
			PORT: port,
			GITHUB_API_URL: url,
			GITHUB_SERVER_URL: url,
			GITHUB_OIDC_ISSUER: url,
			HOME: this.stage.folder,
			TMPDIR: this.temporary,
			// For runs beside it.
			MODEL: `scripted:${this.stage.script}`,
			...this.#options.env,
			...env,
		});
		this.#bots.push(bot);
		await bot.logged({ msg: 'listening' });
		return bot;
	}

	/** What GitHub's runner does with a dispatch. */
	#run({ run, inputs, payload }: Dispatch): void {
		const { command = '' } = inputs;
		const given = { mode: 'default', ...this.#options.inputs, bot: this.url, command };
		const event = { name: 'workflow_dispatch', payload };
		const disk = this.stage.freshDisk();
		const { process, ended } = this.stage.startWith({ event, runId: run.id, disk, identity: true, inputs: given });
		this.runs.push({ command, ended, process, disk });
	}

	/** Waits until all deliveries and runs have ended. Returns the ends of the runs since `first`. */
	async settled(first = 0): Promise<readonly JobEnd[]> {
		let seen = -1;
		while (seen !== this.runs.length) {
			seen = this.runs.length;
			await this.github.delivered();
			await Promise.all(this.runs.map(({ ended }) => ended));
		}
		return Promise.all(this.runs.slice(first).map(({ ended }) => ended));
	}

	/** Does something, and waits for what comes of it. */
	async after(act: () => Promise<unknown>): Promise<readonly JobEnd[]> {
		const first = this.runs.length;
		await act();
		return this.settled(first);
	}

	/** Says something in a thread, and waits for what comes of it. */
	say(user: string, body: string, issue = this.stage.issue): Promise<readonly JobEnd[]> {
		return this.after(() => this.github.comment({ issue, user, body }));
	}

	async comments(issue = this.stage.issue): Promise<readonly Comment[]> {
		const { body } = await this.github.act('maintainer', 'GET', `/issues/${issue}/comments?per_page=100`);
		return body as unknown as Comment[];
	}

	/** The App's own comments in a thread. */
	async own(issue = this.stage.issue): Promise<readonly Comment[]> {
		return (await this.comments(issue)).filter(({ user }) => user.login === appLogin);
	}

	/** A pull request that adds a file of three lines. */
	async pullRequest(): Promise<number> {
		const clone = join(this.stage.folder, 'clone');
		git(this.stage.folder, 'clone', '-q', this.github.repositoryDir, clone);
		writeFiles(clone, { 'ADDED.md': 'one\ntwo\nthree\n' });
		git(clone, 'checkout', '-q', '-b', 'feature');
		git(clone, 'add', '-A');
		git(clone, 'commit', '-q', '-m', 'Add it');
		git(clone, 'push', '-q', 'origin', 'feature');
		return (await this.github.openPullRequest({ user: 'maintainer', title: 'Add it', head: 'feature' })).number;
	}

	/** The App's check on that pull request. */
	async check(): Promise<ShownCheck | undefined> {
		const { body } = await this.github.act('maintainer', 'GET', '/commits/feature/check-runs');
		return (body as { check_runs: unknown } as { check_runs: ShownCheck[] }).check_runs[0];
	}

	/** The identifier of one of its buttons. */
	async button(label: 'Approve all' | 'Deny'): Promise<{ checkRun: number; identifier: string }> {
		const check = await this.check();
		const found = check?.actions.find((action) => action.label === label);
		if (check === undefined || found === undefined) throw new Error(`the check has no button ${label}`);
		return { checkRun: check.id, identifier: found.identifier };
	}

	/** Sends the event of a button press, even if the check has this button no more. */
	async press(user: string, button: { checkRun: number; identifier: string }): Promise<void> {
		const payload = await this.github.payloadFor({ event: 'check_run', ...button, sender: user });
		await this.github.deliver('check_run', payload);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const bot of this.#bots) await bot[Symbol.asyncDispose]();
		await Promise.allSettled(this.runs.map(({ ended }) => ended));
		await this.stage[Symbol.asyncDispose]();
	}
}

export interface ShownCheck {
	readonly id: number;
	readonly conclusion: string;
	readonly external_id: string;
	readonly actions: readonly { readonly label: string; readonly identifier: string }[];
}

/** The journal entries of this type, or none if the job asked no model. */
export function entriesOf(end: JobEnd | undefined, type: string): readonly Readonly<Record<string, unknown>>[] {
	if (end?.outputs['audit-dir'] === undefined) return [];
	return journalOf(end).filter((entry) => entry['type'] === type);
}

/** The outcome of each job, with the reason if the job failed. */
export const outcomes = (ends: readonly JobEnd[]): readonly (string | undefined)[] =>
	ends.map(({ outputs: { outcome, summary } }) => (outcome === 'failed' ? `failed: ${summary}` : outcome));

/** A script with one step that waits for approval, in mode `default`. */
export const asking = JSON.stringify({
	turns: [{ calls: [{ tool: 'file_write', args: { path: 'NEW.md', content: 'new' } }] }, { text: 'Written.' }],
});

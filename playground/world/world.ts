import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../rehearsal/free-port.ts';
import { type AppOptions, type LocalGitHub, makeApp, startLocalGitHub } from '../../rehearsal/github/local-github.ts';
import { makeSampleRepository } from '../../rehearsal/sample-repository.ts';
import type { CommentView, ModelView, PersonName, RunView, ThreadView, WorldView } from '../protocol.ts';
import type { Story } from '../stories/story.ts';
import { Bot } from './bot.ts';
import { Changes } from './changes.ts';
import { aheadVariable, runAhead } from './clock.ts';
import { inBackground } from './in-background.ts';
import { type ModelAccess, modelAccess, scripted } from './models.ts';
import { accounts, loginOf, people } from './people.ts';
import { RunRecords } from './run-records.ts';
import { type Job, Runners } from './runners.ts';
import { openStories, type PlacedStory } from './story-threads.ts';
import { type ThreadSource, threadCards, threadView } from './thread-views.ts';
import { played, real } from './what-is-real.ts';
import { closeWorldFolder, openWorldFolder } from './world-folder.ts';

const hour = 3_600_000;
const lookEveryMs = 300;
const workflow = '.github/workflows/countersign.yml';

export interface WorldOptions {
	/** The checkout or the package: its `dist/`, its examples. */
	readonly root: string;
	/** The module that sets the clock of a job and of the bot. */
	readonly preload: string;
	readonly stories: readonly Story[];
	/** The folder with the scripts of the stories. */
	readonly scripts: string;
	/** Files of the repository in addition to those of the sample. */
	readonly files: Readonly<Record<string, string>>;
	readonly models: readonly ModelView[];
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** Everything that the page shows and changes: a repository on a local GitHub, the real bot, and runners with the real action. */
export class World implements AsyncDisposable {
	readonly changes = new Changes();
	readonly github: LocalGitHub;
	/** Everything on the disk. It is deleted at the end. */
	readonly folder: string;
	readonly runners: Runners;
	readonly workflow = workflow;
	readonly #options: WorldOptions;
	readonly #app: AppOptions;
	readonly #bot: Bot;
	readonly #records: RunRecords;
	readonly #editors = new Map<number, string>();
	readonly #looking: NodeJS.Timeout;
	#stories: readonly PlacedStory[] = [];
	#model = scripted.name;
	#ahead = 0;

	private constructor(
		options: WorldOptions,
		parts: { github: LocalGitHub; folder: string; botPort: number; app: AppOptions },
	) {
		this.#options = options;
		this.github = parts.github;
		this.folder = parts.folder;
		this.#app = parts.app;
		this.#bot = new Bot({
			...{ github: this.github, folder: this.folder, app: parts.app, port: parts.botPort, preload: options.preload },
			program: join(options.root, 'dist', 'cli.js'),
			ahead: () => this.#ahead,
		});
		this.runners = new Runners({
			...{ github: this.github, folder: this.folder, preload: options.preload },
			action: join(options.root, 'dist', 'action.js'),
			inputsOf: (job) => ({ bot: this.#bot.url, ...this.#modelOf(job).inputs }),
			envOf: (job) => ({ ...this.#modelOf(job).env, [aheadVariable]: String(this.#ahead) }),
			lastLook: (job) => this.#look(job),
			changed: (job) => this.#jobChanged(job),
		});
		this.#records = new RunRecords(() => this.runners.jobs);
		this.#looking = setInterval(() => inBackground(this.#lookAtAll()), lookEveryMs);
	}

	/** Opens everything. @throws if a part does not start. Then everything is closed and deleted again. */
	static async open(options: WorldOptions): Promise<World> {
		const folder = openWorldFolder();
		let world: World | undefined;
		try {
			const example = readFileSync(join(options.root, 'examples', 'workflows', 'countersign.yml'), 'utf8');
			makeSampleRepository(join(folder, 'source'), { [workflow]: example, ...options.files });
			const [app, botPort] = [makeApp(), await freePort()];
			const github = await startLocalGitHub({
				...{ owner: 'octo-org', repo: 'slugs', repositoryPath: join(folder, 'source'), users: [...accounts], app },
				webhookUrl: `http://127.0.0.1:${botPort}/webhooks`,
				hourlyRequests: 1_000_000,
				actionsPermissions: {
					contents: 'read',
					actions: 'none',
					checks: 'none',
					issues: 'none',
					pull_requests: 'none',
				},
			});
			world = new World(options, { github, folder, botPort, app });
			await world.#begin();
			return world;
		} catch (error) {
			await world?.[Symbol.asyncDispose]();
			closeWorldFolder(folder);
			throw error;
		}
	}

	async #begin(): Promise<void> {
		const { github } = this;
		this.#stories = await openStories(this.#options.stories, this);
		github.deliversBotWrites = true;
		github.onDispatch = (dispatch) => inBackground(this.runners.dispatched(dispatch));
		github.intercept = ({ method, path }, phase) => {
			if (phase === 'after' && method !== 'GET') this.#written(path);
		};
		await this.#bot.start();
	}

	async view(): Promise<WorldView> {
		const { owner, repo, url } = this.github;
		return {
			repository: `${owner}/${repo}`,
			github: url,
			people,
			models: this.#options.models,
			model: this.#model,
			stories: this.#stories.map(({ view }) => view),
			threads: await threadCards(this.#source),
			daysAhead: Math.floor(this.#ahead / (24 * hour)),
			...{ real, played },
		};
	}

	thread(number: number): Promise<ThreadView | undefined> {
		return threadView(number, this.#source);
	}

	run(id: string): RunView | undefined {
		return this.#records.view(id);
	}

	chooseModel(name: string): boolean {
		if (!this.#options.models.some((model) => model.name === name)) return false;
		this.#model = name;
		this.changes.tell({ view: 'world' });
		return true;
	}

	async lastAppComment(thread: number): Promise<CommentView | undefined> {
		const view = await this.thread(thread);
		return view?.comments.findLast(({ author }) => author === `${this.#app.slug}[bot]`);
	}

	async editAs(who: PersonName, comment: number, body: string): Promise<void> {
		await this.github.editComment({ comment, user: loginOf(who), body });
		this.#editors.set(comment, loginOf(who));
	}

	/** The branch of a pull request, or the default branch. */
	async branchOf(thread: number): Promise<string> {
		const view = await this.thread(thread);
		return view?.branch?.head ?? this.github.defaultBranch;
	}

	/** 25 hours go by for GitHub, the bot and all later jobs. Then the scheduled workflow runs. */
	async passDay(): Promise<void> {
		this.#ahead += 25 * hour;
		runAhead(this.#ahead);
		await this.#bot.start();
		await this.runners.scheduled();
		this.changes.tell({ view: 'world' });
	}

	/** Reports a change of the world, and of the thread if one is named. */
	changed(thread?: number): void {
		this.changes.tell({ view: 'world' });
		if (thread !== undefined) this.changes.tell({ view: 'thread', number: thread });
	}

	async [Symbol.asyncDispose](): Promise<void> {
		clearInterval(this.#looking);
		await this.#bot.close();
		await this.runners.close();
		await this.github.close();
		runAhead(0);
		closeWorldFolder(this.folder);
	}

	get #source(): ThreadSource {
		return {
			github: this.github,
			editorOf: (comment) => this.#editors.get(comment),
			runsOf: (thread) => this.#records.ofThread(thread),
			isStarting: (thread) => this.#records.isStarting(thread),
		};
	}

	#modelOf({ thread }: Pick<Job, 'thread'>): ModelAccess {
		if (this.#model !== scripted.name) return modelAccess(this.#model, this.#options.env);
		const story = this.#stories.find(({ view }) => view.thread === thread);
		const script = join(this.#options.scripts, `${story?.view.name ?? 'anything'}.yml`);
		return { inputs: { model: `scripted:${script}` }, env: {} };
	}

	#jobChanged(job: Job): void {
		this.changed(job.thread === 0 ? undefined : job.thread);
		for (const { id } of this.#records.ofThread(job.thread)) this.changes.tell({ view: 'run', id });
	}

	#written(path: string): void {
		const thread = /\/(?:issues|pulls)\/(\d+)(?:\/|$)/.exec(path)?.[1];
		if (thread !== undefined) this.changed(Number(thread));
		else inBackground(this.#everyThreadChanged());
	}

	/** Reports a change of every thread. A write that names no thread, such as the edit of a comment, may have changed any of them. */
	async #everyThreadChanged(): Promise<void> {
		this.changes.tell({ view: 'world' });
		for (const { number } of await threadCards(this.#source)) this.changes.tell({ view: 'thread', number });
	}

	async #lookAtAll(): Promise<void> {
		for (const job of this.runners.jobs) if (job.status === 'running') await this.#look(job);
	}

	async #look(job: Job): Promise<void> {
		for (const id of await this.#records.look(job)) {
			this.changes.tell({ view: 'run', id });
			this.changed(job.thread);
		}
	}
}

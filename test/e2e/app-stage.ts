import { createPrivateKey, createPublicKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type LocalGitHub, makeApp } from '../../rehearsal/github/local-github.ts';
import type { JobEnd, JobOptions } from '../../rehearsal/job-runner.ts';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import { type Press, pressLine } from '../../src/approvals/index.ts';
import type { AppAnswer } from '../../src/core/index.ts';
import { Stage } from './stage.ts';

export const app = makeApp();
export const appLogin = `${app.slug}[bot]`;
const appUserId = 200_000_000 + app.id;
const runnerToken = 'runner-not-a-real-token-0123456789';

/** A script with one step that waits for approval. */
export const asking =
	'turns: [{ calls: [{ tool: file_write, args: { path: NEW.md, content: new } }] }, { text: Written. }]';

/** The runner's endpoint for identity tokens and the bot's endpoint for App tokens, on one address. */
export class StandInBot implements AsyncDisposable {
	readonly given: string[] = [];
	/** What it says in place of an answer. */
	refusal: { readonly status: number; readonly body: object } | undefined;
	/** Seconds until a token ends. */
	lifetime = 3600;
	readonly #server: Server;
	readonly #github: LocalGitHub;

	constructor(github: LocalGitHub) {
		this.#github = github;
		this.#server = createServer((request, response) => {
			const { authorization = '' } = request.headers;
			const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
			if (request.url?.startsWith('/identity') === true)
				return authorization === `Bearer ${runnerToken}`
					? answer(200, { value: `identity-for-${new URL(request.url, this.url).searchParams.get('audience')}` })
					: answer(401, {});
			if (this.refusal !== undefined) return answer(this.refusal.status, this.refusal.body);
			return authorization === `Bearer identity-for-${this.url}` ? answer(200, this.answer()) : answer(401, {});
		});
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	open(): Promise<void> {
		return new Promise((ready) => this.#server.listen(0, '127.0.0.1', ready));
	}

	answer(): AppAnswer {
		const token = this.#github.installationToken();
		this.given.push(token);
		return {
			token,
			expires_at: new Date(Date.now() + this.lifetime * 1000).toISOString(),
			app: { id: app.id, slug: app.slug, login: appLogin, user_id: appUserId },
			repository_id: this.#github.repositoryId,
			public_key: String(createPublicKey(createPrivateKey(app.privateKeyPem)).export({ type: 'spki', format: 'pem' })),
		};
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((closed) => this.#server.close(closed));
	}
}

/** A stage with the App, and the bot that gives its jobs their tokens. */
export async function openAppStage(options: Parameters<typeof Stage.open>[0] = {}) {
	const stage = await Stage.open({ script: asking, app, ...options });
	const bot = new StandInBot(stage.github);
	await bot.open();
	const env = {
		ACTIONS_ID_TOKEN_REQUEST_URL: `${bot.url}/identity?api-version=2`,
		ACTIONS_ID_TOKEN_REQUEST_TOKEN: runnerToken,
	};
	/** The job that the bot dispatches. */
	const dispatched = async (command: string, change: Partial<JobOptions> = {}): Promise<JobEnd> => {
		const payload = await stage.github.workflowDispatchEvent({ command }, appLogin);
		const event = { name: 'workflow_dispatch', payload };
		const inputs = { ...stage.inputs(), bot: bot.url, command, mode: 'default', ...change.inputs };
		return stage.startWith({ event, ...change, inputs, env: { ...env, ...change.env } }).ended;
	};
	const close = async (): Promise<void> => {
		await bot[Symbol.asyncDispose]();
		await stage[Symbol.asyncDispose]();
	};
	return { stage, bot, env, dispatched, [Symbol.asyncDispose]: close };
}

/** A pull request with a commit of its own. */
export async function aPullRequest({ github }: Stage): Promise<number> {
	const repository = github.repositoryDir;
	const tree = git(repository, 'rev-parse', 'main^{tree}');
	const commit = git(repository, 'commit-tree', tree, '-p', 'main', '-m', 'Feature');
	git(repository, 'update-ref', 'refs/heads/feature', commit);
	const pull = await github.openPullRequest({ user: 'maintainer', title: 'Feature', head: 'feature' });
	return pull.number;
}

/** A pull request that adds a file. */
export async function withNewFile(stage: Stage): Promise<number> {
	const clone = join(stage.folder, 'clone');
	git(stage.folder, 'clone', '-q', stage.github.repositoryDir, clone);
	writeFiles(clone, { 'NEW.md': 'one\ntwo\nthree\n' });
	git(clone, 'checkout', '-q', '-b', 'feature');
	git(clone, 'add', '-A');
	git(clone, 'commit', '-q', '-m', 'Add it');
	git(clone, 'push', '-q', 'origin', 'feature');
	return (await stage.github.openPullRequest({ user: 'maintainer', title: 'Add it', head: 'feature' })).number;
}

/** A request to the API with a token of the App's, as its bot sends it. */
export async function asApp(
	github: LocalGitHub,
	method: string,
	path: string,
	body?: object,
): Promise<Record<string, unknown>> {
	const response = await fetch(`${github.url}/repos/${github.owner}/${github.repo}${path}`, {
		method,
		headers: { authorization: `Bearer ${github.installationToken()}`, 'content-type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return (await response.json()) as Record<string, unknown>;
}

/** The comment that the bot writes when somebody has pressed a button. */
export async function pressed(github: LocalGitHub, press: Press): Promise<number> {
	const body = `@${press.person.login} pressed a button.\n\n${pressLine(press, app.privateKeyPem)}`;
	return Number((await asApp(github, 'POST', `/issues/${press.thread}/comments`, { body }))['id']);
}

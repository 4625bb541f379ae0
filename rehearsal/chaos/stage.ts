import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appStateKey } from '../../src/core/index.ts';
import { createVault, type Vault } from '../../src/journal/index.ts';
import { type LocalGitHub, makeApp, startLocalGitHub } from '../github/local-github.ts';
import { git, makeSampleRepository } from '../sample-repository.ts';
import type { HostStage } from './job-host.ts';
import { stranger, tasksPerIssue, writers } from './people.ts';

const workflow = join(import.meta.dirname, '..', '..', 'examples', 'workflows', 'countersign.yml');
const app = makeApp();

/** A GitHub with one repository, its people, and the App. */
export class ChaosStage implements AsyncDisposable {
	readonly folder: string;
	readonly github: LocalGitHub;

	private constructor(folder: string, github: LocalGitHub) {
		this.folder = folder;
		this.github = github;
	}

	static async open(issues: number): Promise<ChaosStage> {
		const folder = mkdtempSync(join(tmpdir(), 'countersign-chaos-'));
		const source = join(folder, 'source');
		makeSampleRepository(source, { '.github/workflows/countersign.yml': readFileSync(workflow, 'utf8') });
		const users = writers.map((login, at) => ({ login, id: 1001 + at, permission: 'write' as const }));
		const github = await startLocalGitHub({
			...{ owner: 'octo-org', repo: 'slugs', repositoryPath: source, app, hourlyRequests: 1_000_000 },
			users: [...users, { login: stranger, id: 1100 }],
		});
		const stage = new ChaosStage(folder, github);
		mkdirSync(stage.#scripts);
		stage.#write('plain', 'turns: [{ text: I have looked. }]');
		stage.#write('file', asking('file_write', '{ path: NEW.md, content: new }'));
		for (let slot = 0; slot < tasksPerIssue; slot++) {
			stage.#write(`label-${slot}`, asking('labels_set', `{ add: [step-${slot}] }`));
			await github.act(writers[0], 'POST', '/labels', { name: `step-${slot}`, color: 'ededed' });
		}
		for (let count = 0; count < issues; count++)
			await github.openIssue({ user: writers[0], title: 'Titles get underscores' });
		return stage;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.github.close();
		rmSync(this.folder, { recursive: true, force: true });
	}

	get #scripts(): string {
		return join(this.folder, 'scripts');
	}

	#write(name: string, text: string): void {
		writeFileSync(join(this.#scripts, `${name}.yml`), text);
	}

	/** A model that plays a script: `plain`, `file`, `label-0`. */
	model(script: string): string {
		return `scripted:${join(this.#scripts, `${script}.yml`)}`;
	}

	forHosts(bot: string): HostStage {
		const { url: githubUrl, owner, repo, defaultBranch: branch, repositoryDir } = this.github;
		const checkout = join(this.folder, 'checkout');
		git(this.folder, 'clone', '-q', '--branch', branch, repositoryDir, checkout);
		const disks = join(this.folder, 'disks');
		mkdirSync(disks);
		const begun = join(this.folder, 'begun.jsonl');
		writeFileSync(begun, '');
		const sha = git(checkout, 'rev-parse', 'HEAD');
		return { githubUrl, owner, repo, sha, branch, checkout, folder: disks, bot, begun };
	}

	/** Returns the environment of a replica. It looks for lost deliveries and commands more often than usual. */
	botEnvironment(bot: string, port: number): Readonly<Record<string, string>> {
		const { url } = this.github;
		return {
			...{ APP_ID: String(app.id), PRIVATE_KEY: app.privateKeyPem, WEBHOOK_SECRET: app.webhookSecret },
			...{ BOT_URL: bot, PORT: String(port), GITHUB_API_URL: url, GITHUB_SERVER_URL: url, GITHUB_OIDC_ISSUER: url },
			...{ RECOVER_DELIVERIES_SECONDS: '4', RECOVER_COMMANDS_SECONDS: '8', LOG_LEVEL: 'info' },
		};
	}

	/** Returns the vault that opens the sealed state of the App's jobs. */
	get vault(): Vault {
		const { owner, repo, repositoryId } = this.github;
		const key = appStateKey(app.privateKeyPem, repositoryId);
		return createVault(`${owner}/${repo}`, key === undefined ? [] : [key]);
	}

	async labels(issue: number): Promise<readonly string[]> {
		const { body } = await this.github.act(writers[0], 'GET', `/issues/${issue}/labels?per_page=100`);
		return (body as unknown as readonly { readonly name: string }[]).map(({ name }) => name);
	}
}

function asking(tool: string, args: string): string {
	return `turns: [{ calls: [{ tool: ${tool}, args: ${args} }] }, { text: Done. }]`;
}

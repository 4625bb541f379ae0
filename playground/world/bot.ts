import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AppOptions, LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { BotProcess } from './bot-process.ts';
import { aheadVariable } from './clock.ts';
import { inBackground } from './in-background.ts';

export interface BotOptions {
	readonly github: LocalGitHub;
	readonly app: AppOptions;
	/** Where it listens. */
	readonly port: number;
	/** The world's folder. */
	readonly folder: string;
	/** The built command line. */
	readonly program: string;
	readonly preload: string;
	/** How far ahead its clock is. Milliseconds. */
	readonly ahead: () => number;
}

/** The bot of the playground: one process at a time. It stores nothing, so it can end and start again at any moment. */
export class Bot {
	readonly #options: BotOptions;
	#process: BotProcess | undefined;
	#isClosed = false;
	/** Resolves when nothing starts or ends any more. */
	#changes: Promise<unknown> = Promise.resolve();

	constructor(options: BotOptions) {
		this.#options = options;
	}

	get url(): string {
		return `http://127.0.0.1:${this.#options.port}`;
	}

	/** Starts it with the current clock. A running process is ended first. @throws if it does not start. */
	start(): Promise<void> {
		const started = this.#changes.then(() => this.#start());
		this.#changes = started.catch(() => undefined);
		return started;
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		await this.#process?.stop();
		await this.#changes;
	}

	async #start(): Promise<void> {
		await this.#process?.stop();
		if (this.#isClosed) return;
		const { program, preload } = this.#options;
		this.#process = new BotProcess({ program, preload, env: this.#environment(), lost: () => this.#lost() });
		await this.#process.ready;
	}

	#lost(): void {
		console.error('The bot has ended. It is started again.');
		inBackground(this.start());
	}

	#environment(): Readonly<Record<string, string>> {
		const { github, app, port, folder, ahead } = this.#options;
		const home = join(folder, 'bot');
		mkdirSync(home, { recursive: true });
		return {
			...{ APP_ID: String(app.id), PRIVATE_KEY: app.privateKeyPem, WEBHOOK_SECRET: app.webhookSecret },
			...{ BOT_URL: this.url, PORT: String(port), HOME: home, TMPDIR: home },
			...{ GITHUB_API_URL: github.url, GITHUB_SERVER_URL: github.url, GITHUB_OIDC_ISSUER: github.url },
			...{ RECOVER_DELIVERIES_SECONDS: '5', RECOVER_COMMANDS_SECONDS: '5' },
			[aheadVariable]: String(ahead()),
		};
	}
}

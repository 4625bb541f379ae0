import { createHmac, randomUUID } from 'node:crypto';
import { type BotOptions, startBot, webhookPath } from '../../src/bot/index.ts';
import { type BotSettings, readBotSettings } from '../../src/config/index.ts';
import { type Answering, appId, appPem, GitHubStandIn } from './github-stand-in.ts';

export const secret = 'a secret of some length';

export const settingsFor = (url: string, more: NodeJS.ProcessEnv = {}): BotSettings =>
	readBotSettings({
		APP_ID: String(appId),
		PRIVATE_KEY: appPem,
		WEBHOOK_SECRET: secret,
		BOT_URL: 'https://bot.example.com',
		PORT: '0',
		GITHUB_API_URL: url,
		GITHUB_SERVER_URL: url,
		GITHUB_OIDC_ISSUER: url,
		...more,
	});

export interface Replied {
	readonly status: number;
	readonly body: Record<string, unknown>;
}

/** A bot in this process, with a GitHub that gives the answers of the test. */
export interface TestedBot extends AsyncDisposable {
	readonly github: GitHubStandIn;
	readonly url: string;
	/** Every line of its log. */
	readonly lines: readonly string[];
	/** The last line, parsed. */
	last(): Record<string, unknown>;
	deliver(event: string, payload: unknown, headers?: Readonly<Record<string, string>>): Promise<Replied>;
	close(): Promise<void>;
}

export const signature = (text: string, key = secret): string =>
	`sha256=${createHmac('sha256', key).update(text).digest('hex')}`;

export async function testedBot(
	options: Partial<BotOptions> & {
		readonly env?: NodeJS.ProcessEnv;
		/** Answers of GitHub from the start. */
		readonly atGitHub?: Readonly<Record<string, Answering>>;
	} = {},
): Promise<TestedBot> {
	const github = new GitHubStandIn();
	Object.assign(github.answers, options.atGitHub);
	const settings = settingsFor(await github.listen(), options.env);
	const lines: string[] = [];
	const bot = await startBot(settings, { print: (line) => lines.push(line), ...options });
	const url = `http://127.0.0.1:${bot.port}`;
	return {
		github,
		url,
		lines,
		last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown>,
		deliver: async (event, payload, headers = {}) => {
			const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
			const usual = {
				'x-github-event': event,
				'x-github-delivery': randomUUID(),
				'x-hub-signature-256': signature(body),
			};
			const answer = await fetch(`${url}${webhookPath}`, { method: 'POST', body, headers: { ...usual, ...headers } });
			return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
		},
		close: () => bot.close(),
		async [Symbol.asyncDispose]() {
			await bot.close();
			await github.close();
		},
	};
}

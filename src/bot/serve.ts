import { once } from 'node:events';
import { Probot, ProbotOctokit } from 'probot';
import type { BotSettings, LocalRunner } from '../config/index.ts';
import { asCountersignError } from '../core/index.ts';
import { type AppHost, cachedIdentity, countersignApp, type Deliveries } from './app.ts';
import { endStatus } from './delivery-end.ts';
import { runsInActions } from './dispatch.ts';
import { runsLocally } from './local-runs.ts';
import { createLog, type Log, quietLogger } from './log.ts';
import { recoveryOf } from './recover-app.ts';
import { type RecoveryTimes, startRecovery } from './recovery.ts';
import { createRefusals, type Refuse } from './refusals.ts';
import type { Runs } from './runs.ts';
import type { AppIdentity } from './served.ts';
import { type Answer, defaultLimits, listen, type Routes, type ServerLimits } from './server.ts';
import { type ExchangeParts, exchange, identityOfRuns } from './token-exchange.ts';
import { deliver, type WebhookParts } from './webhook.ts';

export interface BotOptions {
	/** Writes one line of the log. */
	readonly print: (line: string) => void;
	/** What is needed to start runs on the machine of the bot. Used only if the settings ask for such runs. */
	readonly local?: { readonly action: string; readonly runner: LocalRunner };
	/** How often recovery runs. Without it, there is no recovery. */
	readonly recovery?: RecoveryTimes;
	readonly limits?: Partial<
		ServerLimits & { readonly body: number; readonly delivery: number; readonly exchange: number }
	>;
}

/** A bot that accepts requests. */
export interface RunningBot {
	readonly port: number;
	/** Accepts no new requests, and waits for the open ones. */
	close(): Promise<void>;
}

/** The most bytes of unverified request bodies that may be in memory at once. */
const mostComingIn = 256 * 1024 * 1024;

/** The path below the bot's address to which GitHub sends deliveries. */
export const webhookPath = '/webhooks';

/**
 * Starts the App's web server. It verifies deliveries and starts runs. A job that proves its identity gets a token of the App.
 * @throws CountersignError `bad-input` if it cannot listen at its address.
 */
export async function startBot(settings: BotSettings, options: BotOptions): Promise<RunningBot> {
	const log = createLog(settings.logLevel, options.print);
	const stop = new AbortController();
	const cut = new AbortController();
	const app = await openApp(settings, options, { log, cut: cut.signal });
	const state = { closing: false };
	const limits = { ...defaultLimits, ...options.limits };
	const server = await listen(routesOf(app, options, state), settings, limits);
	log('info', 'listening', { host: settings.host, port: server.port, app: settings.appId, runner: settings.runner });
	const { recovery: times } = options;
	const recovery = times && startRecovery(recoveryOf({ ...app.parts, ...app, signal: stop.signal }), times);
	const close = async (): Promise<void> => {
		state.closing = true;
		log('info', 'shutting down');
		stop.abort();
		const ended = Promise.all([recovery?.stop(), app.runs.close?.()]);
		await server.close();
		// Nobody waits for an answer any more, so a request that GitHub does not answer must not keep the process alive.
		cut.abort();
		await ended;
		log('info', 'stopped');
	};
	return { port: server.port, close };
}

/** The App on Probot, and the parts that all routes share. */
interface OpenApp {
	readonly probot: Probot;
	readonly deliveries: Deliveries;
	readonly parts: ExchangeParts;
	readonly runs: Runs;
	readonly refuse: Refuse;
}

async function openApp(
	settings: BotSettings,
	options: BotOptions,
	{ log, cut }: { readonly log: Log; readonly cut: AbortSignal },
): Promise<OpenApp> {
	const probot = probotOf(settings, quietLogger(log), boundedFetch(cut));
	await probot.ready();
	const deliveries: Deliveries = new WeakMap();
	// Probot's client can make requests. Its type is wider than what we use, so it is cast.
	const host = probot as unknown as AppHost;
	const identity = cachedIdentity(host, settings);
	const milliseconds = options.limits?.exchange ?? 20_000;
	const parts: ExchangeParts = { settings, host, identity, log, milliseconds };
	const runs = runsOf(parts, options);
	const refuse = createRefusals();
	const app = countersignApp({ settings, runs, refuse, deliveries, identity });
	await probot.load(app as unknown as (probot: Probot) => void);
	return { probot, deliveries, parts, runs, refuse };
}

/** The paths that the bot's server answers. */
export const botPaths = [webhookPath, '/token', '/healthz', '/readyz'] as const;
type BotRoutes = Readonly<Record<(typeof botPaths)[number], Routes[string]>>;

function routesOf({ probot, deliveries, parts }: OpenApp, { limits = {} }: BotOptions, state: State): BotRoutes {
	const webhook: WebhookParts = {
		...{ probot, deliveries, log: parts.log, room: { left: mostComingIn } },
		...(limits.body === undefined ? {} : { longestBody: limits.body }),
		...(limits.delivery === undefined ? {} : { milliseconds: limits.delivery }),
	};
	return {
		[webhookPath]: {
			method: 'POST',
			route: async (request) => answerTo((await deliver(request, webhook)).kind, request.complete),
		},
		'/token': { method: 'POST', route: exchange(parts) },
		'/healthz': { method: 'GET', route: async () => ({ status: 200, body: { alive: true } }) },
		'/readyz': { method: 'GET', route: () => readiness(parts.identity, state) },
	};
}

/** Whether the bot is shutting down and accepts no new requests. */
interface State {
	closing: boolean;
}

/** Returns the function that starts runs, in GitHub's jobs or on the machine of the bot. */
function runsOf(parts: ExchangeParts, { local }: BotOptions): Runs {
	const { workflow, apiUrl, serverUrl } = parts.settings;
	if (parts.settings.runner === 'actions') return runsInActions(workflow);
	if (local === undefined) throw new Error('`runner: local` needs the option `local` (the action and the runner)');
	return runsLocally({ ...local, apiUrl, serverUrl, identity: identityOfRuns(parts), log: parts.log });
}

/** Serves until the signal is aborted. */
export async function serveBot(settings: BotSettings, options: BotOptions, stop: AbortSignal): Promise<void> {
	const bot = await startBot(settings, options);
	if (!stop.aborted) await once(stop, 'abort');
	await bot.close();
}

function probotOf(
	{ appId, privateKey, webhookSecret, apiUrl }: BotSettings,
	log: object,
	fetch: typeof globalThis.fetch,
): Probot {
	// The bot limits and retries its requests itself, within the time limit of a delivery. So Octokit's own plugins are off.
	const Octokit = ProbotOctokit.defaults((given: object) => ({
		...given,
		throttle: { enabled: false },
		retry: { enabled: false },
		request: { fetch },
	}));
	return new Probot({ appId, privateKey, secret: webhookSecret, baseUrl: apiUrl, log: log as never, Octokit });
}

/** Returns the answer to a delivery. If the body was not read completely, the connection is closed, so that the rest is not read. */
function answerTo(end: keyof typeof endStatus, isRead: boolean): Answer {
	return { status: endStatus[end], body: { end }, close: !isRead };
}

/** The reason why the bot is not ready, for each error code. */
const unready: Readonly<Record<string, string>> = {
	'github-refused': 'github-does-not-know-the-app',
	'bad-input': 'key-of-another-app',
};

async function readiness(identity: () => Promise<AppIdentity>, { closing }: State): Promise<Answer> {
	if (closing) return { status: 503, body: { ready: false, why: 'shutting-down' } };
	try {
		const { slug } = await identity();
		return { status: 200, body: { ready: true, app: slug } };
	} catch (error) {
		return {
			status: 503,
			body: { ready: false, why: unready[asCountersignError(error).code] ?? 'github-unreachable' },
		};
	}
}

/** The time limit for one answer from GitHub. Milliseconds. */
const answerTimeout = 30_000;

/** A `fetch` with a time limit on every request, including the client's own token requests. `cut` aborts all requests. */
function boundedFetch(cut: AbortSignal): typeof globalThis.fetch {
	return (input, init) => {
		const given = init?.signal;
		const limits = [cut, AbortSignal.timeout(answerTimeout), ...(given ? [given] : [])];
		return globalThis.fetch(input, { ...init, signal: AbortSignal.any(limits) });
	};
}

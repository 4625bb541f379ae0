import { once } from 'node:events';
import { Probot, ProbotOctokit } from 'probot';
import type { BotSettings, LocalRunner } from '../config/index.ts';
import { asCountersignError } from '../core/index.ts';
import { type AppHost, countersignApp, type Deliveries, keptIdentity } from './app.ts';
import { boundedFetch } from './bounded-fetch.ts';
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
	/** What runs beside the bot are started with, where the settings want them there. */
	readonly local?: { readonly action: string; readonly runner: LocalRunner };
	/** How often it looks for what was lost; never when left out. */
	readonly recovery?: RecoveryTimes;
	readonly limits?: Partial<
		ServerLimits & { readonly body: number; readonly delivery: number; readonly exchange: number }
	>;
}

/** A bot that listens. */
export interface RunningBot {
	readonly port: number;
	/** Takes nothing new, and ends what is in flight. */
	close(): Promise<void>;
}

/** Bodies that nobody has verified yet. Bytes. */
const mostComingIn = 256 * 1024 * 1024;

/** The path below the bot's address that GitHub delivers to. */
export const webhookPath = '/webhooks';

/**
 * The App's web process: verifies deliveries, hands commands over to runs, and gives jobs the App's token for their identity.
 * @throws CountersignError `bad-input` where it cannot listen at its address.
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
		// Nobody waits for an answer any more, and a GitHub that is silent must not keep the process.
		cut.abort();
		await ended;
		log('info', 'stopped');
	};
	return { port: server.port, close };
}

/** The App on Probot, and what all of its doors share. */
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
	// A client of Probot's is one that makes requests; its own type is wider than what is used.
	const host = probot as unknown as AppHost;
	const identity = keptIdentity(host, settings);
	const milliseconds = options.limits?.exchange ?? 20_000;
	const parts: ExchangeParts = { settings, host, identity, log, milliseconds };
	const runs = runsOf(parts, options);
	const refuse = createRefusals();
	const app = countersignApp({ settings, runs, refuse, deliveries, identity });
	await probot.load(app as unknown as (probot: Probot) => void);
	return { probot, deliveries, parts, runs, refuse };
}

function routesOf({ probot, deliveries, parts }: OpenApp, { limits = {} }: BotOptions, state: State): Routes {
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

/** Whether it takes anything new. */
interface State {
	closing: boolean;
}

/** Where runs take place: in GitHub's jobs, or beside the bot. */
function runsOf(parts: ExchangeParts, { local }: BotOptions): Runs {
	const { workflow, apiUrl, serverUrl } = parts.settings;
	if (parts.settings.runner === 'actions') return runsInActions(workflow);
	if (local === undefined) throw new Error('runs beside the bot need what they are started with');
	return runsLocally({ ...local, apiUrl, serverUrl, identity: identityOfRuns(parts), log: parts.log });
}

/** Serves until the signal comes. */
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
	// Our requests are paced and tried again by ourselves, within the time that a delivery has.
	const Octokit = ProbotOctokit.defaults((given: object) => ({
		...given,
		throttle: { enabled: false },
		retry: { enabled: false },
		request: { fetch },
	}));
	return new Probot({ appId, privateKey, secret: webhookSecret, baseUrl: apiUrl, log: log as never, Octokit });
}

/** Nothing more is read of a body that was not wanted whole. */
function answerTo(end: keyof typeof endStatus, isRead: boolean): Answer {
	return { status: endStatus[end], body: { end }, close: !isRead };
}

/** Why it is not ready, by what stands against it. */
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

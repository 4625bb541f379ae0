import { once } from 'node:events';
import { Probot, ProbotOctokit } from 'probot';
import type { BotSettings, LocalRunner } from '../config/index.ts';
import { type AppHost, countersignApp, type Deliveries, keptIdentity } from './app.ts';
import { endStatus } from './delivery-end.ts';
import { runsInActions } from './dispatch.ts';
import { runsLocally } from './local-runs.ts';
import { createLog, type Log, quietLogger } from './log.ts';
import { recoveryOf } from './recover-app.ts';
import { type RecoveryTimes, startRecovery } from './recovery.ts';
import { createRefusals } from './refusals.ts';
import type { Runs } from './runs.ts';
import type { AppIdentity } from './served.ts';
import { type Answer, defaultLimits, type Listening, listen, type Routes, type ServerLimits } from './server.ts';
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
 * @throws an error of the system where the address is taken.
 */
export async function startBot(settings: BotSettings, options: BotOptions): Promise<RunningBot> {
	const { print, recovery: times, limits = {} } = options;
	const log = createLog(settings.logLevel, print);
	const probot = probotOf(settings, quietLogger(log));
	await probot.ready();
	const deliveries: Deliveries = new WeakMap();
	// A client of Probot's is one that makes requests; its own type is wider than what is used.
	const host = probot as unknown as AppHost;
	const identity = keptIdentity(host, settings);
	const parts: ExchangeParts = { settings, host, identity, log, milliseconds: limits.exchange ?? 20_000 };
	const runs = runsOf(parts, options);
	const refuse = createRefusals();
	await probot.load(
		countersignApp({ settings, runs, refuse, deliveries, identity }) as unknown as (app: Probot) => void,
	);
	const state = { closing: false };
	const webhook: WebhookParts = {
		probot,
		deliveries,
		log,
		room: { left: mostComingIn },
		...(limits.body === undefined ? {} : { longestBody: limits.body }),
		...(limits.delivery === undefined ? {} : { milliseconds: limits.delivery }),
	};
	const routes: Routes = {
		[webhookPath]: {
			method: 'POST',
			route: async (request) => answerTo((await deliver(request, webhook)).kind, request.complete),
		},
		'/token': {
			method: 'POST',
			route: exchange(parts),
		},
		'/healthz': { method: 'GET', route: async () => ({ status: 200, body: { alive: true } }) },
		'/readyz': { method: 'GET', route: () => readiness(identity, state) },
	};
	const server = await listen(routes, settings, { ...defaultLimits, ...limits });
	log('info', 'listening', { host: settings.host, port: server.port, app: settings.appId, runner: settings.runner });
	const stop = new AbortController();
	const ports = recoveryOf({ ...parts, runs, refuse, signal: stop.signal });
	const recovery = times === undefined ? undefined : startRecovery(ports, times);
	const end = async (): Promise<void> => {
		stop.abort();
		await close(server, state, log, [recovery?.stop(), runs.close?.()]);
	};
	return { port: server.port, close: end };
}

/** Where runs take place: in GitHub's jobs, or beside the bot. */
function runsOf(parts: ExchangeParts, { local }: BotOptions): Runs {
	const { workflow, apiUrl, serverUrl } = parts.settings;
	if (local === undefined) return runsInActions(workflow);
	return runsLocally({ ...local, apiUrl, serverUrl, identity: identityOfRuns(parts), log: parts.log });
}

/** Serves until the signal comes. */
export async function serveBot(settings: BotSettings, options: BotOptions, stop: AbortSignal): Promise<void> {
	const bot = await startBot(settings, options);
	if (!stop.aborted) await once(stop, 'abort');
	await bot.close();
}

function probotOf({ appId, privateKey, webhookSecret, apiUrl }: BotSettings, log: object): Probot {
	// Our requests are paced and tried again by ourselves, within the time that a delivery has.
	const Octokit = ProbotOctokit.defaults((given: object) => ({
		...given,
		throttle: { enabled: false },
		retry: { enabled: false },
	}));
	return new Probot({ appId, privateKey, secret: webhookSecret, baseUrl: apiUrl, log: log as never, Octokit });
}

/** Nothing more is read of a body that was not wanted whole. */
function answerTo(end: keyof typeof endStatus, isRead: boolean): Answer {
	return { status: endStatus[end], body: { end }, close: !isRead };
}

async function readiness(
	identity: () => Promise<AppIdentity>,
	{ closing }: { readonly closing: boolean },
): Promise<Answer> {
	if (closing) return { status: 503, body: { ready: false, why: 'shutting-down' } };
	try {
		const { slug } = await identity();
		return { status: 200, body: { ready: true, app: slug } };
	} catch {
		return { status: 503, body: { ready: false, why: 'github-does-not-know-the-app' } };
	}
}

async function close(
	server: Listening,
	state: { closing: boolean },
	log: Log,
	others: readonly (Promise<void> | undefined)[],
): Promise<void> {
	state.closing = true;
	log('info', 'shutting down');
	await Promise.all([server.close(), ...others]);
	log('info', 'stopped');
}

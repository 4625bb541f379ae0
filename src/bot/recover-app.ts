import type { BotSettings } from '../config/index.ts';
import { type Api, createForge, type RecentCommand } from '../github/index.ts';
import { givenUpMarker } from '../report/index.ts';
import type { AppHost } from './app.ts';
import type { DeliveryEnd } from './delivery-end.ts';
import { endOfError } from './end-of-error.ts';
import { type InstalledRepository, installedRepositories } from './installed-repositories.ts';
import { type Log, whyOf } from './log.ts';
import type { RecoveryPorts } from './recovery.ts';
import type { Refuse } from './refusals.ts';
import type { Runs } from './runs.ts';
import { serveCommand, unlessRefused } from './serve-command.ts';
import type { AppIdentity } from './served.ts';

interface RecoveringApp {
	readonly settings: BotSettings;
	readonly host: AppHost;
	readonly identity: () => Promise<AppIdentity>;
	readonly runs: Runs;
	readonly refuse: Refuse;
	readonly log: Log;
	/** Aborted when the bot stops. */
	readonly signal: AbortSignal;
}

/**
 * The time limit for one recovered command. It is longer than the limit for a delivery, because GitHub does not wait for an answer here.
 * Milliseconds.
 */
const patience = 30_000;

/** Returns the ports that recovery needs for the App of these settings. */
export function recoveryOf(app: RecoveringApp): RecoveryPorts<InstalledRepository> {
	const { settings, host, identity, log, signal } = app;
	const { workflow, runner } = settings;
	return {
		app: () => host.auth(),
		repositories: () =>
			installedRepositories(host, { webUrl: settings.serverUrl, signal }, (installation, error) =>
				log('warn', 'could not read the repositories of an installation', { installation, why: whyOf(error) }),
			),
		serve: (command, repository) => serveRecent(command, repository, app),
		look: async () => {
			const self = (await identity()).login;
			return { ...(runner === 'actions' ? { workflow } : {}), self };
		},
		now: () => new Date(),
		log,
	};
}

/** Handles the command as the bot handles a webhook. A recorded press was already checked, so the bot only starts its run. */
async function serveRecent(
	recent: RecentCommand,
	{ api, connection: { octokit, webUrl }, place, installation }: InstalledRepository,
	{ settings, identity, runs, refuse, signal: stop }: RecoveringApp,
): Promise<DeliveryEnd> {
	const { command, thread, actor, signed } = recent;
	const signal = AbortSignal.any([stop, AbortSignal.timeout(patience)]);
	try {
		if (isGivenUp(recent)) {
			await tellGivenUp(recent, api, (await identity()).login);
			return { kind: 'given-up', command };
		}
		if (signed === true) {
			const started = await runs.start(command, { api, place, installation });
			return started.kind === 'started' ? { kind: 'dispatched', command } : { kind: 'no-workflow', command };
		}
		const login = async () => (await identity()).login;
		const served = { connection: { octokit, webUrl, signal }, place, installation, runs, refuse, settings, login };
		return await serveCommand({ incoming: { kind: 'start', actor, thread }, command }, served);
	} catch (error) {
		return endOfError(error, signal);
	}
}

/** A command for which at least three jobs were started. Each of them failed, was cancelled or took too long. */
type GivenUp = RecentCommand & Required<Pick<RecentCommand, 'givenUp'>>;

/** Whether recovery has given up this command. */
function isGivenUp(recent: RecentCommand): recent is GivenUp {
	return recent.givenUp !== undefined;
}

/**
 * Tells people once that the command will not be started again. Otherwise they would see only the 👀, and think that a job is still running.
 */
async function tellGivenUp(recent: GivenUp, api: Api, login: string): Promise<void> {
	const { command, thread } = recent;
	await createForge(api, { login })
		.upsertComment(thread, givenUpMarker(command), givenUpText(recent))
		.catch(unlessRefused);
}

function givenUpText({ command, actor, signed, givenUp: { tries, url } }: GivenUp): string {
	const what = signed === true ? 'the job for the pressed button' : `@${actor.login}'s command`;
	const last = url === undefined ? 'the last job' : `[the last job](${url})`;
	const again = signed === true ? 'press the button again' : 'write the command again';
	return `Countersign does not start ${what} (\`${command}\`) again by itself, because ${tries} jobs for it failed, were cancelled or timed out. Re-run ${last}, or ${again}.`;
}

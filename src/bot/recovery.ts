import { type Api, type Look, type RecentCommand, type RequestPort, unansweredCommands } from '../github/index.ts';
import type { DeliveryEnd } from './delivery-end.ts';
import { type Log, whyOf } from './log.ts';
import { redeliverFailed } from './redeliveries.ts';

/** A repository that the App is installed on. */
export interface ServedRepository {
	/** `owner/name`. */
	readonly name: string;
	readonly api: Api;
}

/** The parts of the bot that recovery needs. */
export interface RecoveryPorts<R extends ServedRepository = ServedRepository> {
	/** Returns a client that acts as the App itself. */
	readonly app: () => Promise<RequestPort>;
	/** The repositories of all installations that are not suspended. */
	readonly repositories: () => AsyncIterable<R>;
	/** Does what the webhook would have done: checks rights, reacts and dispatches. */
	readonly serve: (command: RecentCommand, repository: R) => Promise<DeliveryEnd>;
	/** Returns the name of the workflow that the bot dispatches, and the App's login. */
	readonly look: () => Promise<Pick<Look, 'workflow' | 'self'>>;
	readonly now: () => Date;
	readonly log: Log;
	/** How often recovery runs. If the interval is short, recovery also waits less before it looks at a new command. */
	readonly times?: RecoveryTimes;
}

const minute = 60_000;
/**
 * Recovery ignores a new command for this time, because its webhook may still arrive. If the time between two rounds is shorter, that time
 * is used.
 */
const longestGrace = 3 * minute;
/** How far back recovery looks for commands: when the bot starts (`atStart`), and in later rounds (`later`). */
const atStart = 24 * 60 * minute;
const later = 90 * minute;

/**
 * Asks GitHub to send failed deliveries again, and returns their number. An error does not stop the bot, because the next round tries
 * again.
 */
export async function recoverDeliveries({
	app,
	now,
	log,
	times,
}: Pick<RecoveryPorts, 'app' | 'now' | 'log' | 'times'>): Promise<number> {
	try {
		const { failed, asked } = await redeliverFailed(await app(), now(), times?.deliveries);
		if (failed > 0) log('info', 'deliveries that did not arrive', { failed, asked: asked.map(({ guid }) => guid) });
		return asked.length;
	} catch (error) {
		log('warn', 'the delivery log could not be read', { why: whyOf(error) });
		return 0;
	}
}

/**
 * Starts the commands that have no run because the webhook never arrived or the dispatch failed. Returns the number of commands that it
 * handled.
 */
export async function recoverCommands<R extends ServedRepository>(
	ports: RecoveryPorts<R>,
	isStart: boolean,
): Promise<number> {
	const at = ports.now().getTime();
	let dispatched = 0;
	try {
		const look = await ports.look();
		const span = isStart && look.workflow !== undefined ? atStart : later;
		const grace = Math.min(longestGrace, ports.times?.commands ?? longestGrace);
		const whole = { ...look, since: new Date(at - span), until: new Date(at - grace) };
		for await (const repository of ports.repositories()) dispatched += await recoverIn(repository, whole, ports);
	} catch (error) {
		ports.log('warn', 'the repositories could not be listed', { why: whyOf(error) });
	}
	return dispatched;
}

/**
 * Recovers the commands of one repository, and returns how many it handled. An error in one command or repository does not stop the others.
 */
async function recoverIn<R extends ServedRepository>(
	repository: R,
	look: Look,
	{ serve, log }: RecoveryPorts<R>,
): Promise<number> {
	const { name } = repository;
	const refused = new Set<number>();
	let served = 0;
	try {
		for (const command of await unansweredCommands(repository.api, look)) {
			// Threat: a stranger's command never gets a run. Without this check, each round would ask GitHub about each of their commands again.
			if (refused.has(command.actor.id)) continue;
			const end = await serve(command, repository).catch((error: unknown) => ({ kind: undefined, why: whyOf(error) }));
			if (end.kind === 'refused') refused.add(command.actor.id);
			log('info', 'a command without a run', { repository: name, command: command.command, end });
			served++;
		}
	} catch (error) {
		log('warn', 'recent commands could not be looked at', { repository: name, why: whyOf(error) });
	}
	return served;
}

/** How often each part runs. Milliseconds. */
export interface RecoveryTimes {
	readonly deliveries: number;
	readonly commands: number;
}

/**
 * Runs recovery at the start and at intervals, until `stop` is called. Several replicas of the bot may do this at the same time: if two of
 * them recover the same command, it still runs only once.
 */
export function startRecovery<R extends ServedRepository>(
	given: RecoveryPorts<R>,
	times: RecoveryTimes,
): { stop(): Promise<void> } {
	let work = Promise.resolve();
	let isStopped = false;
	// Errors that come only from stopping the bot are not a problem, so they are logged as info.
	const log: Log = (level, message, facts) => given.log(isStopped && level === 'warn' ? 'info' : level, message, facts);
	const ports = { ...given, times, log };
	const then = (part: () => Promise<unknown>): void => {
		work = work.then(async () => void (isStopped || (await part())));
	};
	then(() => recoverDeliveries(ports));
	then(() => recoverCommands(ports, true));
	const timers = [
		setInterval(() => then(() => recoverDeliveries(ports)), spread(times.deliveries)),
		setInterval(() => then(() => recoverCommands(ports, false)), spread(times.commands)),
	];
	return {
		stop: () => {
			isStopped = true;
			for (const timer of timers) clearInterval(timer);
			return work;
		},
	};
}

/** Varies the interval, so that replicas that started at the same time do not send their requests at the same time. */
function spread(milliseconds: number): number {
	return Math.round(milliseconds * (0.8 + 0.4 * Math.random()));
}

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

/** What recovery needs of the rest of the bot. */
export interface RecoveryPorts<R extends ServedRepository = ServedRepository> {
	/** Asks as the App itself. */
	readonly app: () => Promise<RequestPort>;
	/** Of all installations that are not suspended. */
	readonly repositories: () => AsyncIterable<R>;
	/** What the webhook would have led to: rights, reaction, dispatch. */
	readonly serve: (command: RecentCommand, repository: R) => Promise<DeliveryEnd>;
	/** What is dispatched, and who we are. */
	readonly look: () => Promise<Pick<Look, 'workflow' | 'self'>>;
	readonly now: () => Date;
	readonly log: Log;
	/** Who looks more often waits less long before it looks. */
	readonly times?: RecoveryTimes;
}

const minute = 60_000;
/** What was said just now is on its way still: so long at most, and never longer than until the next look. */
const longestGrace = 3 * minute;
/** How far back one looks for commands when the bot starts, and later. */
const atStart = 24 * 60 * minute;
const later = 90 * minute;

/** Asks for deliveries that failed. Nothing of it stops the bot: the next round tries again. */
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

/** Starts what was said and has no run: a webhook that never came, or a dispatch that came to nothing. */
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

/** One repository, or one command, that GitHub refuses keeps nobody from the others. */
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
			// Threat: what a stranger says never has a run, so that each word of theirs would be asked about in each round.
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

/** How often each part is done. Milliseconds. */
export interface RecoveryTimes {
	readonly deliveries: number;
	readonly commands: number;
}

/** Recovers at the start and from time to time, until it is stopped. Replicas do so side by side: doing it twice is harmless. */
export function startRecovery<R extends ServedRepository>(
	given: RecoveryPorts<R>,
	times: RecoveryTimes,
): { stop(): Promise<void> } {
	let work = Promise.resolve();
	let isStopped = false;
	// What breaks off because the bot stops is nothing to mend.
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

/** Replicas that started together do not ask together. */
function spread(milliseconds: number): number {
	return Math.round(milliseconds * (0.8 + 0.4 * Math.random()));
}

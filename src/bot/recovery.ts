import { type Api, type RecentCommand, type RequestPort, unansweredCommands } from '../github/index.ts';
import type { Log } from './log.ts';
import { redeliverFailed } from './redeliveries.ts';

/** A repository that the App is installed on. */
export interface ServedRepository {
	/** `owner/name`. */
	readonly name: string;
	readonly api: Api;
}

/** What recovery needs of the rest of the bot. */
export interface RecoveryPorts {
	/** Asks as the App itself. */
	readonly app: RequestPort;
	/** Of all installations that are not suspended. */
	readonly repositories: () => AsyncIterable<ServedRepository>;
	/** What the webhook would have led to: rights, reaction, dispatch. */
	readonly serve: (command: RecentCommand, repository: ServedRepository) => Promise<void>;
	/** What is dispatched, the label that starts a run, and who we are. */
	readonly look: { readonly workflow: string; readonly label: string; readonly self: string };
	readonly now: () => Date;
	readonly log: Log;
}

const minute = 60_000;
/** What was said just now is on its way still. */
const grace = 3 * minute;
/** How far back one looks for commands when the bot starts, and later. */
const atStart = 24 * 60 * minute;
const later = 90 * minute;

/** What one round found. */
export interface Recovered {
	readonly redelivered: number;
	readonly dispatched: number;
}

/** Asks for deliveries that failed. Nothing of it stops the bot: the next round tries again. */
export async function recoverDeliveries({ app, now, log }: RecoveryPorts): Promise<number> {
	try {
		const { failed, asked } = await redeliverFailed(app, now());
		if (failed > 0) log('info', 'deliveries that did not arrive', { failed, asked: asked.map(({ guid }) => guid) });
		return asked.length;
	} catch (error) {
		log('warn', 'the delivery log could not be read', { why: whyOf(error) });
		return 0;
	}
}

/** Starts what was said and has no run: a webhook that never came, or a dispatch that came to nothing. */
export async function recoverCommands(ports: RecoveryPorts, isStart: boolean): Promise<number> {
	const at = ports.now().getTime();
	const since = new Date(at - (isStart ? atStart : later));
	const until = new Date(at - grace);
	let dispatched = 0;
	try {
		for await (const repository of ports.repositories())
			dispatched += await recoverIn(repository, { since, until }, ports);
	} catch (error) {
		ports.log('warn', 'the repositories could not be listed', { why: whyOf(error) });
	}
	return dispatched;
}

/** One repository that refuses keeps nobody from the others. */
async function recoverIn(
	repository: ServedRepository,
	span: { readonly since: Date; readonly until: Date },
	{ look, serve, log }: RecoveryPorts,
): Promise<number> {
	const { name } = repository;
	let served = 0;
	try {
		for (const command of await unansweredCommands(repository.api, { ...span, ...look })) {
			log('info', 'a command without a run', { repository: name, command: command.command });
			await serve(command, repository);
			served++;
		}
	} catch (error) {
		log('warn', 'recent commands could not be looked at', { repository: name, why: whyOf(error) });
	}
	return served;
}

/** When each part is done. Milliseconds. */
export const recoveryTimes = { deliveries: 2 * minute, commands: 20 * minute } as const;

/** Recovers at the start and from time to time, until it is stopped. Replicas do so side by side: doing it twice is harmless. */
export function startRecovery(
	ports: RecoveryPorts,
	times: { readonly deliveries: number; readonly commands: number } = recoveryTimes,
): { stop(): Promise<void> } {
	let work = Promise.resolve();
	const then = (part: () => Promise<unknown>): void => {
		work = work.then(part).then(() => undefined);
	};
	const both = (isStart: boolean) => async () => {
		await recoverDeliveries(ports);
		await recoverCommands(ports, isStart);
	};
	then(both(true));
	const timers = [
		setInterval(() => then(() => recoverDeliveries(ports)), spread(times.deliveries)),
		setInterval(() => then(() => recoverCommands(ports, false)), spread(times.commands)),
	];
	return {
		stop: () => {
			for (const timer of timers) clearInterval(timer);
			return work;
		},
	};
}

/** Replicas that started together do not ask together. */
function spread(milliseconds: number): number {
	return Math.round(milliseconds * (0.8 + 0.4 * Math.random()));
}

function whyOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

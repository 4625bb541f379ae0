import { z } from 'zod';
import { holdsRole, type Person, type Rights } from '../core/index.ts';
import { type Api, ApiRefusal, byAppText, createForge, type Incoming, refusalText } from '../github/index.ts';
import { replyMarker } from '../report/index.ts';
import type { DeliveryEnd } from './delivery-end.ts';
import { isSuspendedOrNotPermitted } from './end-of-error.ts';
import { gone, inRepository, type Place } from './installation-api.ts';
import type { Started } from './runs.ts';
import type { Served } from './served.ts';

/** Whether the bot handles each kind of event. Only jobs handle a dispatch and a sweep. */
const heard = {
	...{ start: true, answer: true, control: true, vouch: true, 'by-app': true },
	...{ nothing: false, sweep: false, command: false, misplaced: false },
} as const satisfies Readonly<Record<Incoming['kind'], boolean>>;

type HeardKind = { [K in Incoming['kind']]: (typeof heard)[K] extends true ? K : never }[Incoming['kind']];

/** The events that the bot handles. */
export type Heard = Extract<Incoming, { kind: HeardKind }>;

/** Whether the bot handles this event. */
export function isHeard(incoming: Incoming): incoming is Heard {
	return heard[incoming.kind];
}

/** What is needed to write an answer. */
export interface ReplyContext {
	readonly api: Api;
	readonly place: Place;
	readonly served: Served;
}

/** What a person asked for, and the command that names it to a run. */
export interface Said {
	readonly incoming: Pick<Heard, 'kind' | 'actor' | 'thread'> & { readonly commentId?: number };
	/** `comment/<id>`, `review/<id>` or `label/<issue>/<words>`. */
	readonly command: string;
	/** The API path for the 👀 reaction to a comment. Undefined for a label. */
	readonly reactions?: string;
}

/**
 * Reads the person's rights, then refuses the command, or acknowledges and starts it. The run trusts none of this and reads everything
 * again.
 */
export async function serveCommand({ incoming, command, reactions }: Said, served: Served): Promise<DeliveryEnd> {
	const { installation, runs } = served;
	const end = await inRepository(served.connection, served.place, async (api, place): Promise<DeliveryEnd> => {
		const forge = createForge(api, { login: await served.login() });
		const rights = await forge.rights(incoming.actor);
		if (!mayBeHeard(rights)) return refuse(incoming, rights, { api, place, served });
		if (incoming.kind === 'by-app') return tellByApp(incoming, { api, place, served });
		if (reactions !== undefined) await acknowledge(reactions, api);
		const started = await startIn(api, () => runs.start(command, { api, place, installation }));
		if (started.kind === 'started') return startedEnd('dispatched', command, started);
		const { actor, thread, commentId } = incoming;
		if (thread !== undefined)
			await tellUnfit({ actor, thread, about: commentId ?? thread, why: started.why }, { api, served });
		return { kind: 'no-workflow', command };
	});
	return end === gone ? { kind: 'gone', why: 'repository' } : end;
}

/** Returns the end of a delivery that started a command, for the log. */
export function startedEnd(
	kind: 'dispatched' | 'pressed',
	command: string,
	{ run, url }: Extract<Started, { kind: 'started' }>,
): DeliveryEnd {
	const where = url ?? run;
	return { kind, command, ...(where === undefined ? {} : { run: where }) };
}

/**
 * Whether the bot starts runs for this person's commands: for people with write access, and for triagers. The run reads in the repository's
 * files whether triagers may approve.
 */
export function mayBeHeard(rights: Rights): boolean {
	return rights.mayWrite || holdsRole('triage', rights);
}

async function refuse(
	{ actor, thread, kind }: Said['incoming'],
	{ role }: Rights,
	{ api, place, served }: ReplyContext,
): Promise<DeliveryEnd> {
	const text = refusalText(kind, actor.login, role);
	if (thread !== undefined) await served.refuse({ thread, actor, text }, { api, place, login: await served.login() });
	return { kind: 'refused', why: 'no-write-access' };
}

/** Tells a person that their command has no effect, because an app wrote it in their name. This needs no job. */
async function tellByApp(
	{ actor, thread }: Said['incoming'],
	{ api, place, served }: ReplyContext,
): Promise<DeliveryEnd> {
	const told = { actor, text: byAppText(actor.login) };
	if (thread !== undefined) await served.refuse({ thread, ...told }, { api, place, login: await served.login() });
	return { kind: 'nothing', why: 'bot-author' };
}

/**
 * Adds the 👀 reaction. If GitHub refuses the reaction, because the thread is locked or the comment is gone, the run will notice this
 * itself.
 */
async function acknowledge(reactions: string, api: Api): Promise<void> {
	await api.call(`POST /repos/{owner}/{repo}/${reactions}`, z.unknown(), { content: 'eyes' }).catch(unlessRefused);
}

/** Handles an error of a message to people: ignores a refusal of GitHub, and throws every other error again. */
export function unlessRefused(error: unknown): undefined {
	if (error instanceof ApiRefusal) return undefined;
	throw error;
}

/**
 * Starts a run. If the repository has no workflow or has actions switched off, the result is `unfit`. @throws if the repository is gone,
 * or if the App is not allowed to dispatch there.
 */
export async function startIn(api: Api, start: () => Promise<Started>): Promise<Started> {
	try {
		return await start();
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
		if (error.status === 403 && !isSuspendedOrNotPermitted(error)) return { kind: 'unfit', why: error.message };
		if (error.status !== 404) throw error;
		// GitHub also answers 404 if the repository was renamed or removed. In these two cases, this request for the repository throws.
		await api.call('GET /repos/{owner}/{repo}', z.unknown());
		return { kind: 'unfit', why: 'this repository has no workflow for it on its default branch' };
	}
}

interface Unfit {
	readonly actor: Person;
	readonly thread: number;
	/** The comment that is answered, or the issue. */
	readonly about: number;
	readonly why: string;
}

/** Tells the person that this repository cannot run a job. Otherwise they would wait for a job. */
export async function tellUnfit(
	{ actor, thread, about, why }: Unfit,
	{ api, served }: Pick<ReplyContext, 'api' | 'served'>,
): Promise<void> {
	const text = `@${actor.login} nothing was started: ${why}.`;
	const forge = createForge(api, { login: await served.login() });
	await forge.upsertComment(thread, replyMarker(about), text).catch(unlessRefused);
}

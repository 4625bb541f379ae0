import { z } from 'zod';
import { holdsRole, type Person, type Rights } from '../core/index.ts';
import { type Api, ApiRefusal, byAppText, createForge, type Incoming, refusalText } from '../github/index.ts';
import { replyMarker } from '../report/index.ts';
import type { DeliveryEnd } from './delivery-end.ts';
import { isOfInstallation } from './end-of-error.ts';
import { gone, inRepository, type Place } from './installation-api.ts';
import type { Started } from './runs.ts';
import type { Served } from './served.ts';

/** What a payload can ask of us; a dispatch asks jobs alone. */
export type Heard = Extract<Incoming, { kind: 'start' | 'answer' | 'control' | 'vouch' | 'by-app' }>;

/** Whether it is one of those. */
export function isHeard(incoming: Incoming): incoming is Heard {
	return ['start', 'answer', 'control', 'vouch', 'by-app'].includes(incoming.kind);
}

/** What an answer is written with. */
export interface ReplyContext {
	readonly api: Api;
	readonly place: Place;
	readonly served: Served;
}

/** What somebody said to us, and how it is handed over. */
export interface Said {
	readonly incoming: Pick<Heard, 'kind' | 'actor' | 'thread'> & { readonly commentId?: number };
	/** `comment/<id>`, `review/<id>` or `label/<issue>/<words>`. */
	readonly command: string;
	/** Where the acknowledging reaction goes: comments of both kinds have one. */
	readonly reactions?: string;
}

/** Reads the person's rights, refuses or acknowledges, and hands the command over. Nobody else is believed anything: the run reads all of it again. */
export async function serveCommand({ incoming, command, reactions }: Said, served: Served): Promise<DeliveryEnd> {
	const { installation, runs } = served;
	const end = await inRepository(served.link, served.place, async (api, place): Promise<DeliveryEnd> => {
		const forge = createForge(api, await served.login());
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

/** What was handed over, for the log. */
export function startedEnd(
	kind: 'dispatched' | 'pressed',
	command: string,
	{ run, url }: Extract<Started, { kind: 'started' }>,
): DeliveryEnd {
	const where = url ?? run;
	return { kind, command, ...(where === undefined ? {} : { run: where }) };
}

/** Whoever may write, and triagers: whether those count in this repository is in its files, which the run reads. */
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

/** No job is needed to say so. */
async function tellByApp(
	{ actor, thread }: Said['incoming'],
	{ api, place, served }: ReplyContext,
): Promise<DeliveryEnd> {
	const told = { actor, text: byAppText(actor.login) };
	if (thread !== undefined) await served.refuse({ thread, ...told }, { api, place, login: await served.login() });
	return { kind: 'nothing', why: 'bot-author' };
}

/** A thread that is locked, or a comment that is gone, takes none: the run finds that out. */
async function acknowledge(reactions: string, api: Api): Promise<void> {
	await api.call(`POST /repos/{owner}/{repo}/${reactions}`, z.unknown(), { content: 'eyes' }).catch(unlessRefused);
}

/** For a word to people that GitHub does not take there. */
export function unlessRefused(error: unknown): undefined {
	if (error instanceof ApiRefusal) return undefined;
	throw error;
}

/** Tells a repository without the workflow, or with actions switched off, from one that is gone or that the App may not dispatch in. */
export async function startIn(api: Api, start: () => Promise<Started>): Promise<Started> {
	try {
		return await start();
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
		if (error.status === 403 && !isOfInstallation(error)) return { kind: 'unfit', why: error.message };
		if (error.status !== 404) throw error;
		// One that was renamed or removed answers this so, too.
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

/** Tells whoever asked that this repository takes no job: they would wait for one. */
export async function tellUnfit(
	{ actor, thread, about, why }: Unfit,
	{ api, served }: Pick<ReplyContext, 'api' | 'served'>,
): Promise<void> {
	const text = `@${actor.login} nothing was started: ${why}.`;
	const forge = createForge(api, await served.login());
	await forge.upsertComment(thread, replyMarker(about), text).catch(unlessRefused);
}

import type { Person } from '../core/index.ts';
import { endsWithMarker, refusalMarker, replyMarker } from '../report/index.ts';
import type { JobResult } from './close-up.ts';
import type { Desk } from './desk.ts';

/** A comment that is answered with words. */
export interface Spoken {
	readonly actor: Person;
	readonly thread: number;
	readonly commentId: number;
}

/** Tells somebody who may decide why nothing happened. */
export async function reply(
	incoming: Spoken,
	text: string,
	reason: 'help-only' | 'nothing-pending',
	desk: Desk,
): Promise<JobResult> {
	await desk.forge.upsertComment(incoming.thread, replyMarker(incoming.commentId), `@${incoming.actor.login} ${text}`);
	return { outcome: { kind: 'nothing-to-do', reason, message: text } };
}

/** Tells somebody that they may not, once for each person and thread: anybody can write such comments, and each costs us a reply. */
export async function refuseOnce(
	{ thread, actor }: Omit<Spoken, 'commentId'>,
	text: string,
	desk: Desk,
): Promise<void> {
	const marker = refusalMarker(actor.id);
	const comments = await desk.forge.comments(thread);
	const isTold = comments.some(({ mine, body }) => mine && endsWithMarker(body, marker));
	if (!isTold) await desk.forge.upsertComment(thread, marker, text);
}

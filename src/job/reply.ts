import type { Person } from '../core/index.ts';
import { replyMarker } from '../report/index.ts';
import type { JobPorts } from './job-context.ts';
import type { JobResult } from './job-result.ts';

/** A comment that gets a reply. */
export interface Spoken {
	readonly actor: Person;
	readonly thread: number;
	readonly commentId: number;
}

/** Replies to a person who may decide, and says why nothing happened. */
export async function reply(
	incoming: Spoken,
	text: string,
	reason: 'help-only' | 'nothing-pending',
	{ forge }: JobPorts,
): Promise<JobResult> {
	await forge.upsertComment(incoming.thread, replyMarker(incoming.commentId), `@${incoming.actor.login} ${text}`);
	return { outcome: { kind: 'nothing-to-do', reason, message: text } };
}

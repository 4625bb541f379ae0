import { commentsWith } from '../approvals/index.ts';
import type { Comment, EntryBody } from '../core/index.ts';
import { headerOf, type Stage } from './stage.ts';

/** Reads the thread for somebody who stops the run. */
export async function heed(stage: Stage): Promise<EntryBody> {
	const comments = await stage.ports.forge.comments(headerOf(stage.state).request.thread);
	return (await stopIn(comments, stage)) ?? { type: 'heeded' };
}

/** The `/agent stop` that was said since the run began by somebody who may; undefined when there is none. */
export async function stopIn(
	comments: readonly Comment[],
	{ state, ports, journal }: Stage,
): Promise<EntryBody | undefined> {
	const { commentId } = headerOf(state).request;
	const [first] = journal.entries();
	const begun = Date.parse(first?.at ?? '');
	const since = (comment: Comment): boolean =>
		commentId === undefined ? Date.parse(comment.createdAt) > begun : comment.id > commentId;
	for (const { id, author } of commentsWith('stop', comments).filter(since)) {
		const rights = await ports.forge.rights(author);
		if (!rights.mayWrite) continue;
		await ports.forge.react(id, '+1');
		return { type: 'stop_requested', comment_id: id, user_id: author.id, user: author.login, role: rights.role };
	}
	return undefined;
}
